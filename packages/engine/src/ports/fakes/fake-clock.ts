import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
  /** Moves both clocks forward and wakes every sleeper whose time has come, in order. */
  advance(milliseconds: number): void;
  /** Sets the wall clock alone, as an adjusted system clock does. */
  setWallClock(moment: Date): void;
}

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is moved. */
export function createFakeClock(start = new Date(Date.UTC(2026, 0, 1))): FakeClock {
  let wall = start.getTime();
  let elapsed = 0;
  let sleepers: Sleeper[] = [];

  return {
    now: () => new Date(wall),
    monotonic: () => elapsed,
    sleep: async (milliseconds, signal) => {
      if (milliseconds <= 0 || signal?.aborted === true) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.push({ wakeAt: elapsed + milliseconds, wake: resolve });
      signal?.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    },
    advance: (milliseconds) => {
      wall += milliseconds;
      elapsed += milliseconds;
      const due = sleepers.filter((sleeper) => sleeper.wakeAt <= elapsed);
      sleepers = sleepers.filter((sleeper) => sleeper.wakeAt > elapsed);
      for (const sleeper of due.toSorted((a, b) => a.wakeAt - b.wakeAt)) sleeper.wake();
    },
    setWallClock: (moment) => {
      wall = moment.getTime();
    },
  };
}
