import {
  succeed,
  type Entry,
  type EntryOf,
  type ReadEntry,
  type Result,
  type SessionId,
} from '@rook/contract';
import { readJournal, type Store } from '@rook/engine';

/** What a list says about a session; the texts of its journal are read and let go. */
export interface SessionSummary {
  /** The title, or the beginning of the first question. */
  readonly title: string;
  readonly created: string;
  readonly turns: number;
  readonly entries: number;
  /** Unknown as soon as the cost of one answer is. */
  readonly costUsd: number | null;
  readonly archived: boolean;
}

export async function summarizeSession(store: Store, session: SessionId): Promise<Result<SessionSummary>> {
  const draft = createDraft();
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return batch;
    for (const { read, finished } of batch.value) if (finished) addRead(draft, read);
  }
  const { turns, title, question = '', ...facts } = draft;
  return succeed({ ...facts, title: title === '' ? question : title, turns: turns.size });
}

interface Draft {
  title: string;
  question?: string;
  created: string;
  readonly turns: Set<string>;
  entries: number;
  costUsd: number | null;
  archived: boolean;
}

function createDraft(): Draft {
  return { title: '', created: '', turns: new Set(), entries: 0, costUsd: 0, archived: false };
}

function addRead(draft: Draft, read: ReadEntry): void {
  if (read.kind === 'unreadable') return;
  draft.entries += 1;
  if (draft.created === '') draft.created = read.entry.timestamp;
  if (read.kind === 'known') addEntry(draft, read.entry);
}

function addEntry(draft: Draft, entry: Entry): void {
  switch (entry.event_type) {
    case 'session_start':
      draft.title = entry.session_title ?? draft.title;
      break;
    case 'session_changed':
      draft.title = entry.title ?? draft.title;
      draft.archived = entry.archived ?? draft.archived;
      break;
    case 'message_admitted':
      draft.question ??= beginning(entry.text);
      break;
    case 'turn_started':
      draft.turns.add(entry.turn_id);
      break;
    case 'turn':
      draft.turns.add(entry.turn_id);
      draft.question ??= beginning(entry.user.text);
      break;
    case 'answer_received':
      if (entry.usage !== undefined) draft.costUsd = addCost(draft.costUsd, entry.usage.cost_usd);
      break;
    default:
  }
}

const QUESTION_LENGTH = 1000;

function beginning(text: EntryOf<'message_admitted'>['text']): string {
  return typeof text === 'string' ? text.slice(0, QUESTION_LENGTH) : text.preview;
}

function addCost(sum: number | null, cost: number | null): number | null {
  return sum === null || cost === null ? null : sum + cost;
}
