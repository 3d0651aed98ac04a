import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { succeed, type Script } from '@rook/contract';
import { createLocalStore } from '@rook/store-local';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { expect, it, onTestFinished, vi } from 'vitest';

import { journalLines, startRook } from './ask-rook.ts';
import { valueAt } from './read-output.ts';
import { launcher, runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** What one call of `rook ask` leaves in the journal file, read from the disk and not from what was printed. */
interface Walk {
  readonly end: End;
  readonly entries: readonly unknown[];
  readonly server: WireServer;
  readonly sandbox: Sandbox;
}

const usage = { input: 100, output: 10 };

async function startServer(script: Script): Promise<WireServer> {
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play(script);
  return server;
}

function connected(server: WireServer): Readonly<Record<string, string>> {
  return {
    ROOK_PROVIDER: 'openai-compatible',
    ROOK_BASE_URL: `${server.url}/v1`,
    ROOK_API_KEY: ['walk', 'key', '0815'].join('-'),
    ROOK_MODEL: 'qwen3',
  };
}

async function walk(steps: Script['steps'], words: readonly string[] = []): Promise<Walk> {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'src', 'greet.ts'), 'export const greeting = "hello";\n');
  place(join(sandbox.workspace, '.env'), 'PORT=1\n');
  const server = await startServer({ version: 1, steps });
  const end = await runRook(sandbox, ['ask', 'What is in greet?', ...words], { env: connected(server) });
  return { end, entries: readEntries(sandbox), server, sandbox };
}

function readEntries(sandbox: Sandbox): readonly unknown[] {
  return journalLines(sandbox).map((line): unknown => JSON.parse(line));
}

const typesOf = (entries: readonly unknown[]) => entries.map((entry) => valueAt(entry, 'event_type'));
const fieldOf = (entries: readonly unknown[], type: string, ...path: string[]) =>
  valueAt(
    entries.findLast((entry) => valueAt(entry, 'event_type') === type),
    ...path,
  );

const BEGUN = ['session_start', 'message_admitted', 'turn_started', 'prompt_pinned'];
const ANSWERED = ['budget_reserved', 'budget_settled', 'answer_received'];

const callStep = (name: string, input: Record<string, string>): Script['steps'][number] => ({
  answer: {
    events: [
      { kind: 'text', text: 'I look.' },
      { kind: 'tool_call', name, input },
    ],
    usage,
  },
});
const lastStep: Script['steps'][number] = {
  answer: { events: [{ kind: 'text', text: 'A greeting.' }], usage },
};

