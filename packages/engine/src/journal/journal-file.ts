import { succeed, type EntryBase, type Result, type SessionId } from '@rook/contract';

import type { SessionWriter, Store } from '../ports/store.ts';
import { makeLines } from './make-lines.ts';
import type { EntryWriter, LineSetting, PreparedEntry } from './prepared-entry.ts';
import { readTail, type FoundTail, type JournalTail } from './read-tail.ts';

/** The file of a session: where it ends, and how it goes on after a write that failed. */
export interface JournalFile {
  /** Writes the batch behind what the file itself has to say. Must not be called while it is broken. */
  write(batch: readonly PreparedEntry[], durable: boolean): Promise<Result<readonly EntryBase[]>>;
  /** Whether the last write failed, so that anything up to all of it may be in the file. */
  isBroken(): boolean;
  /** Whether the write that failed may have written the entry. */
  readonly mayHold: (id: string) => boolean;
  /** Reads the file again; answers with what of the failed write is in it. */
  mend(): Promise<Result<readonly EntryBase[]>>;
  tail(): JournalTail;
  /** False once the file did not hold what was written to it or what its anchor names. */
  isIntact(): boolean;
}

export function createJournalFile(setup: {
  readonly store: Store;
  readonly session: SessionId;
  readonly writer: SessionWriter;
  readonly entries: EntryWriter;
  readonly start: LineSetting['start'];
  readonly read: FoundTail;
}): JournalFile {
  const { store, session, writer, entries, start } = setup;
  let { tail } = setup.read;
  /** What must be said before anything else, until it is written. */
  let notes: readonly PreparedEntry[] = setup.read.holds ? [] : [bug(REWRITTEN)];
  let intact = setup.read.holds;
  /** The ids of what a failed write may have written. */
  let tried: ReadonlySet<string> | undefined;

  function bug(description: string): PreparedEntry {
    return entries.write('bug_recorded', { type: 'Journal', by: 'script', description });
  }

  function explainLoss(end: JournalTail): readonly PreparedEntry[] {
    const counts = `it held ${tail.entries} entries and holds ${end.entries} now`;
    const note = bug(`The journal file was cut or replaced while it was open: ${counts}.`);
    if (end.entries > 0 || start === undefined) return [note];
    return [entries.rewrite(start), note];
  }

  return {
    tail: () => tail,
    isIntact: () => intact,
    isBroken: () => tried !== undefined,
    mayHold: (id) => tried?.has(id) === true,
    mend: async () => {
      const reopened = await writer.reopen();
      if (!reopened.ok) return reopened;
      const read = await readTail(store, session, { known: tail, ...(tried === undefined ? {} : { tried }) });
      if (!read.ok) return read;
      const { tail: end, found, holds } = read.value;
      intact &&= holds;
      const there = new Set<string>(found.map(({ event_id: id }) => id));
      const missing = notes.filter(({ id }) => !there.has(id));
      notes = holds ? missing : [...missing, ...explainLoss(end)];
      [tail, tried] = [end, undefined];
      return succeed(found);
    },
    write: async (batch, durable) => {
      const all = notes.length === 0 ? batch : [...notes, ...batch];
      const chunks = all.length === 1 ? [all] : splitBySize(all);
      let written: readonly EntryBase[] = [];
      for (const [index, chunk] of chunks.entries()) {
        const made = makeLines(chunk, tail, entries);
        const result = await writer.append(made.bytes, durable && index === chunks.length - 1);
        written = index === 0 ? made.entries : [...written, ...made.entries];
        if (!result.ok) {
          tried = new Set([...written.map(({ event_id: id }) => id), ...all.map(({ id }) => id)]);
          return result;
        }
        ({ tail } = made);
      }
      notes = [];
      return succeed(written);
    },
  };
}

const CHUNK_CHARS = 8_000_000;

/** Many long entries do not fit into one text; one entry alone always does. An empty batch is one empty write. */
function splitBySize(batch: readonly PreparedEntry[]): readonly (readonly PreparedEntry[])[] {
  const chunks: PreparedEntry[][] = [[]];
  let size = 0;
  for (const entry of batch) {
    if (size > 0 && size + entry.text.length > CHUNK_CHARS) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)?.push(entry);
    size += entry.text.length;
  }
  return chunks;
}

const REWRITTEN =
  'The journal file was cut or rewritten before it was opened: it does not hold what its anchor names.';
