import {
  fail,
  succeed,
  type EntryBase,
  type EntryDraft,
  type ReadEntry,
  type Result,
  type SessionId,
} from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { HolderNote, Store } from '../ports/store.ts';
import { createAppendQueue } from './append-queue.ts';
import { createJournalFile } from './journal-file.ts';
import { createIndexKeeper, type OpenSearchIndex } from './keep-index.ts';
import { createSummaryKeeper } from './keep-summary.ts';
import { createEntryWriter } from './prepare-entries.ts';
import type { LineSetting } from './prepared-entry.ts';
import { readTail, type FoundTail } from './read-tail.ts';

export interface JournalSetup {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: SessionId;
  readonly holder: HolderNote;
  readonly lines: LineSetting;
  /** When lines are forced to disk: each batch, where the caller says so, or never. */
  readonly sync: 'always' | 'turn' | 'never';
  /** Called with what stood in the journal when it was opened, in order. Must not throw. */
  readonly seen?: (read: ReadEntry) => void;
  /** Called with what was written, in order, after it was written. Must not throw. */
  readonly written?: (entries: readonly EntryBase[]) => void;
  readonly log?: Log;
  /** The index that is brought up to date in the background; opened when something was written. */
  readonly index?: OpenSearchIndex;
}

export interface Journal {
  readonly session: SessionId;
  /**
   * Writes the drafts in order. Success means that they are in the file. On failure they wait in memory,
   * go first with the next try, and count as `unwritten` until then. Does not throw.
   */
  append(
    drafts: readonly EntryDraft[],
    options?: { readonly durable?: boolean },
  ): Promise<Result<readonly EntryBase[]>>;
  /** While anything is unwritten or lost, no effect but reading may happen. */
  state(): JournalState;
  /** Forces the file to disk and sets the anchor: what stands here can no longer be cut unnoticed. */
  settle(): Promise<Result<void>>;
  /** Writes what waits, sets the anchor and gives the session free. */
  close(): Promise<Result<void>>;
}

export interface JournalState {
  readonly entries: number;
  readonly unwritten: number;
  /** Entries that had to be given up because too many waited. */
  readonly lost: number;
  readonly turns: number;
  readonly actions: number;
}

/** Takes the session, mends a torn end, and writes to it until it is closed. */
export async function openJournal(setup: JournalSetup): Promise<Result<Journal>> {
  const { store, session, lines, clock, sync, log } = setup;
  const opened = await store.open(session, setup.holder);
  if (!opened.ok) return opened;
  const writer = opened.value;
  const anchor = await store.anchors.get(session);
  const bytes = (): number | undefined => (file.isIntact() ? file.tail().bytes : undefined);
  const summary = createSummaryKeeper({ store, session, clock, log, bytes });
  const index =
    setup.index === undefined ? undefined : createIndexKeeper({ open: setup.index, session, clock, log });
  const foreign = new Set<string>();
  const seen = (read: ReadEntry): void => {
    summary.seen(read);
    setup.seen?.(read);
    if (read.kind === 'foreign' && foreign.size < MOST_NAMED) foreign.add(read.entry.event_type);
  };
  const read = anchor.ok ? await readTail(store, session, { anchor: anchor.value, seen }) : anchor;
  if (!read.ok) {
    await writer.close();
    return read;
  }

  if (log !== undefined) logFindings(log, session, read.value, foreign);
  const entries = createEntryWriter(lines, clock, session);
  const file = createJournalFile({ store, session, writer, entries, start: lines.start, read: read.value });
  const queue = createAppendQueue({
    file,
    entries,
    blobs: store.blobs,
    isDurable: (asked) => sync === 'always' || (sync === 'turn' && asked),
    written: (written) => {
      summary.written(written);
      if (written.length > 0) index?.written();
      setup.written?.(written);
    },
    failed: (reason, state) =>
      log?.write('warn', `The journal cannot be written: ${reason}`, { session, ...state }),
  });

  const settle = async (): Promise<Result<void>> => {
    const synced = await queue.append([], true);
    if (!synced.ok) return fail(synced.error);
    const { entries: count, prev } = file.tail();
    // The anchor of a file that was cut or rewritten stays where it is: it is the proof.
    return count === 0 || !file.isIntact()
      ? succeed(undefined)
      : store.anchors.set(session, { seq: count - 1, hash: prev });
  };

  return succeed({
    session,
    append: (drafts, options) => queue.append(drafts, options?.durable === true),
    state: () => {
      const { entries: count, turns, actions } = file.tail();
      return { entries: count, turns, actions, ...queue.state() };
    },
    settle,
    close: async () => {
      const settled = await settle();
      await summary.flush();
      await writer.close();
      // When the session is free already: nobody else waits for an index.
      await index?.close();
      return settled;
    },
  });
}

/** Whoever made a workspace may have put any number of them into its journals. */
const MOST_NAMED = 20;

/** What is worth knowing for whoever looks for a fault in how a session is taken up again. */
function logFindings(
  log: Log,
  session: SessionId,
  { tail, holds }: FoundTail,
  foreign: ReadonlySet<string>,
): void {
  if (!holds) log.write('error', 'The journal does not hold what its anchor names.', { session });
  for (const { line, bytes } of tail.unsealed)
    log.write('warn', 'A line was torn by a crash and is sealed now.', { session, line, bytes });
  if (foreign.size > 0)
    log.write('debug', 'The journal holds entries of types that this version does not know.', {
      session,
      types: [...foreign],
    });
}
