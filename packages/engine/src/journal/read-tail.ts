import {
  FIRST_PREV,
  succeed,
  type EntryBase,
  type ReadEntry,
  type Result,
  type SessionId,
} from '@rook/contract';

import type { Anchor, Store } from '../ports/store.ts';
import { readJournal, type JournalLine } from './read-journal.ts';

interface TornLine {
  readonly line: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Where a journal ends, and what the next entry has to say about it. */
export interface JournalTail {
  readonly entries: number;
  readonly lines: number;
  readonly bytes: number;
  /** What the next line has to name as the line before it. */
  readonly prev: string;
  /** Whether the last line lacks its line break. */
  readonly unfinished: boolean;
  /** Lines at the end that a crash tore and that no repair names yet. */
  readonly unsealed: readonly TornLine[];
  readonly turns: number;
  readonly actions: number;
}

/** What a reader of the end looks for on the way there. */
export interface TailSearch {
  /** Entries that an earlier try may have written. */
  readonly tried?: ReadonlySet<string>;
  /** Where the file ended when it was last known. */
  readonly known?: Pick<JournalTail, 'lines' | 'prev'>;
  readonly anchor?: Anchor | null;
  /** Called with every line; an unfinished one that can be read is finished by the next write. */
  readonly seen?: (read: ReadEntry) => void;
}

export interface FoundTail {
  readonly tail: JournalTail;
  /** The entries that were looked for and are there, in order. */
  readonly found: readonly EntryBase[];
  /** Whether the known end, and the anchor, are still part of the file. */
  readonly holds: boolean;
}

/** A crash tears one line, and one more for each mending that is torn too; more than this is no crash. */
const SEAL_LIMIT = 50;

const EMPTY: JournalTail = {
  entries: 0,
  lines: 0,
  bytes: 0,
  prev: FIRST_PREV,
  unfinished: false,
  unsealed: [],
  turns: 0,
  actions: 0,
};

/** Reads a session to its end. */
export async function readTail(
  store: Store,
  session: SessionId,
  { tried, known = EMPTY, anchor = null, seen }: TailSearch = {},
): Promise<Result<FoundTail>> {
  let tail = EMPTY;
  let [holdsKnown, holdsAnchor] = [known.lines === 0, anchor === null];
  const found: EntryBase[] = [];
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      if (line.number === known.lines) holdsKnown = line.hash === known.prev;
      if (line.read.kind !== 'unreadable') {
        if (tail.entries === anchor?.seq) holdsAnchor = line.hash === anchor.hash;
        if (tried?.has(line.read.entry.event_id) === true) found.push(line.read.entry);
      }
      seen?.(line.read);
      tail = advanceTail(tail, line);
    }
  }
  return succeed({ tail, found, holds: holdsKnown && holdsAnchor });
}

function advanceTail(tail: JournalTail, line: JournalLine): JournalTail {
  const { number, bytes, hash, finished, read } = line;
  // A repair that lacks nothing but its line break seals its line as soon as it has one.
  const open = read.kind === 'unreadable' ? tail.unsealed : withoutSealed(tail.unsealed, line);
  const isTorn = (read.kind === 'unreadable' || !finished) && open.length < SEAL_LIMIT;
  const unsealed = isTorn ? [...open, { line: number, bytes, sha256: hash }] : open;
  const total = tail.bytes + bytes + (finished ? 1 : 0);
  const next = { ...tail, lines: number, bytes: total, prev: hash, unfinished: !finished, unsealed };
  if (read.kind === 'unreadable') return next;
  const [turns, actions] = countMarks(read.entry, tail.turns, tail.actions);
  return { ...next, turns, actions, entries: tail.entries + 1 };
}

/** A repair seals the line that it names; behind any other entry it is too late to seal one. */
function withoutSealed(unsealed: readonly TornLine[], { read }: JournalLine): readonly TornLine[] {
  if (unsealed.length === 0 || read.kind !== 'known' || read.entry.event_type !== 'journal_repaired')
    return [];
  const { line } = read.entry;
  return unsealed.filter((torn) => torn.line !== line);
}

/** The highest numbers of a turn and of an action that were seen, this entry included. */
export function countMarks(
  entry: { readonly event_type: string; readonly turn_id?: unknown; readonly action_id?: unknown },
  turns: number,
  actions: number,
): [number, number] {
  return [Math.max(turns, numberOf(entry.turn_id, 't')), Math.max(actions, numberOf(entry.action_id, 'a'))];
}

/** The shape of ids of turns and actions; a number of any length may stand in what somebody else wrote. */
const COUNTED = /^[ta]\d{4,9}$/;

function numberOf(id: unknown, letter: string): number {
  return typeof id === 'string' && id.startsWith(letter) && COUNTED.test(id) ? Number(id.slice(1)) : 0;
}
