import {
  changeSetIdSchema,
  contentHashSchema,
  entryIdSchema,
  FIRST_PREV,
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
  type EntryBase,
  type EntryDraft,
  type MessageId,
  type SessionId,
  type TurnId,
} from '@rook/contract';

export const SESSION: SessionId = sessionIdSchema.parse('rook-20261116-0a1b2c3d');

export function turnId(number: number): TurnId {
  return turnIdSchema.parse(`t${String(number).padStart(4, '0')}`);
}

export function messageId(number: number): MessageId {
  return messageIdSchema.parse(`msg-${1_763_244_000_000 + number}-a${number}`);
}

/** A draft, or fields that no version knows yet. */
export type SampleDraft = EntryDraft | { readonly event_type: string; readonly [field: string]: unknown };

const START_MS = Date.UTC(2026, 10, 16, 9, 0, 0);
const STEP_MS = 1500;

/** Entries as a journal would hold them, from `first` on. */
export function writeEntries(drafts: readonly SampleDraft[], first = 0): readonly EntryBase[] {
  return drafts.map((draft, index) => {
    const seq = first + index;
    return {
      schema_version: 1,
      event_id: entryId(seq),
      timestamp: new Date(START_MS + seq * STEP_MS).toISOString(),
      workspace: { name: 'w', uri: 'file:///w', trusted: true },
      session_id: SESSION,
      mode: { agent_mode: null, safety: 'ask' },
      seq,
      prev: FIRST_PREV,
      ...draft,
    };
  });
}

function entryId(seq: number): EntryBase['event_id'] {
  return entryIdSchema.parse(`aaaaaa-${seq.toString(16).padStart(16, '0')}`);
}

const USAGE = { input_tokens: 36_000, output_tokens: 2016, cost_usd: 0.14 };

/** One turn with everything that a plain one has. */
export function plainTurn(number: number, text = `Answer ${number}.`): readonly EntryDraft[] {
  const turn = turnId(number);
  const call = `call-${number}`;
  return [
    { event_type: 'message_admitted', message_id: messageId(number), text: `Question ${number}` },
    { event_type: 'turn_started', turn_id: turn, message_id: messageId(number), model: 'scripted' },
    {
      event_type: 'answer_received',
      turn_id: turn,
      round: 1,
      model: 'scripted',
      text: 'I look at the file.',
      finish_reason: 'tool_calls',
      usage: USAGE,
    },
    {
      event_type: 'tool_call_requested',
      turn_id: turn,
      tool_use_id: call,
      tool: { name: 'read_file', input: { path: 'src/greet.ts' } },
      round: 1,
    },
    { event_type: 'tool_call_allowed', turn_id: turn, tool_use_id: call, effect: 'read', by: 'rules' },
    {
      event_type: 'file_shown',
      turn_id: turn,
      path: 'src/greet.ts',
      sha256: '9a90'.padEnd(64, '0'),
      md5: 'c3'.repeat(16),
      size: 412,
      whole: true,
      by: 'ai-adhoc',
    },
    {
      event_type: 'tool_call',
      turn_id: turn,
      tool: { name: 'read_file', input: { path: 'src/greet.ts' } },
      result: { ok: true, reply: '1\texport function greet() {}' },
      timing_ms: 12,
      tool_use_id: call,
    },
    {
      event_type: 'answer_received',
      turn_id: turn,
      round: 2,
      model: 'scripted',
      text,
      finish_reason: 'stop',
      usage: USAGE,
    },
    {
      event_type: 'turn',
      turn_id: turn,
      user: { text: `Question ${number}` },
      assistant: { text },
      tool_call_count: 1,
      status: 'completed',
      usage: USAGE,
    },
  ];
}

const DIFF = `--- a/src/greet.ts
+++ b/src/greet.ts
@@ -1,4 +1,5 @@
 // Greets.
-export function greet(name) {
+export function greet(name: string): string {
+  // The name is never empty.
   return \`Hello \${name}\`;
 }
`;

