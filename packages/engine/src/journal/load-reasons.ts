import {
  parseEntry,
  succeed,
  type Entry,
  type EntryOf,
  type EntryType,
  type Result,
  type SessionId,
} from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';
import type { HistorySet } from './history-set.ts';

/** Why a change set was made, as far as its session tells. */
export interface ChangeReason {
  /** What the person had said that the turn answers; null where nothing tells it. */
  readonly prompt: string | null;
  /** What the person said while the turn ran, before the change. */
  readonly further: readonly string[];
  readonly model: string | null;
  /** Null where nothing tells who allowed it. */
  readonly approval: ChangeApproval | null;
}

interface ChangeApproval {
  /** `rules`, a flag, a rule of the user, or an approval with its id. */
  readonly allowedBy: string;
  /** Of a person who was asked. */
  readonly answer: {
    readonly id: string;
    readonly by: string;
    readonly scope: EntryOf<'approval_answered'>['scope'];
    readonly timestamp: string;
    readonly reason: string | null;
  } | null;
}

type ReasonSets = readonly Pick<HistorySet, 'session' | 'id' | 'turn' | 'ledger'>[];

/** Reads each session once; of its lines only those are parsed that are about one of the sets. By `session/id`. */
export async function loadReasons(
  store: Pick<Store, 'read'>,
  sets: ReasonSets,
): Promise<Result<ReadonlyMap<string, ChangeReason>>> {
  const reasons = new Map<string, ChangeReason>();
  for (const { session, id, ledger } of sets)
    if (ledger !== undefined)
      reasons.set(`${session}/${id}`, { prompt: null, further: [], model: ledger.model, approval: null });
  const kept = sets.filter(({ ledger }) => ledger === undefined);
  for (const session of new Set(kept.map((set) => set.session))) {
    const own = kept.filter((set) => set.session === session);
    const notes = await readNotes(store, session, new Set(own.map(({ id }) => id)));
    if (!notes.ok) return notes;
    for (const set of own) reasons.set(`${session}/${set.id}`, reasonOf(notes.value, set));
  }
  return succeed(reasons);
}

/** Lines as they lie in the file, by what they are about. */
interface SessionNotes {
  readonly messages: Map<string, string>;
  readonly turns: Map<string, string>;
  readonly answers: Map<string, string>;
  /** Models, by turn. */
  readonly models: Map<string, string>;
  /** The call that was allowed last when the set began, and what had been said on the way. */
  readonly begun: Map<string, { readonly allowed: string | undefined; readonly said: readonly string[] }>;
}

const TYPE = /"event_type":"([a-z_]+)"/u;
const TYPES: ReadonlySet<string> = new Set<EntryType>([
  'message_admitted',
  'turn_started',
  'answer_received',
  'tool_call_allowed',
  'approval_answered',
  'change_set_started',
]);
const MARK = Buffer.from('"event_type":"');
const TURN = /"turn_id":"(t\d+)"/u;

async function readNotes(
  store: Pick<Store, 'read'>,
  session: SessionId,
  wanted: ReadonlySet<string>,
): Promise<Result<SessionNotes>> {
  const notes: SessionNotes = {
    messages: new Map(),
    turns: new Map(),
    answers: new Map(),
    models: new Map(),
    begun: new Map(),
  };
  const allowed = new Map<string, string>();
  const said = new Map<string, string[]>();
  for await (const batch of store.read(session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      const { type, text } = readLine(line);
      const turn = TURN.exec(text)?.[1] ?? '';
      if (type === 'message_admitted') {
        notes.messages.set(/"message_id":"([^"]+)"/u.exec(text)?.[1] ?? '', text);
        const steered = /"steers":"(t\d+)"/u.exec(text)?.[1];
        if (steered !== undefined) said.set(steered, [...(said.get(steered) ?? []), text]);
      } else if (type === 'turn_started') notes.turns.set(turn, text);
      else if (type === 'answer_received') notes.models.set(turn, text);
      else if (type === 'tool_call_allowed' && !text.includes('"effect":"read"')) allowed.set(turn, text);
      else if (type === 'approval_answered')
        notes.answers.set(/"approval_id":"([^"]+)"/u.exec(text)?.[1] ?? '', text);
      else if (type === 'change_set_started') {
        const id = /"change_set_id":"([^"]+)"/u.exec(text)?.[1] ?? '';
        if (wanted.has(id))
          notes.begun.set(id, { allowed: allowed.get(turn), said: [...(said.get(turn) ?? [])] });
      }
    }
  }
  return succeed(notes);
}

/** The first type in a line is its own: nothing before it can hold one. */
function readLine({ bytes, finished, whole }: Line): { readonly type: string; readonly text: string } {
  const none = { type: '', text: '' };
  if (!finished || whole !== undefined) return none;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(MARK);
  if (at === -1) return none;
  const type = TYPE.exec(buffer.toString('latin1', at, at + 60))?.[1] ?? '';
  return TYPES.has(type) ? { type, text: buffer.toString('utf8') } : none;
}

function reasonOf(notes: SessionNotes, { id, turn }: ReasonSets[number]): ChangeReason {
  const begun = notes.begun.get(id);
  const started = parse(notes.turns.get(turn ?? ''), 'turn_started');
  const message = parse(notes.messages.get(started?.message_id ?? ''), 'message_admitted');
  const answer = parse(notes.models.get(turn ?? ''), 'answer_received');
  const further = (begun?.said ?? []).flatMap((text) => {
    const steering = parse(text, 'message_admitted');
    return steering === null ? [] : [readText(steering.text)];
  });
  return {
    prompt: message === null ? null : readText(message.text),
    further,
    model: answer?.model ?? started?.model ?? null,
    approval: approvalOf(notes, parse(begun?.allowed, 'tool_call_allowed')),
  };
}

function approvalOf(
  { answers }: SessionNotes,
  allowed: EntryOf<'tool_call_allowed'> | null,
): ChangeApproval | null {
  if (allowed === null) return null;
  const id = /^approval (.+)$/u.exec(allowed.by)?.[1];
  const answered = parse(answers.get(id ?? ''), 'approval_answered');
  if (id === undefined || answered?.answer !== 'yes') return { allowedBy: allowed.by, answer: null };
  const { by, scope, timestamp, reason = null } = answered;
  return { allowedBy: allowed.by, answer: { id, by, scope, timestamp, reason } };
}

/** Of a text that was too long for its line, the beginning. */
function readText(text: EntryOf<'message_admitted'>['text']): string {
  return typeof text === 'string' ? text : `${text.preview}…`;
}

function parse<Type extends EntryType>(text: string | undefined, type: Type): EntryOf<Type> | null {
  if (text === undefined) return null;
  try {
    const read = parseEntry(JSON.parse(text));
    return read.kind === 'known' && isOf(read.entry, type) ? read.entry : null;
  } catch {
    return null;
  }
}

function isOf<Type extends EntryType>(entry: Entry, type: Type): entry is EntryOf<Type> {
  return entry.event_type === type;
}
