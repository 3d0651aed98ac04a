import type {
  ChangeSetId,
  ContentHash,
  Entry,
  EntryOf,
  EntryType,
  IntentId,
  ReadEntry,
  TracedCall,
  TracedChange,
  TurnId,
} from '@rook/contract';

import { givesRight } from '../journal/gives-right.ts';
import { describeTracedFiles } from './describe-traced-files.ts';
import { traceId } from './trace-id.ts';

/** A change set whose class is not known yet: that takes the contents. */
interface ChangeDraft {
  readonly seq: number;
  readonly line: Pick<
    TracedChange,
    | 'id'
    | 'timestamp'
    | 'type'
    | 'session_id'
    | 'turn_id'
    | 'change_set_id'
    | 'kind'
    | 'intent_id'
    | 'revision_id'
    | 'files'
  >;
}

/** What belongs into the ledger, and which entry of the session says so. */
export type TraceDraft = { readonly seq: number; readonly line: TracedCall } | ChangeDraft;

/** Makes the lines of the ledger from the entries of one session, in order. */
export interface TraceFold {
  readonly add: (read: ReadEntry) => void;
  readonly drafts: () => readonly TraceDraft[];
}

/** The types of entries that it looks at. */
export const TRACED_TYPES = [
  'turn_started',
  'answer_received',
  'intent_selected',
  'tool_call_allowed',
  'tool_call_refused',
  'change_set_applied',
  'tool_call',
] as const satisfies readonly EntryType[];

interface FoldedTurn {
  isGoverned: boolean;
  model: string | null;
  readonly calls: Map<string, FoldedCall>;
  /** The call that may change something now: such calls never run side by side. */
  acting: FoldedCall | null;
}

interface FoldedCall {
  readonly verdict: EntryOf<'tool_call_allowed'> | EntryOf<'tool_call_refused'>;
  readonly changeSets: ChangeSetId[];
}

const MOST_MESSAGE = 300;

/** What was imported happened elsewhere, and is none of the work here. */
export function createTraceFold(): TraceFold {
  const drafts: TraceDraft[] = [];
  const turns = new Map<TurnId, FoldedTurn>();
  let intent: IntentId | null = null;
  let current: FoldedTurn | null = null;

  function turnOf(id: TurnId): FoldedTurn {
    const known = turns.get(id);
    if (known !== undefined) return known;
    const turn: FoldedTurn = { isGoverned: false, model: null, calls: new Map(), acting: null };
    turns.set(id, turn);
    return turn;
  }

  function judge(entry: FoldedCall['verdict']): void {
    const turn = turnOf(entry.turn_id);
    const call: FoldedCall = { verdict: entry, changeSets: [] };
    turn.calls.set(entry.tool_use_id, call);
    if (entry.event_type === 'tool_call_allowed') {
      if (entry.effect !== 'read') turn.acting = call;
    } else if (entry.rule === 'intent') turn.isGoverned = true;
  }

  function addChange(entry: EntryOf<'change_set_applied'>): void {
    if (entry.intent_id === null) return;
    const turn = entry.turn_id === undefined ? null : turnOf(entry.turn_id);
    if (turn !== null) turn.isGoverned = true;
    turn?.acting?.changeSets.push(entry.change_set_id);
    const hash = turn?.acting === null || turn === null ? null : hashOf(turn.acting.verdict);
    const { seq } = entry;
    drafts.push({ seq, line: changeLine(entry, entry.intent_id, { model: turn?.model ?? null, hash }) });
  }

  function addCall(entry: EntryOf<'tool_call'>): void {
    const turn = turnOf(entry.turn_id);
    const { tool_use_id: id = '' } = entry;
    const call = turn.calls.get(id) ?? null;
    turn.calls.delete(id);
    if (turn.acting === call) turn.acting = null;
    if (turn.isGoverned)
      drafts.push({ seq: entry.seq, line: callLine(entry, call, { intent, model: turn.model }) });
  }

  function addEntry(entry: Entry): void {
    switch (entry.event_type) {
      case 'turn_started':
        current = turnOf(entry.turn_id);
        current.model = entry.model ?? null;
        current.isGoverned = entry.governed === true;
        break;
      case 'answer_received':
        turnOf(entry.turn_id).model = entry.model;
        break;
      case 'intent_selected':
        intent = entry.intent_id;
        if (current !== null && current.calls.size > 0) current.isGoverned = true;
        break;
      case 'tool_call_allowed':
      case 'tool_call_refused':
        judge(entry);
        break;
      case 'change_set_applied':
        addChange(entry);
        break;
      case 'tool_call':
        addCall(entry);
        break;
      default:
    }
  }

  return {
    add: (read) => {
      if (read.kind === 'known' && givesRight(read.entry)) addEntry(read.entry);
    },
    drafts: () => drafts,
  };
}

function hashOf(verdict: FoldedCall['verdict']): ContentHash | null {
  return verdict.event_type === 'tool_call_allowed' ? (verdict.content_hash ?? null) : null;
}

function callLine(
  entry: EntryOf<'tool_call'>,
  call: FoldedCall | null,
  { intent, model }: { readonly intent: IntentId | null; readonly model: string | null },
): TracedCall {
  const { result } = entry;
  const verdict = call?.verdict;
  const refused = verdict?.event_type === 'tool_call_refused' ? verdict : undefined;
  const allowed = verdict?.event_type === 'tool_call_allowed' ? verdict : undefined;
  const message = refused?.error.message ?? result.error;
  return {
    id: traceId(entry),
    timestamp: entry.timestamp,
    type: 'call',
    session_id: entry.session_id,
    turn_id: entry.turn_id,
    tool_use_id: entry.tool_use_id ?? '',
    tool_name: entry.tool.name,
    intent_id: intent,
    mode: entry.mode.safety,
    model_id: model,
    effect: allowed?.effect ?? null,
    allowed: allowed !== undefined,
    decided_by: allowed?.by ?? refused?.rule ?? null,
    ok: result.ok,
    ...(refused === undefined ? {} : { code: refused.error.code }),
    ...(message === undefined ? {} : { message: message.slice(0, MOST_MESSAGE) }),
    content_hash: allowed?.content_hash ?? null,
    change_sets: call?.changeSets ?? [],
  };
}

function changeLine(
  entry: EntryOf<'change_set_applied'>,
  intent: IntentId,
  { model, hash }: { readonly model: string | null; readonly hash: ContentHash | null },
): ChangeDraft['line'] {
  const { turn_id: turn, by } = entry;
  const author =
    by === 'assistant' && entry.kind !== 'by_command'
      ? { entity_type: 'AI' as const, ...(model === null ? {} : { model_identifier: model }) }
      : { entity_type: 'UNKNOWN' as const };
  return {
    id: traceId(entry),
    timestamp: entry.timestamp,
    type: 'change',
    session_id: entry.session_id,
    ...(turn === undefined ? {} : { turn_id: turn }),
    change_set_id: entry.change_set_id,
    kind: entry.kind,
    intent_id: intent,
    revision_id: entry.revision_id ?? null,
    files: describeTracedFiles(entry, { author, intent, hash }),
  };
}