it('B-01 walks from a message over a reading call to an answer', async () => {
  const { end, entries } = await walk([callStep('read_file', { path: 'src/greet.ts' }), lastStep]);
  expect(end).toMatchObject({ code: 0 });
  expect(typesOf(entries)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    'tool_call_requested',
    'tool_call_allowed',
    'file_shown',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  expect(fieldOf(entries, 'tool_call_allowed', 'by')).toBe('rules');
  expect(fieldOf(entries, 'file_shown', 'whole')).toBe(true);
  expect(fieldOf(entries, 'turn', 'status')).toBe('completed');
  expect(fieldOf(entries, 'turn', 'assistant', 'text')).toBe('I look.\n\nA greeting.');
});

it.each([
  ['a path outside', 'read_file', { path: '../../etc/passwd' }, 'inside-workspace', 'outside_workspace'],
  ['what looks like a secret', 'read_file', { path: '.env' }, 'hidden-files', 'approval_needed'],
  ['the network without a yes', 'fetch_url', { url: 'https://example.org/' }, 'mode', 'approval_needed'],
  ['a tool that is not there', 'rm_rf', { path: '.' }, 'known-tool', 'unknown_tool'],
  ['input that is not valid', 'read_file', { file: 'x' }, 'valid-input', 'invalid_input'],
])('B-13 walks past a call that a rule refuses: %s', async (_what, name, input, rule, code) => {
  const { end, entries, server } = await walk([callStep(name, input), lastStep]);
  expect(end).toMatchObject({ code: 0 });
  expect(typesOf(entries)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    'tool_call_requested',
    'tool_call_refused',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  expect(fieldOf(entries, 'tool_call_refused', 'rule')).toBe(rule);
  expect(fieldOf(entries, 'tool_call_refused', 'error', 'code')).toBe(code);
  expect(server.received.at(-1)?.body).toContain(code);
});

it('CF-09 walks past the calls of an answer that was cut', async () => {
  const cut: Script['steps'][number] = {
    answer: {
      events: [{ kind: 'tool_call', name: 'read_file', input: { path: 'src/greet.ts' } }],
      finish: 'length',
      usage,
    },
  };
  const { entries } = await walk([cut, lastStep]);
  expect(typesOf(entries)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    'tool_call_requested',
    'tool_call_refused',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  expect(fieldOf(entries, 'tool_call_refused', 'error', 'code')).toBe('truncated');
});

it('B-28 keeps what came of an answer whose stream broke, and closes the turn as failed', async () => {
  const broken: Script['steps'][number] = {
    answer: {
      events: [
        { kind: 'text', text: 'So far so' },
        { kind: 'fault', fault: 'reset' },
      ],
      usage,
    },
  };
  const { end, entries } = await walk([broken]);
  expect(end.code).toBe(1);
  expect(typesOf(entries)).toEqual([...BEGUN, ...ANSWERED, 'turn']);
  expect(fieldOf(entries, 'answer_received', 'text')).toBe('So far so');
  expect(fieldOf(entries, 'turn', 'status')).toBe('failed');
});

it('B-27 finds a turn whose process was killed while the model was asked, closes it and goes on', async () => {
  const sandbox = makeSandbox();
  const stall: Script['steps'][number] = {
    answer: {
      events: [
        { kind: 'text', text: 'Well' },
        { kind: 'fault', fault: 'stall' },
      ],
      usage,
    },
  };
  const server = await startServer({ version: 1, steps: [stall, lastStep] });
  const child = spawn(process.execPath, [launcher, 'ask', 'What is in greet?'], {
    cwd: sandbox.workspace,
    env: { ...sandbox.env, ...connected(server) },
  });
  const dead = new Promise((resolve) => child.once('close', resolve));
  child.stdout.on('data', () => child.kill('SIGKILL'));
  child.stdin.end();
  await dead;
  expect(typesOf(readEntries(sandbox))).toEqual([...BEGUN, 'budget_reserved']);
  const end = await runRook(sandbox, ['ask', '--continue', 'Go on.'], { env: connected(server) });
  expect(end).toMatchObject({ code: 0 });
  const entries = readEntries(sandbox);
  expect(typesOf(entries).slice(BEGUN.length + 1)).toEqual([
    'turn',
    'message_admitted',
    'turn_started',
    ...ANSWERED,
    'turn',
  ]);
  expect(valueAt(entries[BEGUN.length + 1], 'status')).toBe('crashed');
  expect(fieldOf(entries, 'turn', 'turn_id')).toBe('t0002');
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

/** Lets nobody else change files of the workspace until it is called. */
async function holdChanges(sandbox: Sandbox): Promise<() => Promise<unknown>> {
  const store = createLocalStore({ home: sandbox.rookHome, folder: join(sandbox.workspace, '.rook') });
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = store.changing(async () => {
    held.resolve();
    await over.promise;
    return succeed(undefined);
  });
  await held.promise;
  return async () => {
    over.resolve();
    return done;
  };
}

it('B-27 E-25 walks a crash before the tool acts: the call is closed, nothing was written, and nothing is done again', async () => {
  const sandbox = makeSandbox();
  const file = join(sandbox.workspace, 'greet.ts');
  place(file, 'hello\n');
  const edit = callStep('write_to_file', { path: 'notes.txt', content: 'one\n' });
  const server = await startServer({ version: 1, steps: [edit, lastStep] });
  const release = await holdChanges(sandbox);
  const rook = startRook(sandbox, ['ask', '--yes', 'Write it down.'], { env: connected(server) });
  const begun = [...BEGUN, ...ANSWERED, 'tool_call_requested', 'tool_call_allowed'];
  // What was allowed waits for the workspace, and dies there.
  const isAllowed = () => journalLines(sandbox).some((line) => line.includes('"tool_call_allowed"'));
  await vi.waitUntil(isAllowed, { timeout: 20_000 });
  rook.kill('SIGKILL');
  expect(await rook.ended).toMatchObject({ signal: 'SIGKILL' });
  await release();
  expect(typesOf(readEntries(sandbox))).toEqual(begun);

  const end = await runRook(sandbox, ['ask', '--continue', 'Go on.'], { env: connected(server) });
  expect(end).toMatchObject({ code: 0 });
  const entries = readEntries(sandbox);
  expect(typesOf(entries)).toEqual([
    ...begun,
    'tool_call',
    'turn',
    'message_admitted',
    'turn_started',
    ...ANSWERED,
    'turn',
  ]);
  const [call, turn] = entries.slice(begun.length);
  expect(call).toMatchObject({ turn_id: 't0001', result: { ok: false } });
  expect(valueAt(call, 'result', 'error')).toContain('it was not made again');
  expect(turn).toMatchObject({ turn_id: 't0001', status: 'crashed', error: { code: 'crashed' } });
  expect(readdirSync(sandbox.workspace).toSorted()).toEqual(['.rook', 'greet.ts']);
  expect(readFileSync(file, 'utf8')).toBe('hello\n');
  expect(await runRook(sandbox, ['changes', '--json'])).toMatchObject({ code: 0, stdout: '' });
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});
