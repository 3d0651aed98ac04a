import { readWritten, type EntryBase, type ReadEntry, type SessionId } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Store } from '../ports/store.ts';
import { createSummaryFold } from './fold-summary.ts';
import { createDocumentKeeper } from './keep-document.ts';
import { keepSummary } from './summarize-session.ts';

/** Keeps the summary of a session that is being written. */
export interface SummaryKeeper {
  /** What stood in the journal when it was opened. */
  seen(read: ReadEntry): void;
  written(entries: readonly EntryBase[]): void;
  /** Writes at once what waits. */
  flush(): Promise<void>;
}

export function createSummaryKeeper(setup: {
  readonly store: Store;
  readonly session: SessionId;
  readonly clock: Clock;
  readonly log: Log | undefined;
  /** How long the journal file is; undefined once it is not what was read and written here. */
  readonly bytes: () => number | undefined;
}): SummaryKeeper {
  const { store, session, clock, log } = setup;
  const fold = createSummaryFold();
  const keeper = createDocumentKeeper(clock, async () => {
    const bytes = setup.bytes();
    if (bytes === undefined) return;
    const kept = await keepSummary(store, session, { bytes, summary: fold.summary() });
    // A projection that cannot be kept is made anew by whoever needs it.
    if (!kept.ok) log?.write('debug', `The summary was not kept: ${kept.error.message}`, { session });
  });
  return {
    seen: fold.add,
    written: (entries) => {
      for (const entry of entries) {
        if (fold.isSummed(entry.event_type)) fold.add(readWritten(entry));
        else fold.count(entry);
      }
      keeper.changed();
    },
    flush: async () => keeper.flush(),
  };
}
