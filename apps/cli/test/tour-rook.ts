import { join } from 'node:path';

import {
  foldTour,
  messageIdSchema,
  TOUR_STEPS,
  type CallOutput,
  type EntryBase,
  type SessionId,
  type TourProgress,
  type TourStepId,
  type Workbench,
} from '@rook/contract';
import { onTestFinished } from 'vitest';

import { composeTour } from '../src/compose-tour.ts';
import { makeCall } from './make-call.ts';
import { makeSandbox } from './sandbox.ts';

/** A tour that is taken by a program, as a page would take it. */
export interface PlayedTour {
  readonly workbench: Workbench;
  readonly workspace: string;
  readonly home: string;
  /** Sends the message of a step, answers what is asked, and gives what was written until the turn ended. */
  readonly send: (id: TourStepId, answer?: 'yes' | 'no') => Promise<readonly EntryBase[]>;
  readonly entries: () => readonly EntryBase[];
  readonly session: () => SessionId;
  /** The next message begins a new session. */
  readonly beginAnew: () => void;
  readonly progress: () => TourProgress;
}

export async function openTour(): Promise<PlayedTour> {
  const made = await composeTour(makeCall(makeSandbox()), {
    homeUrl: () => 'http://127.0.0.1:4680/',
    leave: () => undefined,
  });
  if (!made.ok) throw new Error(made.error.message);
  const { folder, ...workbench } = made.value;
  onTestFinished(async () => workbench.close());
  let session: SessionId | null = null;
  let known: EntryBase[] = [];
  let messages = 0;
  const named = (): SessionId => {
    if (session === null) throw new Error('no session yet');
    return session;
  };
  return {
    workbench,
    workspace: join(folder, 'corner-shop'),
    home: join(folder, 'home'),
    send: async (step, answer = 'yes') => {
      messages += 1;
      const id = messageIdSchema.parse(`msg-1-${messages}`);
      const command = { type: 'message_send', message_id: id, text: messageOf(step) } as const;
      session = must(await workbench.call('session_send', { session, command })).session;
      const wish = { session, after: known.at(-1)?.seq ?? -1 };
      const fresh = await followTurn(workbench, wish, { message: id, answer });
      known = [...known, ...fresh];
      return fresh;
    },
    entries: () => known,
    session: named,
    beginAnew: () => {
      session = null;
      known = [];
    },
    progress: () => foldTour(known),
  };
}

function messageOf(id: TourStepId): string {
  const deeds = TOUR_STEPS.find((step) => step.id === id)?.deeds ?? [];
  for (const deed of deeds) if (deed.kind === 'message') return deed.text;
  throw new Error(`${id} has no message`);
}

interface FollowedTurn {
  readonly message: string;
  readonly answer: 'yes' | 'no';
}

/** Until the turn of the message ended; a rewind is one too, and may stand before it. */
async function followTurn(
  workbench: Workbench,
  wish: { readonly session: SessionId; readonly after: number },
  { message, answer }: FollowedTurn,
): Promise<readonly EntryBase[]> {
  const following = workbench.follow(wish);
  const fresh: EntryBase[] = [];
  let turn: unknown = null;
  for await (const event of following.events) {
    for (const entry of event.type === 'entries' ? event.entries : []) {
      fresh.push(entry);
      const { event_type: type } = entry;
      if (type === 'turn_started' && fieldOf(entry, 'message_id') === message)
        turn = fieldOf(entry, 'turn_id');
      if (type === 'approval_requested') {
        const approval = String(fieldOf(entry, 'approval_id'));
        const command = { type: 'approval_answer', approval_id: approval, answer } as const;
        must(await workbench.call('session_send', { session: wish.session, command }));
      }
      if (type === 'turn' && fieldOf(entry, 'turn_id') === turn) following.stop();
    }
  }
  return fresh;
}

function fieldOf(entry: EntryBase, name: string): unknown {
  return Reflect.get(entry, name);
}

export function must<Value>(
  result: { ok: true; value: Value } | { ok: false; error: { message: string } },
): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

export async function rewindNewest(workbench: Workbench): Promise<CallOutput<'rewind_run'>> {
  const wish = { direction: 'rewind', cascade: false, partial: false } as const;
  const { fingerprint } = must(await workbench.call('rewind_preview', wish));
  return must(await workbench.call('rewind_run', { ...wish, fingerprint }));
}
