import type { EntryType } from '@rook/contract';

/**
 * Where the searched texts of each type stand: names joined with dots, through lists as through objects. What lies
 * there may be text, a cut field or any JSON value.
 */
const TEXT_FIELDS = {
  session_start: ['session_title'],
  turn: ['user.text', 'user.selection_context', 'assistant.text', 'assistant.summary'],
  tool_call: ['tool.name', 'tool.input', 'result.reply', 'result.error'],
  tag: ['tags', 'note'],
  action: ['title', 'details', 'tags'],
  health: ['checks.known_conflicts'],
  message_admitted: ['text', 'files'],
  turn_started: [],
  answer_received: ['text'],
  tool_call_requested: ['tool.name', 'tool.input'],
  tool_call_allowed: [],
  tool_call_refused: ['rule', 'error.code', 'error.message'],
  change_set_started: [],
  change_set_applied: ['files.path', 'files.renamed_from', 'intent_id'],
  change_set_refused: [
    'files.path',
    'files.renamed_from',
    'intent_id',
    'files.error.message',
    'error.code',
    'error.message',
  ],
  file_shown: ['path'],
  budget_reserved: [],
  budget_settled: [],
  session_changed: ['title', 'labels', 'status'],
  approval_requested: ['question', 'preview'],
  approval_answered: ['reason'],
  approval_voided: ['reason'],
  todo_changed: ['todos.text'],
  intent_selected: ['intent_id'],
  intent_changed: ['intent_id', 'status'],
  ledger_changed: ['error.message'],
  command_started: ['command'],
  command_ended: ['output'],
  batch_started: ['commands'],
  batch_judged: ['command', 'reason'],
  batch_ended: ['left', 'reason'],
  history_compacted: ['summary'],
  blobs_pruned: [],
  bug_recorded: ['type', 'description'],
  journal_repaired: [],
  prompt_pinned: [],
  reply_read: ['summary', 'sections.heading', 'sections.content', 'next_steps.html'],
  session_imported: [],
} as const satisfies Record<EntryType, readonly string[]>;

export type FieldPath = readonly string[];

const split = (paths: readonly string[]): readonly FieldPath[] => paths.map((path) => path.split('.'));

const textPaths: ReadonlyMap<string, readonly FieldPath[]> = new Map(
  Object.entries(TEXT_FIELDS).map(([type, paths]) => [type, split(paths)]),
);

/** Undefined for a type that this version does not know. */
export function textPathsOf(type: string): readonly FieldPath[] | undefined {
  return textPaths.get(type);
}

/** Where any entry names tags and files. */
export const TAG_PATHS = split(['tags', 'labels']);
export const FILE_PATHS = split([
  'path',
  'files',
  'files.path',
  'files.renamed_from',
  'tool.input.path',
  'tool.input.paths',
  'tool.input.file',
  'tool.input.file_path',
  'tool.input.filePath',
]);
