import type { Clock } from '../ports/clock.ts';

export const QUIET_MILLISECONDS = 500;

/** Writes a projection a while after the last change, so that many changes cost one write. */
export interface DocumentKeeper {
  /** Says that there is something new to write. */
  changed(): void;
  /** Writes at once what waits; to be called before the process ends. */
  flush(): Promise<void>;
}

/** Only projections are kept this way. An entry is never delayed. */
export function createDocumentKeeper(clock: Clock, write: () => Promise<unknown>): DocumentKeeper {
  let waiting: AbortController | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function writeNow(): Promise<unknown> {
    waiting = undefined;
    writing = writing.then(write, write);
    return writing;
  }

  async function writeWhenQuiet(turn: AbortController): Promise<void> {
    await clock.sleep(QUIET_MILLISECONDS, turn.signal);
    if (waiting === turn && !turn.signal.aborted) await writeNow();
  }

  return {
    changed: () => {
      waiting?.abort();
      waiting = new AbortController();
      void writeWhenQuiet(waiting);
    },
    flush: async () => {
      const pending = waiting !== undefined;
      waiting?.abort();
      if (pending) await writeNow();
      await writing;
    },
  };
}
