import type { SessionOverview } from '@rook/contract';

export interface SampleDraft {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const HASH = `sha256:${'b2'.repeat(32)}`;
export const SEEN_HASH = '9a90'.padEnd(64, '0');

/** What a session of three turns leaves in its journal: changes, todos, commands, and a question that is answered. */
export function sampleEvidence(): readonly SampleDraft[] {
  return [
    ...turnOf(1, 'Greet in a friendly way', firstTurn()),
    ...turnOf(2, 'Now with types', secondTurn()),
    ...turnOf(3, 'Check the password and run the tests', thirdTurn()),
  ];
}

function turnOf(number: number, text: string, inner: readonly SampleDraft[]): readonly SampleDraft[] {
  const turn = `t000${number}`;
  const message = `msg-${1_763_244_000_000 + number}-a${number}`;
  const usage = { input_tokens: 36_000, output_tokens: 2016, cost_usd: 0.14 };
  return [
    { type: 'message_admitted', fields: { message_id: message, text } },
    { type: 'turn_started', fields: { turn_id: turn, message_id: message, model: 'fake' } },
    ...inner.map(({ type, fields }) => ({ type, fields: { turn_id: turn, ...fields } })),
    {
      type: 'turn',
      fields: {
        turn_id: turn,
        user: { text },
        assistant: { text: 'It is done.' },
        tool_call_count: inner.length,
        status: 'completed',
        usage,
      },
    },
  ];
}

const TODOS = ['Greet by name', 'Types for greet', 'Check the password', 'Write the tests'];

function todosOf(done: number): SampleDraft {
  const todos = TODOS.map((text, index) => ({ text, completed: index < done }));
  return { type: 'todo_changed', fields: { todos } };
}

function changeOf(number: number, path: string, todo: number): SampleDraft {
  const file = { path, before_hash: HASH, after_hash: HASH, added: 2, removed: 1, todo_indexes: [todo] };
  return {
    type: 'change_set_applied',
    fields: {
      change_set_id: `cs-${number}`,
      kind: 'edit',
      intent_id: 'INT-001',
      files: [{ ...file, status: 'applied' }],
    },
  };
}

function firstTurn(): readonly SampleDraft[] {
  return [todosOf(0), changeOf(3, 'src/greet.ts', 0)];
}

function secondTurn(): readonly SampleDraft[] {
  return [
    {
      type: 'approval_requested',
      fields: {
        approval_id: 'ap-1',
        tool_use_id: 'call-2',
        question: 'May src/greet.ts be changed?',
        preview: '--- a/src/greet.ts\n+++ b/src/greet.ts\n@@ -1 +1 @@\n-greet(name)\n+greet(name: string)\n',
        scopes: ['once', 'session'],
      },
    },
    {
      type: 'approval_answered',
      fields: { approval_id: 'ap-1', answer: 'yes', scope: 'session', by: 'user' },
    },
    changeOf(4, 'src/greet.ts', 1),
  ];
}

function thirdTurn(): readonly SampleDraft[] {
  const ended = { signal: null, timed_out: false };
  return [
    { type: 'command_started', fields: { command_id: 'c-1', command: 'npm install', cwd: '.' } },
    {
      type: 'command_ended',
      fields: {
        ...ended,
        command_id: 'c-1',
        exit_code: 0,
        output: 'added 2 packages',
        timing_ms: 3400,
        change_set_id: 'cs-5',
      },
    },
    { type: 'command_started', fields: { command_id: 'c-2', command: 'npm test -- --run', cwd: 'src' } },
    {
      type: 'command_ended',
      fields: { ...ended, command_id: 'c-2', exit_code: 1, output: '1 test failed', timing_ms: 912 },
    },
    changeOf(6, 'src/login/check-password.ts', 2),
  ];
}

function seenFile(path: string, turn: number): SessionOverview['fileRegistry'][string] {
  return {
    path,
    absolutePath: null,
    md5: null,
    sha256: SEEN_HASH,
    lastSeenTurn: turn,
    sizeBytes: 2412,
    language: 'typescript',
    loadedBy: 'ai-adhoc',
    whole: true,
    ranges: [],
    stale: false,
  };
}

/** What the model has seen: whole and in parts, changed since and not. */
export function sampleRegistry(): SessionOverview['fileRegistry'] {
  const files = [
    { ...seenFile('src/greet.ts', 2), lastModifiedTurn: 2 },
    seenFile('src/login/check-password.ts', 3),
    {
      ...seenFile('src/parser/parse-old-format.ts', 1),
      whole: false,
      ranges: [
        { start: 1, end: 40 },
        { start: 88, end: 120 },
      ],
    },
    { ...seenFile('docs/release-notes.md', 1), loadedBy: 'user' as const },
  ];
  return Object.fromEntries(files.map((file) => [file.path, file]));
}

export function sampleTodos(isUndone: (changeSet: string) => boolean): SessionOverview['todos'] {
  const closers = ['cs-3', 'cs-4', 'cs-6'];
  return TODOS.map((text, index) => {
    const closer = closers[index];
    return { text, completed: closer !== undefined && !isUndone(closer) };
  });
}
