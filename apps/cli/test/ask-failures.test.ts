import type { Script } from '@rook/contract';
import { startWireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines, linesOf, playing } from './ask-rook.ts';
import { errorOf, textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

const KEY = ['canary', 'of', 'failures'].join('-');

function environment(url: string): Readonly<Record<string, string>> {
  return {
    ROOK_PROVIDER: 'xai',
    ROOK_BASE_URL: `${url}/v1`,
    ROOK_API_KEY: KEY,
    ROOK_MODEL: 'grok-4',
    ROOK_MODEL_TIMEOUT: '60',
  };
}

function failing(status: number, message: string): Script {
  return { version: 1, steps: [], default: { events: [{ kind: 'error', status, message }] } };
}

it.each([
  ['a wrong key', failing(401, `Incorrect API key provided: ${KEY}`), 'model_bad_key'],
  ['an unknown model', failing(404, 'The model grok-4 does not exist'), 'model_unknown'],
])('C-04 %s is told by a sentence, and the turn is in the journal', async (_what, script, code) => {
  const sandbox = makeSandbox();
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play(script);
  const end = await runRook(sandbox, ['ask', 'Hi'], { env: environment(server.url) });
  expect(end).toMatchObject({ code: 1, stdout: '' });
  const [id, ...others] = linesOf(end.stderr);
  expect(others).toEqual([expect.stringMatching(/^rook: The connection .+/)]);
  expect(JSON.stringify([end, journalLines(sandbox)])).not.toContain(KEY);
  const [turn] = entriesOf(journalLines(sandbox), 'turn');
  expect([textAt(turn, 'status'), textAt(turn, 'error', 'code')]).toEqual(['failed', code]);
  // So that it can be looked at, or taken up again.
  expect(textAt(turn, 'session_id')).toBe(id);
  const asJson = await runRook(sandbox, ['ask', '--json', 'Hi'], { env: environment(server.url) });
  expect([asJson.code, asJson.stderr]).toEqual([1, '']);
  const last = linesOf(asJson.stdout).at(-1) ?? '';
  expect(textAt(JSON.parse(last), 'error', 'code')).toBe(code);
});

it('A-24 escape sequences in the refusal of a provider are shown, never obeyed', async () => {
  const sandbox = makeSandbox();
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play(failing(403, 'not for you \u001B]0;pwn\u0007'));
  const end = await runRook(sandbox, ['ask', 'Hi'], { env: environment(server.url) });
  expect(end).toMatchObject({ code: 1, stdout: '' });
  expect(end.stderr).toContain('not for you ␛]0;pwn␇');
});

it('C-22 what the provider read from its cache is a part of what went in', async () => {
  const sandbox = makeSandbox();
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  const usage = { input: 600, cacheRead: 400, output: 7 };
  server.play({ version: 1, steps: [], default: { events: [{ kind: 'text', text: 'Hello' }], usage } });
  const end = await runRook(sandbox, ['ask', 'Hi'], { env: environment(server.url) });
  expect(end).toMatchObject({ code: 0, stdout: 'Hello\n' });
  expect(end.stderr).toMatch(/^1,000 tokens in \(400 cached\), 7 out, /m);
});

it('C-04 a network that is not there is told by a sentence', async () => {
  const sandbox = makeSandbox();
  const server = await startWireServer();
  const { url } = server;
  await server.close();
  const end = await runRook(sandbox, ['ask', 'Hi'], { env: environment(url) });
  expect(end).toMatchObject({ code: 1, stdout: '' });
  expect(end.stderr).toMatch(/^rook: .+[.]$/m);
  expect(textAt(entriesOf(journalLines(sandbox), 'turn')[0], 'error', 'code')).toBe('model_unreachable');
});

it('C-03 without a connection it says in two lines how to get one, and how to try it without', async () => {
  const sandbox = makeSandbox();
  const end = await runRook(sandbox, ['ask', 'Hi']);
  expect(end).toMatchObject({ code: 1, stdout: '' });
  const lines = linesOf(end.stderr);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('rook model add');
  expect(lines[1]).toContain('ROOK_SCRIPT=');
  expect(errorOf(await runRook(sandbox, ['ask', 'Hi', '--json'])).code).toBe('model_no_connection');
  const keyless = await runRook(sandbox, ['ask', 'Hi'], { env: { ROOK_PROVIDER: 'anthropic' } });
  expect(keyless.code).toBe(1);
  expect(linesOf(keyless.stderr)).toHaveLength(2);
  expect(journalLines(sandbox)).toEqual([]);
});

it('C-03 a script that is missing or wrong is told by a sentence', async () => {
  const sandbox = makeSandbox();
  const missing = { ROOK_PROVIDER: 'scripted', ROOK_SCRIPT: 'nothing.json' };
  const end = await runRook(sandbox, ['ask', 'Hi'], { env: missing });
  expect(end).toMatchObject({ code: 1, stdout: '' });
  expect(linesOf(end.stderr)).toHaveLength(1);
});

it('T-15 an answer of nothing fails the turn by a sentence', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: { events: [] } });
  const end = await runRook(sandbox, ['ask', 'Hi'], { env });
  expect(end).toMatchObject({ code: 1, stdout: '' });
  expect(end.stderr).toMatch(/^rook: .+[.]$/m);
});

it('T-15 in the home folder, where there is no workspace, it still talks', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: { events: [{ kind: 'text', text: 'Hello' }] } });
  const end = await runRook(sandbox, ['ask', 'Hi'], { env, cwd: sandbox.userHome });
  expect(end).toMatchObject({ code: 0, stdout: 'Hello\n' });
});
