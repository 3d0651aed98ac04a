import type { Clock } from '../ports/clock.ts';

export const QUIET_MILLISECONDS = 500;
/** Where things are never quiet, what waits is written after this time all the same. */
export const LONGEST_WAIT_MILLISECONDS = 5000;

/** Writes a projection a while after the last change, so that many changes cost one write. */
export interface DocumentKeeper {
  /** Says that there is something new to write. */
  changed(): void;
  /** Writes at once what waits; to be called before the process ends. */
  flush(): Promise<void>;
}

/** How long after a change it is written, in milliseconds. */
interface KeepingTimes {
  readonly quiet: number;
  readonly longestWait: number;
}

const USUAL_TIMES: KeepingTimes = { quiet: QUIET_MILLISECONDS, longestWait: LONGEST_WAIT_MILLISECONDS };

/** Only projections are kept this way. An entry is never delayed. `write` must not throw. */
export function createDocumentKeeper(
  clock: Clock,
  write: () => Promise<unknown>,
  { quiet, longestWait } = USUAL_TIMES,
): DocumentKeeper {
  let waiting: AbortController | undefined;
  let [firstChange, lastChange] = [0, 0];
  let writing: Promise<unknown> = Promise.resolve();

  function writeNow(): Promise<unknown> {
    waiting = undefined;
    writing = writing.then(write, write);
    return writing;
  }

  /** Waits as long as changes come; a change only says when it came, because there may be very many. */
  async function writeWhenQuiet(turn: AbortController): Promise<void> {
    while (waiting === turn) {
      const due = Math.min(lastChange + quiet, firstChange + longestWait);
      const left = due - clock.monotonic();
      if (left > 0) await clock.sleep(left, turn.signal);
      else await writeNow();
    }
  }

  return {
    changed: () => {
      lastChange = clock.monotonic();
      if (waiting !== undefined) return;
      firstChange = lastChange;
      waiting = new AbortController();
      void writeWhenQuiet(waiting);
    },
    flush: async () => {
      const turn = waiting;
      if (turn !== undefined) void writeNow();
      turn?.abort();
      await writing;
    },
  };
}