/** A turn that waits for a person: its diff is asked about. */
export function askingTurn(number: number): readonly EntryDraft[] {
  const turn = turnId(number);
  return [
    { event_type: 'message_admitted', message_id: messageId(number), text: 'Add type hints to greet' },
    { event_type: 'turn_started', turn_id: turn, message_id: messageId(number), model: 'scripted' },
    {
      event_type: 'answer_received',
      turn_id: turn,
      round: 1,
      model: 'scripted',
      text: 'I add the hints.',
      finish_reason: 'tool_calls',
      usage: USAGE,
    },
    {
      event_type: 'tool_call_requested',
      turn_id: turn,
      tool_use_id: `call-${number}`,
      tool: { name: 'edit', input: { path: 'src/greet.ts' } },
      round: 1,
    },
    {
      event_type: 'approval_requested',
      approval_id: `ap-${number}`,
      turn_id: turn,
      tool_use_id: `call-${number}`,
      question: 'Change src/greet.ts? The mode asks before anything is written.',
      preview: DIFF,
      tool: 'edit',
      effect: 'write',
      paths: ['src/greet.ts'],
      scopes: ['once', 'session'],
      also_allows: ['every other edit of src/greet.ts in this session'],
    },
  ];
}

/** A structured reply with every field, whose commands wait for a person. */
export function structuredTurn(number: number): readonly EntryDraft[] {
  const turn = turnId(number);
  const set = changeSetIdSchema.parse(`cs-${1_763_244_000_000 + number}`);
  const hash = contentHashSchema.parse(`sha256:${'b2'.repeat(32)}`);
  const file = { path: 'src/greet.ts', before_hash: hash, after_hash: hash, added: 2, removed: 1 };
  return [
    {
      event_type: 'message_admitted',
      message_id: messageId(number),
      text: 'Add type hints to all functions',
    },
    { event_type: 'turn_started', turn_id: turn, message_id: messageId(number), model: 'scripted' },
    {
      event_type: 'answer_received',
      turn_id: turn,
      round: 1,
      model: 'scripted',
      text: '{"summary":"…"}',
      finish_reason: 'stop',
      usage: USAGE,
    },
    wholeReply(turn),
    {
      event_type: 'todo_changed',
      turn_id: turn,
      todos: [
        { text: 'greet', completed: true },
        { text: 'add', completed: false },
      ],
    },
    {
      event_type: 'tool_call_requested',
      turn_id: turn,
      tool_use_id: `reply-${number}`,
      tool: { name: 'apply_changes', input: { fileChanges: [{ path: 'src/greet.ts' }] } },
      round: 1,
    },
    {
      event_type: 'change_set_applied',
      change_set_id: set,
      turn_id: turn,
      kind: 'edit',
      intent_id: null,
      files: [{ ...file, status: 'applied' }],
    },
    {
      event_type: 'tool_call',
      turn_id: turn,
      tool: { name: 'apply_changes', input: { fileChanges: [{ path: 'src/greet.ts' }] } },
      result: { ok: true, reply: 'src/greet.ts: +2 -1' },
      timing_ms: 31,
      tool_use_id: `reply-${number}`,
    },
    {
      event_type: 'turn',
      turn_id: turn,
      user: { text: 'Add type hints to all functions' },
      assistant: { text: 'Two functions of `greet.ts` have type hints now.' },
      tool_call_count: 1,
      status: 'completed',
      usage: USAGE,
    },
  ];
}

