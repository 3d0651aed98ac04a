import {
  changeSetIdSchema,
  contentHashSchema,
  intentIdSchema,
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
  actionIdSchema,
} from '../ids.ts';
import type { EntryDraft } from './entry.ts';

const turnId = turnIdSchema.parse('t0001');
const messageId = messageIdSchema.parse('msg-1763244000000-9f2c1a7b');
const changeSetId = changeSetIdSchema.parse('cs-1763244004000');
const intentId = intentIdSchema.parse('INT-001');
const before = contentHashSchema.parse(`sha256:${'a1'.repeat(32)}`);
const after = contentHashSchema.parse(`sha256:${'b2'.repeat(32)}`);
const usage = { input_tokens: 1200, output_tokens: 85, cache_read_tokens: 900, cost_usd: 0.0042 };
const refusal = {
  code: 'stale_file',
  kind: 'invalid',
  message: 'src/greet.ts changed since it was shown; nothing was written.',
  retryable: true,
} as const;
const file = {
  path: 'src/greet.ts',
  status: 'applied',
  before_hash: before,
  after_hash: after,
  added: 2,
  removed: 1,
} as const;

/** One entry of every type, in an order in which they could be written; the documentation shows them. */
export const entryExamples: readonly EntryDraft[] = [
  { event_type: 'session_start', session_title: 'Add type hints', chat_surface: 'cli', participant: 'rook' },
  {
    event_type: 'message_admitted',
    message_id: messageId,
    text: 'Add type hints to greet',
    files: ['src/greet.ts'],
  },
  { event_type: 'prompt_pinned', sha256: 'f6'.repeat(32), text: 'You are Rook.' },
  { event_type: 'turn_started', turn_id: turnId, message_id: messageId, model: 'claude-opus-4-6' },
  { event_type: 'intent_selected', intent_id: intentId, by: 'user' },
  { event_type: 'intent_changed', intent_id: intentId, status: 'IN_PROGRESS', by: 'user' },
  {
    event_type: 'file_shown',
    turn_id: turnId,
    path: 'src/greet.ts',
    sha256: 'a1'.repeat(32),
    md5: 'c3'.repeat(16),
    size: 412,
    whole: true,
    by: 'user',
  },
  {
    event_type: 'budget_reserved',
    reservation_id: 'r-1',
    turn_id: turnId,
    model: 'claude-opus-4-6',
    amount_usd: 0.12,
    input_tokens: 1200,
    output_tokens: 16_384,
  },
  {
    event_type: 'answer_received',
    turn_id: turnId,
    round: 1,
    model: 'claude-opus-4-6',
    text: 'I add the hints.',
    finish_reason: 'tool_calls',
    usage,
    request: { messages: 1, left_out_turns: 0, estimated_tokens: 1180 },
  },
  { event_type: 'budget_settled', reservation_id: 'r-1', usage },
  {
    event_type: 'tool_call_requested',
    turn_id: turnId,
    tool_use_id: 'call-1',
    tool: { name: 'edit', input: { path: 'src/greet.ts' } },
    round: 1,
  },
  {
    event_type: 'approval_requested',
    approval_id: 'ap-1',
    turn_id: turnId,
    tool_use_id: 'call-1',
    question: 'Change src/greet.ts?',
    preview: '-a\n+b',
  },
  { event_type: 'approval_answered', approval_id: 'ap-1', answer: 'yes', scope: 'once', by: 'user' },
  { event_type: 'approval_voided', approval_id: 'ap-2', reason: 'The turn was cancelled.' },
  {
    event_type: 'tool_call_allowed',
    turn_id: turnId,
    tool_use_id: 'call-1',
    effect: 'write',
    by: 'approval',
  },
  { event_type: 'tool_call_refused', turn_id: turnId, tool_use_id: 'call-2', rule: 'hash', error: refusal },
  {
    event_type: 'change_set_applied',
    change_set_id: changeSetId,
    turn_id: turnId,
    kind: 'edit',
    intent_id: intentId,
    files: [file],
    cost_usd: 0.02,
  },
  {
    event_type: 'change_set_refused',
    change_set_id: changeSetIdSchema.parse('cs-1763244005000'),
    turn_id: turnId,
    kind: 'edit',
    intent_id: null,
    files: [{ ...file, status: 'refused', after_hash: null, error: refusal }],
    error: refusal,
  },
  {
    event_type: 'tool_call',
    turn_id: turnId,
    tool: { name: 'edit', input: { path: 'src/greet.ts' } },
    result: { ok: true, reply: { added: 2, removed: 1 } },
    timing_ms: 12,
    tool_use_id: 'call-1',
  },
  { event_type: 'command_started', command_id: 'c-1', turn_id: turnId, command: 'npm test', cwd: '.' },
  {
    event_type: 'command_ended',
    command_id: 'c-1',
    turn_id: turnId,
    exit_code: 0,
    signal: null,
    timed_out: false,
    output: '12 passed',
    timing_ms: 3400,
  },
  {
    event_type: 'todo_changed',
    turn_id: turnId,
    todos: [
      { text: 'greet', completed: true },
      { text: 'add', completed: false },
    ],
  },
  {
    event_type: 'turn',
    turn_id: turnId,
    user: { text: 'Add type hints to greet' },
    assistant: { text: 'Done.', summary: 'Hints for greet' },
    tool_call_count: 1,
    status: 'completed',
    usage,
  },
  { event_type: 'tag', turn_id: turnId, tags: ['feature', 'todo'], note: 'the others later' },
  {
    event_type: 'action',
    action_id: actionIdSchema.parse('a0001'),
    turn_id: turnId,
    title: 'Hints for add',
    status: 'open',
    details: 'and for its tests',
    tags: ['todo'],
  },
  {
    event_type: 'bug_recorded',
    type: 'JSON',
    by: 'script',
    description: 'Auto-detected: Response required JSON cleanup',
    turn_id: turnId,
  },
  {
    event_type: 'session_changed',
    title: 'Type hints',
    labels: ['python'],
    status: 'in_progress',
    settings: { mode: 'safe' },
  },
  { event_type: 'history_compacted', through_seq: 20, summary: 'Hints were added to greet.' },
  {
    event_type: 'health',
    checks: {
      participant_registered: true,
      journal_writable: true,
      mcp_tools_registered: false,
      known_conflicts: [],
    },
  },
  { event_type: 'journal_repaired', line: 28, bytes: 211, sha256: 'd4'.repeat(32) },
  {
    event_type: 'session_imported',
    imported_from: {
      session_id: sessionIdSchema.parse('rook-20261114-5e6f7a8b'),
      head: 'e5'.repeat(32),
      exported_at: '2026-11-15T21:00:00.000Z',
    },
    entries: 27,
    redacted: 1,
    blobs: 0,
  },
];
