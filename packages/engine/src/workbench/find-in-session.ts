import {
  succeed,
  type CallOutput,
  type Entry,
  type EntryBase,
  type Result,
  type SessionId,
} from '@rook/contract';

import { readSearchEntry } from '../journal/search-entry.ts';
import { makeHit } from '../journal/search-scan.ts';
import { readSubstringMeaning } from '../journal/search-substring.ts';
import type { Line } from '../ports/store.ts';
import { readLine } from './journal-tail.ts';
import type { WorkbenchSetup } from './workbench-setup.ts';

type Found = CallOutput<'session_find'>['found'][number];

const MOST_FOUND = 2000;

/** What a conversation shows, so that nothing is found which nobody can see there. */
const SHOWN: ReadonlySet<string> = new Set<Entry['event_type']>([
  'message_admitted',
  'answer_received',
  'reply_read',
  'turn',
  'tool_call_requested',
  'tool_call',
  'tool_call_refused',
  'change_set_applied',
  'change_set_refused',
  'approval_requested',
  'approval_answered',
  'command_started',
  'command_ended',
  'batch_judged',
  'batch_ended',
  'bug_recorded',
]);

/** The turns of a session that have these characters, in their order, each with the first place where they stand. */
export async function findInSession(
  { store }: Pick<WorkbenchSetup, 'store'>,
  session: SessionId,
  text: string,
): Promise<Result<CallOutput<'session_find'>>> {
  const meaning = readSubstringMeaning(text);
  if (!meaning.ok) return meaning;
  const turns = createTurns();
  let number = 0;
  for await (const batch of store.read(session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      number += 1;
      const searched = line.finished && line.whole === undefined ? readSearchEntry(line.bytes) : undefined;
      if (searched === undefined) continue;
      const isFound = SHOWN.has(searched.type) && meaning.value.isMeant(searched.texts);
      if (!isFound && !PLACING.has(searched.type)) continue;
      const entry = readEntry(line);
      if (entry === null) continue;
      const { snippet } = makeHit({ session, line: number }, searched, meaning.value);
      const marks = snippet.marks.map(([start, end]): [number, number] => [start, end]);
      turns.place(entry, isFound ? { seq: entry.seq, type: searched.type, text: snippet.text, marks } : null);
    }
  }
  const found = turns.list();
  return succeed({ found: found.slice(0, MOST_FOUND), more: found.length > MOST_FOUND });
}

/** What says to which turn a message belongs. */
const PLACING: ReadonlySet<string> = new Set<Entry['event_type']>(['message_admitted', 'turn_started']);

function readEntry(line: Line): EntryBase | null {
  const read = readLine(line);
  return read === null || read.kind === 'unreadable' ? null : read.entry;
}

type Hit = Omit<Found, 'turn' | 'message'>;

interface Place {
  turn: string | null;
  message: string | null;
  hit: Hit | null;
}

function createTurns(): {
  place(entry: EntryBase, hit: Hit | null): void;
  list(): Found[];
} {
  const places: Place[] = [];
  const byTurn = new Map<string, Place>();
  const byMessage = new Map<string, Place>();
  const add = (turn: string | null, message: string | null): Place => {
    const known = (turn === null ? undefined : byTurn.get(turn)) ?? byMessage.get(message ?? '');
    const one = known ?? { turn, message, hit: null };
    if (known === undefined) places.push(one);
    one.turn ??= turn;
    one.message ??= message;
    if (turn !== null) byTurn.set(turn, one);
    if (message !== null) byMessage.set(message, one);
    return one;
  };
  return {
    place: (entry, hit) => {
      const steers = textOf(entry['steers']);
      const turn = textOf(entry['turn_id']) ?? steers;
      // What steers a turn is said in it, and is no turn of its own.
      const message = steers === null ? textOf(entry['message_id']) : null;
      if (turn === null && message === null) return;
      const one = add(turn, message);
      one.hit ??= hit;
    },
    list: () => places.flatMap(({ turn, message, hit }) => (hit === null ? [] : [{ turn, message, ...hit }])),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
