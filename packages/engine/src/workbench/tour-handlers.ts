import {
  fail,
  foldTour,
  rookError,
  succeed,
  tourModelFor,
  type CallOutput,
  type EntryBase,
  type Result,
} from '@rook/contract';

import { readPlaced, readPlacedEntry } from './journal-tail.ts';
import type { CallHandlers, RunningTour, WorkbenchSetup } from './workbench-setup.ts';

type TourHandlers = Pick<CallHandlers, 'tour_start' | 'tour_act' | 'tour_state' | 'tour_leave'>;
type WatchedHandlers = Pick<CallHandlers, 'session_send' | 'session_verify'>;

const NO_TOUR = rookError('not_found', 'No tour runs here; start one first.');
const NONE_OFFERED = rookError('not_found', 'No tour can be started here.');

/** In a tour the message says which of its models answers. What leaves no entry is kept in mind: the chain was checked, a colleague saved. */
export function createTourHandlers(
  setup: WorkbenchSetup,
  { session_send: send, session_verify: verify }: WatchedHandlers,
): TourHandlers & WatchedHandlers {
  const { tour } = setup;
  const running = tour?.kind === 'running' ? tour : null;
  let isVerified = false;
  let hasActed = false;
  return {
    tour_start: async (wish) => (tour?.kind === 'offered' ? tour.start(wish) : fail(NONE_OFFERED)),
    tour_act: async ({ act }) => {
      if (running === null) return fail(NO_TOUR);
      const acted = await running.act(act);
      hasActed ||= acted.ok;
      return acted;
    },
    tour_state: async () =>
      running === null ? fail(NO_TOUR) : describeTour(setup, { isVerified, hasActed }),
    tour_leave: async () => leave(running),
    session_send: async (input) => {
      if (running === null || input.command.type !== 'message_send') return send(input);
      return send({ ...input, model: tourModelFor(input.command.text) });
    },
    session_verify: async (input) => {
      const verified = await verify(input);
      isVerified ||= verified.ok && verified.value.ok;
      return verified;
    },
  };
}

async function leave(running: RunningTour | null): Promise<Result<CallOutput<'tour_leave'>>> {
  if (running === null) return fail(NO_TOUR);
  running.leave();
  return Promise.resolve(succeed({ homeUrl: running.homeUrl() }));
}

async function describeTour(
  { store }: WorkbenchSetup,
  { isVerified, hasActed }: { readonly isVerified: boolean; readonly hasActed: boolean },
): Promise<Result<CallOutput<'tour_state'>>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  const entries: EntryBase[] = [];
  for (const { id } of listed.value) {
    const read = await readPlaced(store, id, 0);
    if (!read.ok) return read;
    for (const line of read.value.lines) {
      const entry = readPlacedEntry(line);
      if (entry !== null) entries.push(entry);
    }
  }
  const { steps, next } = foldTour(entries, isVerified);
  return succeed({
    steps: steps.map(({ id, title, text, deeds, isDone }) => ({
      id,
      title,
      text,
      deeds: [...deeds],
      isDone,
    })),
    next,
    hasActed,
  });
}
