import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import { startWireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines, linesOf, playing, saying, stalling, startRook } from './ask-rook.ts';
import { errorOf, harmfulCharacters, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const reading: Partial<Script> = {
  steps: [
    {
      match: { toolResult: false },
      answer: {
        events: [
          { kind: 'text', text: 'Let me look.' },
          { kind: 'tool_call', name: 'read_file', input: { path: 'notes.md' } },
          { kind: 'tool_call', name: 'read_file', input: { path: '../secret.md' } },
          { kind: 'tool_call', name: 'read_file', input: { path: 'nothing.md' } },
        ],
      },
    },
    { match: { toolResult: true }, answer: saying('It says hello.') },
  ],
};

it('B-02 rook ask prints the answer and nothing else on standard output, tokens and cost beside it', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: saying('Hello, you.') });
  const end = await runRook(sandbox, ['ask', 'Hi'], { env });
  expect(end).toMatchObject({ code: 0, stdout: 'Hello, you.\n' });
  expect(end.stderr).toMatch(/1,200 tokens in, 34 out, /);
  const lines = journalLines(sandbox);
  expect(textAt(entriesOf(lines, 'turn')[0], 'status')).toBe('completed');
  expect(textAt(entriesOf(lines, 'message_admitted')[0], 'text')).toBe('Hi');
});

it('B-02 the answer is shown as it comes', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, stalling('The first words'));
  const rook = startRook(sandbox, ['ask', 'Hi'], { env });
  await rook.seen('The first words');
  rook.kill('SIGINT');
  expect((await rook.ended).stdout).toBe('The first words\n');
});

it('A-20 each call of a tool is a line: what, on what, and what came of it or why not', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'notes.md'), 'hello\nyou\n');
  const end = await runRook(sandbox, ['ask', 'What is in it?'], { env: playing(sandbox, reading) });
  expect(end).toMatchObject({ code: 0, stdout: 'Let me look.\nIt says hello.\n' });
  const lines = linesOf(end.stderr);
  expect(lines.filter((line) => line.includes('notes.md'))).toEqual(['▸ read_file notes.md  2 lines']);
  expect(lines.filter((line) => line.includes('secret.md'))).toEqual([
    expect.stringMatching(/^⊘ read_file \.\.\/secret\.md {2}refused: ./),
  ]);
  expect(lines.filter((line) => line.includes('nothing.md'))).toEqual([
    expect.stringMatching(/^✗ read_file nothing\.md {2}./),
  ]);
});

it('I-05 --json prints the lines of the journal byte for byte as they are written, and nothing else', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'notes.md'), 'hello\nyou\n');
  const end = await runRook(sandbox, ['ask', '--json', 'Look\u001B[2J'], { env: playing(sandbox, reading) });
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(linesOf(end.stdout)).toEqual(journalLines(sandbox));
  const [first = '', second = ''] = linesOf(end.stdout);
  expect(textAt(JSON.parse(second), 'prev')).toBe(createHash('sha256').update(first).digest('hex'));
  const types = linesOf(end.stdout).map((line) => textAt(JSON.parse(line), 'event_type'));
  expect(types.at(0)).toBe('session_start');
  expect(types.at(-1)).toBe('turn');
  expect(types).toContain('tool_call_refused');
});

const counting: Partial<Script> = {
  steps: [
    { match: { turn: 1 }, answer: saying('one') },
    { match: { turn: 2 }, answer: saying('two') },
    { match: { turn: 3 }, answer: saying('three') },
  ],
};

it('B-17 --continue and --session go on in a session', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, counting);
  const run = async (...words: readonly string[]) => runRook(sandbox, ['ask', ...words], { env });
  expect((await run('a')).stdout).toBe('one\n');
  expect((await run('--continue', 'b')).stdout).toBe('two\n');
  const id = textAt(JSON.parse(journalLines(sandbox)[0] ?? ''), 'session_id');
  expect((await run('--session', id.slice(-8), 'c')).stdout).toBe('three\n');
  expect(await run('--session', 'ffffffff0', 'c')).toMatchObject({ code: 1, stdout: '' });
});

it('B-17 --continue takes no archived session, and says so when there is no other', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, counting);
  const run = async (...words: readonly string[]) => runRook(sandbox, ['ask', ...words], { env });
  await run('a');
  await runRook(sandbox, ['session', 'archive']);
  const none = await run('--continue', 'b');
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toContain('no session here to continue');
});

it('I-36 --continue passes over a session that was never begun, as a full disk leaves it', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, counting);
  const run = async (...words: readonly string[]) => runRook(sandbox, ['ask', ...words], { env });
  await run('a');
  const empty = 'rook-29990102-0a1b2c3d';
  place(join(sandbox.workspace, '.rook', 'chats', '2999-01-02', `session_${empty}.jsonl`), '');
  expect((await runRook(sandbox, ['session', 'list', '--json'])).stdout).toContain(empty);
  expect((await run('--continue', 'b')).stdout).toBe('two\n');
});

it('A-24 escape sequences, direction marks and unseen characters of a model are shown, never obeyed', async () => {
  const sandbox = makeSandbox();
  const evil = 'a\u001B[2J\u0007\u009B31m\u202E\u2066\u200B\u2028\uFEFF 👩‍🚀\r\nz';
  const env = playing(sandbox, { default: { events: [{ kind: 'text', text: evil, pieceLength: 1 }] } });
  const end = await runRook(sandbox, ['ask', 'Hi'], { env });
  expect(end.code).toBe(0);
  expect(harmfulCharacters(end.stdout + end.stderr)).toEqual([]);
  expect(end.stdout).toContain('a␛[2J␇<U+009B>31m<U+202E>');
  expect(end.stdout).toContain('👩‍🚀\nz\n');
});

