import type { Entry, EntryOf } from '@rook/contract';

import type { ConversationDraft } from './conversation-draft.ts';
import type { Conversation, SessionMark } from './conversation.ts';
import { readLongText } from './read-long-text.ts';

/** What holds for the session as a whole, and what happens between turns. */
export function foldSession(draft: ConversationDraft, entry: Entry): void {
  const changed = changeSession(draft.conversation, entry);
  const mark = readMark(entry);
  if (changed !== null) draft.conversation = { ...draft.conversation, ...changed };
  if (mark !== null)
    draft.conversation = { ...draft.conversation, marks: [...draft.conversation.marks, mark] };
}

function changeSession(before: Conversation, entry: Entry): Partial<Conversation> | null {
  switch (entry.event_type) {
    case 'session_start': {
      const { session_title: text } = entry;
      return before.title !== null || text === undefined ? null : { title: { text, isByPerson: false } };
    }
    case 'session_changed':
      return { ...readTitle(before, entry), ...readMode(entry) };
    case 'todo_changed':
      return {
        todos: entry.todos.map(({ text, completed }) => ({ text, isDone: completed })),
        todoLists: [...before.todoLists, { seq: entry.seq, texts: entry.todos.map(({ text }) => text) }],
        todosSeq: entry.seq,
      };
    case 'intent_selected':
      return { intent: { id: entry.intent_id } };
    case 'ledger_changed':
      return { isLedgerDegraded: entry.degraded };
    default:
      return null;
  }
}

/** A title that a person gave is not replaced by one that was made. */
function readTitle(before: Conversation, entry: EntryOf<'session_changed'>): Partial<Conversation> {
  const isByPerson = entry.by !== 'script';
  if (entry.title === undefined || (before.title?.isByPerson === true && !isByPerson)) return {};
  return { title: { text: entry.title, isByPerson } };
}

/** Lines name the mode of the settings; what was chosen for the session is an entry of its own. */
function readMode(entry: EntryOf<'session_changed'>): Partial<Conversation> {
  const mode = MODES.find((one) => one === entry.settings?.['mode']);
  return mode === undefined ? {} : { mode };
}

const MODES = ['safe', 'ask', 'allow'] as const;

function readMark(entry: Entry): SessionMark | null {
  const told = describeMark(entry);
  return told === null ? null : { seq: entry.seq, timestamp: entry.timestamp, ...told };
}

function describeMark(entry: Entry): Pick<SessionMark, 'kind' | 'text'> | null {
  switch (entry.event_type) {
    case 'change_set_applied': {
      if (entry.turn_id !== undefined) return null;
      const verb = {
        edit: 'Changed',
        rewind: 'Rewound',
        forward: 'Forwarded',
        by_command: 'A command changed',
      };
      return { kind: 'rewind', text: `${verb[entry.kind]} ${countFiles(entry.files.length)}.` };
    }
    case 'history_compacted':
      return {
        kind: 'history',
        text: 'Older turns are summarised for the model from here on. They stay in the record.',
      };
    case 'session_imported':
      return {
        kind: 'import',
        text: `Imported from ${entry.imported_from.session_id}: ${entry.entries} entries.`,
      };
    case 'journal_repaired':
      return { kind: 'repair', text: `A torn line of the record was sealed (line ${entry.line}).` };
    case 'blobs_pruned':
      return {
        kind: 'blobs',
        text: `Kept bytes were let go (${entry.hashes.length}); what needs them cannot be rewound.`,
      };
    case 'ledger_changed':
      return {
        kind: 'ledger',
        text: entry.degraded
          ? `The ledger cannot be written: ${entry.error?.message ?? ''}`
          : 'The ledger is written again.',
      };
    case 'command_started':
      return entry.turn_id === undefined
        ? { kind: 'command', text: `A command was run: ${readLongText(entry.command).text}` }
        : null;
    default:
      return null;
  }
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
