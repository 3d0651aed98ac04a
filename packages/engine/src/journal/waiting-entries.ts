import type { EntryBase } from '@rook/contract';

import type { EntryWriter, PreparedEntry } from './prepared-entry.ts';

/** How many entries wait in memory at most while the file cannot be written. */
export const MOST_BUFFERED = 50;

/** Entries between the call that brought them and the file. */
export interface WaitingEntries {
  add(prepared: readonly PreparedEntry[]): void;
  /** From now on all that waits is being written. */
  begin(): void;
  /** What a try has to write: that some were lost, and what is being written. */
  batch(): readonly PreparedEntry[];
  /** What reached the file although its write failed is not written again, and not lost. */
  takeOut(found: readonly EntryBase[]): void;
  /** What was being written is written. */
  finish(): void;
  /** Puts back what was not written, before what came since; the oldest go when too many wait. */
  putBack(mayBeWritten: (id: string) => boolean): void;
  /** Gives up entries that could not even be prepared. */
  lose(count: number): void;
  count(): number;
  lost(): number;
}

export function createWaitingEntries(entries: EntryWriter): WaitingEntries {
  let buffer: PreparedEntry[] = [];
  let writing: readonly PreparedEntry[] = [];
  let lost = 0;
  let lostNote = { id: '', count: 0 };
  /** Given up as lost, although the write that failed may have put them into the file. */
  let dropped: string[] = [];

  return {
    add: (prepared) => {
      buffer.push(...prepared);
    },
    begin: () => {
      [writing, buffer] = [buffer, []];
    },
    batch: () => {
      lostNote = { id: '', count: 0 };
      if (lost === 0) return writing;
      // Made anew for each try, because more may be lost until one succeeds.
      const description = `${lost} entries could not be kept while the journal could not be written.`;
      const note = entries.write('bug_recorded', { type: 'Journal', by: 'script', description });
      lostNote = { id: note.id, count: lost };
      return [note, ...writing];
    },
    takeOut: (found) => {
      const there = new Set<string>(found.map(({ event_id: id }) => id));
      writing = writing.filter(({ id }) => !there.has(id));
      if (there.has(lostNote.id)) lost -= lostNote.count;
      lost -= dropped.filter((id) => there.has(id)).length;
      dropped = [];
    },
    lose: (count) => {
      lost += count;
    },
    finish: () => {
      // More may have been given up while the note about the others was being written.
      lost -= lostNote.count;
      [writing, lostNote] = [[], { id: '', count: 0 }];
    },
    putBack: (mayBeWritten) => {
      const all = [...writing, ...buffer];
      const oldest = all.slice(0, Math.max(0, all.length - MOST_BUFFERED)).map(({ id }) => id);
      lost += oldest.length;
      dropped.push(...oldest.filter(mayBeWritten));
      [writing, buffer] = [[], all.slice(oldest.length)];
    },
    count: () => writing.length + buffer.length,
    lost: () => lost,
  };
}