/** A reply that was cut off: what could be read of it is shown, and nothing of it was applied. */
export function truncatedTurn(number: number): readonly EntryDraft[] {
  const turn = turnId(number);
  const message =
    '🚫 BLOCKED: 3 file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.';
  return [
    { event_type: 'message_admitted', message_id: messageId(number), text: 'Rewrite the parser' },
    { event_type: 'turn_started', turn_id: turn, message_id: messageId(number), model: 'scripted' },
    {
      event_type: 'answer_received',
      turn_id: turn,
      round: 1,
      model: 'scripted',
      text: '{"summary":"The parser is',
      finish_reason: 'length',
      usage: USAGE,
    },
    {
      event_type: 'reply_read',
      turn_id: turn,
      round: 1,
      complete: false,
      summary: 'The parser is rewritten.',
      todos: Array.from({ length: 8 }, (_, index) => ({ text: `step ${index}` })),
      commands: [{ command: 'npm test' }],
      next_steps: [{ html: 'Go on', inputText: 'continue' }],
      problems: [{ code: 'cut', message: 'The text ends before the value does.' }],
    },
    {
      event_type: 'turn',
      turn_id: turn,
      user: { text: 'Rewrite the parser' },
      assistant: { text: 'The parser is rewritten.' },
      tool_call_count: 0,
      status: 'failed',
      error: { code: 'truncated', kind: 'invalid', message, retryable: true },
    },
  ];
}

/** A batch at the word of a person, of which the second command failed. */
export function batchTurn(number: number): readonly EntryDraft[] {
  const turn = turnId(number);
  const commands = ['npm ci', 'npm test', 'npm run lint'];
  const ended = { turn_id: turn, signal: null, timed_out: false };
  return [
    { event_type: 'message_admitted', message_id: messageId(number), text: 'Run 3 commands' },
    { event_type: 'turn_started', turn_id: turn, message_id: messageId(number) },
    { event_type: 'batch_started', turn_id: turn, commands },
    {
      event_type: 'command_started',
      command_id: `c-${number}-1`,
      turn_id: turn,
      command: 'npm ci',
      cwd: '.',
    },
    {
      ...ended,
      event_type: 'command_ended',
      command_id: `c-${number}-1`,
      exit_code: 0,
      output: '\u001B[32madded\u001B[0m 210 packages',
      timing_ms: 3400,
    },
    {
      event_type: 'batch_judged',
      turn_id: turn,
      after: 1,
      decision: 'continue',
      reason: 'All packages are there.',
      model: 'scripted',
    },
    {
      event_type: 'command_started',
      command_id: `c-${number}-2`,
      turn_id: turn,
      command: 'npm test',
      cwd: '.',
    },
    {
      ...ended,
      event_type: 'command_ended',
      command_id: `c-${number}-2`,
      exit_code: 1,
      output: '404 Not Found',
      timing_ms: 900,
    },
    {
      event_type: 'batch_ended',
      turn_id: turn,
      ended_by: 'failed',
      succeeded: 1,
      failed: 1,
      ran: ['npm ci', 'npm test'],
      left: ['npm run lint'],
      reason: 'A command failed.',
    },
    {
      event_type: 'turn',
      turn_id: turn,
      user: { text: 'Run 3 commands' },
      assistant: { text: '' },
      tool_call_count: 2,
      status: 'completed',
    },
  ];
}

/** Every field of a reply. */
function wholeReply(turn: TurnId): EntryDraft {
  return {
    event_type: 'reply_read',
    turn_id: turn,
    round: 1,
    complete: true,
    summary: 'Two functions of `greet.ts` have type hints now.',
    sections: [
      {
        heading: 'What changed',
        content: 'The parameter is a **string**.\n\n```ts\nconst a: number = 1;\n```',
      },
    ],
    todos: [{ text: 'greet' }, { text: 'add' }],
    commands: [
      { command: 'npm test', description: 'Runs the tests' },
      { command: 'npm run lint', description: 'Looks for faults' },
    ],
    next_steps: [1, 2, 3, 4, 5].map((step) => ({
      html: `<b>Step ${step}</b>`,
      inputText: `do step ${step}`,
    })),
    file_changes: ['src/greet.ts'],
  };
}
