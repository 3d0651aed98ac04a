import type { Following, FollowWish, Result, WorkbenchEvent } from '@rook/contract';

import { orderEntries } from './order-entries.ts';
import type { Sleep } from './sleep.ts';

/** Opens the events behind `after` once. They end when the way breaks, or when the signal says so. */
export type OpenEvents = (
  wish: FollowWish,
  signal: AbortSignal,
) => Promise<Result<AsyncIterable<WorkbenchEvent>>>;

export interface Healing {
  readonly sleep: Sleep;
  /** From 0 to 1, so that many surfaces do not come back in the same moment. */
  readonly random: () => number;
}

/**
 * Follows over a way that may break: it is opened again behind the last entry that was told, and no entry is told twice,
 * out of order or not at all.
 */
export function followHealing(open: OpenEvents, wish: FollowWish, healing: Healing): Following {
  const stopper = new AbortController();
  return {
    events: tellAll(open, wish, healing, stopper.signal),
    stop: () => {
      stopper.abort();
    },
  };
}

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;
const MOST_DOUBLINGS = 5;

async function* tellAll(
  open: OpenEvents,
  wish: FollowWish,
  { sleep, random }: Healing,
  stopped: AbortSignal,
): AsyncGenerator<WorkbenchEvent, void, void> {
  const place: Place = { wish, last: wish.after, hole: null, breaks: 0 };
  let isDown = false;
  let said: string | null = null;
  while (!stopped.aborted) {
    const way = new AbortController();
    const signal = AbortSignal.any([stopped, way.signal]);
    const opened = await open({ session: wish.session, after: place.last }, signal);
    if (opened.ok) {
      try {
        if (isDown) yield { type: 'link', isUp: true };
        isDown = false;
        said = null;
        const end = yield* tellOne(opened.value, place, stopped);
        if (end === 'gone') return;
        if (end === 'hole') continue;
      } finally {
        way.abort();
      }
    }
    if (stopped.aborted) return;
    if (!isDown) yield { type: 'link', isUp: false };
    isDown = true;
    if (!opened.ok && !opened.error.retryable && opened.error.message !== said) {
      said = opened.error.message;
      yield { type: 'notice', text: said };
    }
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(place.breaks, MOST_DOUBLINGS));
    place.breaks += 1;
    await sleep(pause * (0.5 + random() / 2), stopped);
  }
}

interface Place {
  readonly wish: FollowWish;
  /** The `seq` of the last entry that was told. */
  last: number;
  /** Where entries were missing when they were asked for last. */
  hole: { readonly last: number; readonly before: number } | null;
  /** How often the way broke without telling anything. */
  breaks: number;
}

type End = 'broken' | 'hole' | 'gone';

async function* tellOne(
  events: AsyncIterable<WorkbenchEvent>,
  place: Place,
  stopped: AbortSignal,
): AsyncGenerator<WorkbenchEvent, End, void> {
  let isGone = false;
  for await (const event of untilStopped(events, stopped)) {
    place.breaks = 0;
    isGone = event.type === 'gone';
    if (event.type !== 'entries' || place.wish.session === null) {
      yield event;
      continue;
    }
    const known = place.hole?.last === place.last ? place.hole.before : null;
    const { next, holeBefore } = orderEntries(event.entries, place.last, known);
    const newest = next.at(-1);
    if (newest !== undefined) {
      place.last = newest.seq;
      yield { type: 'entries', entries: [...next] };
    }
    if (holeBefore === null) continue;
    place.hole = { last: place.last, before: holeBefore };
    return 'hole';
  }
  return isGone ? 'gone' : 'broken';
}

/** Ends with the signal also where the source does not, and takes a source that throws for one that ended. */
async function* untilStopped(
  events: AsyncIterable<WorkbenchEvent>,
  stopped: AbortSignal,
): AsyncGenerator<WorkbenchEvent, void, void> {
  const source = events[Symbol.asyncIterator]();
  const end = Promise.withResolvers<null>();
  const finish = (): void => {
    end.resolve(null);
  };
  stopped.addEventListener('abort', finish);
  try {
    while (!stopped.aborted) {
      const step = source.next().catch(() => null);
      const taken = await Promise.race([step, end.promise]);
      if (taken === null || taken.done === true) return;
      yield taken.value;
    }
  } finally {
    stopped.removeEventListener('abort', finish);
    // Who waits in a source that hangs must not be kept by it.
    void source.return?.().catch(() => undefined);
  }
}
