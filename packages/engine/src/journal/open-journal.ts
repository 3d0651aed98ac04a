import { fail, succeed, type EntryBase, type EntryDraft, type Result, type SessionId } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { HolderNote, Store } from '../ports/store.ts';
import { createAppendQueue } from './append-queue.ts';
import { createJournalFile } from './journal-file.ts';
import { createEntryWriter } from './prepare-entries.ts';
import type { LineSetting } from './prepared-entry.ts';
import { readTail } from './read-tail.ts';

export interface JournalSetup {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: SessionId;
  readonly holder: HolderNote;
  readonly lines: LineSetting;
  /** When lines are forced to disk: each batch, where the caller says so, or never. */
  readonly sync: 'always' | 'turn' | 'never';
  /** Called with what was written, in order, after it was written. Must not throw. */
  readonly written?: (entries: readonly EntryBase[]) => void;
  readonly log?: Log;
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
  const read = anchor.ok ? await readTail(store, session, { anchor: anchor.value }) : anchor;
  if (!read.ok) {
    await writer.close();
    return read;
  }

  const entries = createEntryWriter(lines, clock, session);
  const file = createJournalFile({ store, session, writer, entries, start: lines.start, read: read.value });
  const queue = createAppendQueue({
    file,
    entries,
    blobs: store.blobs,
    isDurable: (asked) => sync === 'always' || (sync === 'turn' && asked),
    written: (written) => setup.written?.(written),
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
      await writer.close();
      return settled;
    },
  });
}