it('A-24 what a model calls, and with what, is shown harmlessly', async () => {
  const sandbox = makeSandbox();
  const call = { kind: 'tool_call', name: 'read\u001B[2J', input: { path: 'x\n\u001B]0;y\u0007' } } as const;
  const env = playing(sandbox, {
    steps: [{ match: { toolResult: false }, answer: { events: [call] } }],
    default: saying('done'),
  });
  const end = await runRook(sandbox, ['ask', 'Hi'], { env });
  expect(harmfulCharacters(end.stdout + end.stderr)).toEqual([]);
  expect(end.stderr).toContain('read␛[2J');
});

it('H-01 --mode and --yes decide what would be asked, for this call alone', async () => {
  const sandbox = makeSandbox();
  const fetching = { kind: 'tool_call', name: 'fetch_url', input: { url: 'http://127.0.0.1:1/x' } } as const;
  const env = playing(sandbox, {
    steps: [{ match: { toolResult: false }, answer: { events: [fetching] } }],
    default: saying('done'),
  });
  const codes = async (...words: readonly string[]) => {
    const { code, stdout } = await runRook(sandbox, ['ask', '--json', ...words, 'Hi'], { env });
    expect(code).toBe(0);
    return entriesOf(linesOf(stdout), 'tool_call_refused').map((entry) => textAt(entry, 'error', 'code'));
  };
  expect(await codes()).toEqual(['approval_needed']);
  const [safe] = entriesOf(journalLines(sandbox), 'turn');
  expect(valueAt(safe, 'mode', 'safety')).toBe('ask');
  // Allowed by the gate, and then refused because the address is not public.
  expect(await codes('--yes')).toEqual([]);
  // In safe there is no such tool to say yes to.
  expect(await codes('--yes', '--mode', 'safe')).toEqual(['unknown_tool']);
});

it('H-01 a file that looks like a secret is asked about in every mode, and --yes answers', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, '.env'), 'PORT=1\n');
  const opening = { kind: 'tool_call', name: 'read_file', input: { path: '.env' } } as const;
  const env = playing(sandbox, {
    steps: [{ match: { toolResult: false }, answer: { events: [opening] } }],
    default: saying('done'),
  });
  const lines = async (...words: readonly string[]) =>
    (await runRook(sandbox, ['ask', ...words, 'Hi'], { env })).stderr;
  for (const mode of ['safe', 'ask', 'allow']) {
    expect(await lines('--mode', mode)).toMatch(/^⊘ read_file \.env {2}refused: /m);
    expect(await lines('--mode', mode, '--yes')).toContain('▸ read_file .env  1 line\n');
  }
});

it('L-13 C-22 --max-cost refuses a turn that could cost more, before anything is sent', async () => {
  const sandbox = makeSandbox();
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play({ version: 1, steps: [], default: saying('Hello') });
  const env = {
    ROOK_PROVIDER: 'xai',
    ROOK_BASE_URL: `${server.url}/v1`,
    ROOK_API_KEY: ['canary', 'of', 'cost'].join('-'),
    ROOK_MODEL: 'grok-4',
    ROOK_FAST_MODEL: 'grok-4',
  };
  const words = ['ask', '--json', '--max-cost', '0.000001', 'Hi'];
  const refused = await runRook(sandbox, words, { env });
  expect(refused.code).toBe(1);
  const last = linesOf(refused.stdout).at(-1) ?? '';
  expect(textAt(JSON.parse(last), 'error', 'code')).toBe('budget_exceeded');
  expect(server.received).toEqual([]);
  expect(textAt(entriesOf(journalLines(sandbox), 'turn')[0], 'status')).toBe('failed');
  expect(await runRook(sandbox, ['ask', '--max-cost', '5', 'Hi'], { env })).toMatchObject({
    code: 0,
    stdout: 'Hello\n',
  });
  const cheaper = { ...env, ROOK_FAST_MODEL: 'grok-3-mini' };
  const end = await runRook(sandbox, ['ask', '--max-cost', '0.1', 'Hi'], { env: cheaper });
  expect(end).toMatchObject({ code: 0, stdout: 'Hello\n' });
  expect(end.stderr).toContain('grok-3-mini answers instead of grok-4');
  expect(server.received.at(-1)?.body).toContain('"grok-3-mini"');
});

it.each([
  [['ask', '']],
  [['ask', '   ']],
  [['ask']],
  [['ask', '--session', 'x', '--continue', 'Hi']],
  [['ask', '--max-cost', 'much', 'Hi']],
  [['ask', '--max-cost', '-1', 'Hi']],
  [['ask', '--mode', 'yolo', 'Hi']],
  [['ask', 'two', 'words']],
])('T-15 a wrong usage is told before anything is done: rook %j', async (words) => {
  const sandbox = makeSandbox();
  const end = await runRook(sandbox, [...words, '--json'], { env: playing(sandbox, {}) });
  expect(end.code).toBe(2);
  expect(errorOf(end).code).toBe('usage');
  expect(journalLines(sandbox)).toEqual([]);
});
