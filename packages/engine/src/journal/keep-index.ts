import type { SessionId } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { createDocumentKeeper } from './keep-document.ts';

/** Bringing an index up to date looks at every session, so it waits longer than what a session alone needs. */
export const INDEX_TIMES = { quiet: 2000, longestWait: 30_000 };
/** Whoever closes a journal waits so long at most. What is not taken in by then is left to the next search. */
export const CLOSING_MILLISECONDS = 100;

/** Follows a journal and brings the index up to date in the background. No entry waits for it or fails with it. */
export interface IndexKeeper {
  written(): void;
  /** Takes in what waits, as far as there is time for it, and lets go of the index. */
  close(): Promise<void>;
}

/** Opens the index that is kept up to date; undefined where none shall be. */
export type OpenSearchIndex = () => Promise<SearchIndex | undefined>;

export function createIndexKeeper(setup: {
  readonly open: OpenSearchIndex;
  readonly session: SessionId;
  readonly clock: Clock;
  readonly log: Log | undefined;
}): IndexKeeper {
  const { open, session, clock, log } = setup;
  const ending = new AbortController();
  let opened: SearchIndex | undefined;

  async function update(): Promise<void> {
    try {
      opened ??= await open();
      const updated = await opened?.update({ signal: ending.signal });
      if (updated?.ok === false && updated.error.code !== 'cancelled') note('debug', updated.error.message);
    } catch (error) {
      // A fault in a projection must not end a process that is writing a journal.
      note('error', String(error));
    }
  }

  function note(level: 'debug' | 'error', reason: string): void {
    log?.write(level, `The index was not brought up to date: ${reason}`, { session });
  }

  const keeper = createDocumentKeeper(clock, update, INDEX_TIMES);
  return {
    written: () => keeper.changed(),
    close: async () => {
      const closed = new AbortController();
      void clock.sleep(CLOSING_MILLISECONDS, closed.signal).then(() => ending.abort());
      await keeper.flush();
      closed.abort();
      await opened?.close();
      opened = undefined;
    },
  };
}
