import type { Clock } from '../ports/clock.ts';

/** Writes something down from time to time while it changes. */
export interface RegularNotes {
  /** It is other than it was. */
  changed(): void;
  /** Nothing is written any more, and what is being written has ended. */
  stop(): Promise<void>;
}

/** What changed after a while in which nothing did is written soon; then it waits, however much comes. */
const SOON_MILLISECONDS = 200;
const BETWEEN_MILLISECONDS = 1000;

export function noteRegularly(clock: Clock, note: () => Promise<void>): RegularNotes {
  const over = new AbortController();
  let isChanged = false;
  let round: Promise<void> | null = null;
  let lastNote = Number.NEGATIVE_INFINITY;

  const goRound = async (): Promise<void> => {
    while (isChanged) {
      const wait = lastNote + BETWEEN_MILLISECONDS - clock.monotonic();
      await clock.sleep(Math.max(SOON_MILLISECONDS, wait), over.signal);
      if (over.signal.aborted) break;
      isChanged = false;
      await note();
      lastNote = clock.monotonic();
    }
    round = null;
  };

  return {
    changed: () => {
      isChanged = true;
      if (!over.signal.aborted) round ??= goRound();
    },
    stop: async () => {
      over.abort();
      await round;
    },
  };
}
