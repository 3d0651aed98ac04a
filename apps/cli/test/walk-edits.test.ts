import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import { startWireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const usage = { input: 100, output: 10 };
const OLD = 'export const greeting = "hello";\n';
const edits = [{ search: '"hello"', replace: '"good morning"' }];

const readStep: Script['steps'][number] = {
  answer: { events: [{ kind: 'tool_call', name: 'read_file', input: { path: 'greet.ts' } }], usage },
};
const editStep: Script['steps'][number] = {
  answer: { events: [{ kind: 'tool_call', name: 'edit', input: { path: 'greet.ts', edits } }], usage },
};
const lastStep: Script['steps'][number] = { answer: { events: [{ kind: 'text', text: 'Done.' }], usage } };

interface Walk {
  readonly sandbox: Sandbox;
  readonly ask: (words: readonly string[]) => Promise<End>;
  readonly file: string;
}

async function begin(steps: Script['steps']): Promise<Walk> {
  const sandbox = makeSandbox();
  const file = join(sandbox.workspace, 'greet.ts');
  place(file, OLD);
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play({ version: 1, steps });
  const env = {
    ROOK_PROVIDER: 'openai-compatible',
    ROOK_BASE_URL: `${server.url}/v1`,
    ROOK_API_KEY: ['walk', 'edits', '1'].join('-'),
    ROOK_MODEL: 'qwen3',
  };
  return { sandbox, file, ask: async (words) => runRook(sandbox, ['ask', ...words], { env }) };
}

const BEGUN = ['session_start', 'message_admitted', 'turn_started', 'prompt_pinned'];
const ANSWERED = ['budget_reserved', 'budget_settled', 'answer_received'];
const READ = ['tool_call_requested', 'tool_call_allowed', 'file_shown', 'tool_call'];

const typesOf = (sandbox: Sandbox) =>
  journalLines(sandbox).map((line) => valueAt(JSON.parse(line), 'event_type'));

it('E-04 walks a happy edit from the message to the file', async () => {
  const { sandbox, ask, file } = await begin([readStep, editStep, lastStep]);
  expect(await ask(['--yes', 'Greet in the morning.'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe('export const greeting = "good morning";\n');
  expect(typesOf(sandbox)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    ...READ,
    ...ANSWERED,
    'tool_call_requested',
    'tool_call_allowed',
    'change_set_started',
    'change_set_applied',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

it('E-04 walks past an edit of a file that changed after it was shown', async () => {
  const { sandbox, ask, file } = await begin([readStep, lastStep, editStep, lastStep]);
  expect(await ask(['Read it.'])).toMatchObject({ code: 0 });
  const theirs = `${OLD}// by hand\n`;
  writeFileSync(file, theirs);
  expect(await ask(['--continue', '--yes', 'Now change it.'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe(theirs);
  const types = typesOf(sandbox);
  expect(types.slice(types.lastIndexOf('tool_call_requested'))).toEqual([
    'tool_call_requested',
    'tool_call_allowed',
    'change_set_refused',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  const [refused] = entriesOf(journalLines(sandbox), 'change_set_refused');
  expect(valueAt(refused, 'error', 'code')).toBe('stale_file');
});

it('E-09 walks past an edit of an answer that was cut', async () => {
  const cut: Script['steps'][number] = { answer: { ...editStep.answer, finish: 'length' } };
  const { sandbox, ask, file } = await begin([readStep, cut, lastStep]);
  expect(await ask(['--yes', 'Change it.'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe(OLD);
  expect(typesOf(sandbox)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    ...READ,
    ...ANSWERED,
    'tool_call_requested',
    'tool_call_refused',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  const [refused] = entriesOf(journalLines(sandbox), 'tool_call_refused');
  expect(valueAt(refused, 'error', 'code')).toBe('truncated');
});

it('E-09 E-19 walks past the changes of a structured reply that was cut', async () => {
  const written = JSON.stringify({ summary: 'Half', fileChanges: [{ path: 'greet.ts', edits }] });
  const text = written.slice(0, -3);
  const cut: Script['steps'][number] = {
    answer: { events: [{ kind: 'text', text }], finish: 'length', usage },
  };
  const { sandbox, ask, file } = await begin([cut]);
  expect(await ask(['--yes', '--set', 'model.structured=true', 'Change it.'])).toMatchObject({ code: 1 });
  expect(readFileSync(file, 'utf8')).toBe(OLD);
  expect(typesOf(sandbox)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    'reply_read',
    'bug_recorded',
    'change_set_refused',
    'turn',
  ]);
  expect(entriesOf(journalLines(sandbox), 'change_set_refused')).toMatchObject([
    { by: 'assistant', error: { code: 'truncated' }, files: [{ path: 'greet.ts', status: 'refused' }] },
  ]);
  expect((await runRook(sandbox, ['changes'])).stdout).toMatch(
    /^✗ cs-\d+ assistant 1 file refused \(truncated\)/u,
  );
});

it('CF-07 walks past an edit that nobody approved, and makes it when the user said so before', async () => {
  const { sandbox, ask, file } = await begin([readStep, editStep, lastStep, readStep, editStep, lastStep]);
  expect(await ask(['Change it.'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe(OLD);
  const refused = entriesOf(journalLines(sandbox), 'tool_call_refused');
  expect(refused.map((entry) => valueAt(entry, 'error', 'code'))).toEqual(['approval_needed']);
  expect(await ask(['--set', 'edits.auto=true', 'Change it.'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).not.toBe(OLD);
});

it('E-16 walks an undo and its undo through the same door, as change sets of their own', async () => {
  const { sandbox, ask, file } = await begin([readStep, editStep, lastStep]);
  expect(await ask(['--yes', 'Greet in the morning.'])).toMatchObject({ code: 0 });
  const before = typesOf(sandbox).length;
  expect(await runRook(sandbox, ['rewind', '--yes'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe(OLD);
  const walked = [
    'message_admitted',
    'turn_started',
    'tool_call_requested',
    'tool_call_allowed',
    'change_set_started',
    'change_set_applied',
    'tool_call',
    'turn',
  ];
  expect(typesOf(sandbox).slice(before)).toEqual(walked);
  expect(await runRook(sandbox, ['forward', '--yes'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe('export const greeting = "good morning";\n');
  expect(typesOf(sandbox).slice(before)).toEqual([...walked, ...walked]);
  const kinds = entriesOf(journalLines(sandbox), 'change_set_applied').map((entry) => valueAt(entry, 'kind'));
  expect(kinds).toEqual(['edit', 'rewind', 'forward']);
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});
