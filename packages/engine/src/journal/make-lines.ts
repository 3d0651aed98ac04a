import type { EntryBase } from '@rook/contract';

import { lineHash } from './line-hash.ts';
import type { EntryWriter, PreparedEntry } from './prepared-entry.ts';
import { countMarks, type JournalTail } from './read-tail.ts';

interface MadeLines {
  readonly bytes: Uint8Array;
  readonly entries: readonly EntryBase[];
  /** Where the journal ends once the bytes are written. */
  readonly tail: JournalTail;
}

/** Chains the entries behind the tail; closes an unfinished line and seals what a crash tore first. */
export function makeLines(
  prepared: readonly PreparedEntry[],
  tail: JournalTail,
  writer: EntryWriter,
): MadeLines {
  const repairs = tail.unsealed.map((torn) => writer.write('journal_repaired', { ...torn }));
  const entries: EntryBase[] = [];
  let text = tail.unfinished ? '\n' : '';
  let { entries: seq, lines, prev, turns, actions } = tail;
  for (const begun of repairs.length === 0 ? prepared : [...repairs, ...prepared]) {
    const line = `${begun.text},"seq":${seq},"prev":"${prev}"}`;
    entries.push(writer.place(begun, seq, prev));
    text += `${line}\n`;
    prev = lineHash(line);
    [turns, actions] = countMarks(begun.draft, turns, actions);
    seq += 1;
    lines += 1;
  }
  const bytes = Buffer.from(text);
  const place = { entries: seq, lines, bytes: tail.bytes + bytes.length, prev, turns, actions };
  return { bytes, entries, tail: { ...place, unfinished: false, unsealed: [] } };
}
