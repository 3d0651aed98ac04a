import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startWireServer, type WireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { launcher, quote, runProgram, runRook, type End } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const KEY = ['canary', 'of', 'the', 'bond', '2468'].join('-');
const FILE = { ROOK_SECRETS_PLACE: 'file' };

async function rook(
  sandbox: Sandbox,
  typed: string,
  { input, env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<End> {
  const given = input === undefined ? {} : { input };
  return runRook(sandbox, typed.split(' '), { env: { ...FILE, ...env }, ...given });
}

async function serve(): Promise<WireServer> {
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play({ version: 1, steps: [], default: { events: [{ kind: 'text', text: '1 2 3' }] } });
  return server;
}

function add(server: { readonly url: string }, name = 'work'): string {
  return `model add ${name} --provider openai-compatible --base-url ${server.url}/v1 --main m --key-stdin`;
}

/** A key that is kept for one server, and another server that would like to have it. */
async function keepKey(): Promise<{ sandbox: Sandbox; good: WireServer; other: WireServer }> {
  const [sandbox, good, other] = [makeSandbox(), await serve(), await serve()];
  expect(await rook(sandbox, add(good), { input: KEY })).toMatchObject({ code: 0 });
  return { sandbox, good, other };
}

function listFor({ url }: { readonly url: string }): string {
  const connection = {
    name: 'work',
    provider: 'openai-compatible',
    baseUrl: `${url}/v1`,
    models: { main: 'm' },
  };
  return JSON.stringify([connection]);
}

function expectRefused(end: End, good: WireServer, other: WireServer): void {
  const message = textAt(errorOf(end), 'message');
  expect(message).toContain(`was kept for ${good.url}; add it again for ${other.url}`);
  expect(other.received).toEqual([]);
  expect(JSON.stringify(end)).not.toContain(KEY);
}

it('N-20 a kept key does not follow its name to an address that a variable or a flag gives', async () => {
  const { sandbox, good, other } = await keepKey();
  const env = { ROOK_CONNECTIONS: listFor(other) };
  expectRefused(await rook(sandbox, 'model test work --json', { env }), good, other);
  expectRefused(
    await rook(sandbox, `model test work --json --set connections=${listFor(other)}`),
    good,
    other,
  );
  expect((await rook(sandbox, 'model test')).stdout).toContain('✓ answers');
  expect(good.received[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
});

it('N-20 a kept key does not go to an address that was edited by hand', async () => {
  const { sandbox, good, other } = await keepKey();
  place(sandbox.userFile, readFileSync(sandbox.userFile, 'utf8').replace(good.url, other.url));
  expectRefused(await rook(sandbox, 'model test --json'), good, other);
  const listed = jsonOf(await rook(sandbox, 'model list --json'));
  expect(valueAt(listed, 'connections', 0, 'key', 'state')).toBe('missing');
  expect(await rook(sandbox, `${add(other)} --replace`, { input: KEY })).toMatchObject({ code: 0 });
  expect((await rook(sandbox, 'model test')).stdout).toContain('✓ answers');
});

it('N-20 a process that was killed between settings and key leaves none that goes elsewhere', async () => {
  const { sandbox, good, other } = await keepKey();
  const files = ['credentials.enc', 'settings.json'].map((name) => join(sandbox.rookHome, name));
  const before = files.map((file) => readFileSync(file, 'utf8'));
  expect(await rook(sandbox, `${add(other)} --replace`, { input: `${KEY}-new` })).toMatchObject({ code: 0 });
  const after = files.map((file) => readFileSync(file, 'utf8'));
  const [keys = '', settings = ''] = files;
  place(keys, before[0] ?? '');
  chmodSync(keys, 0o600);
  expectRefused(await rook(sandbox, 'model test --json'), good, other);
  place(keys, after[0] ?? '');
  place(settings, before[1] ?? '');
  expectRefused(await rook(sandbox, 'model test --json'), other, good);
});

it('C-04 of several that add the same name at once one is told that it was added', async () => {
  const [sandbox, servers] = [makeSandbox(), [await serve(), await serve(), await serve()]];
  const ends = await Promise.all(
    servers.map(async (server, index) => rook(sandbox, add(server), { input: `${KEY}-${index}` })),
  );
  expect(ends.map(({ code }) => String(code)).toSorted()).toEqual(['0', '2', '2']);
  const winner = ends.findIndex(({ code }) => code === 0);
  expect((await rook(sandbox, 'model test')).stdout).toContain('✓ answers');
  expect(servers[winner]?.received[0]?.headers['authorization']).toBe(`Bearer ${KEY}-${winner}`);
});

it('C-04 several that replace the same connection at once never send a key to another address', async () => {
  const [sandbox, servers] = [makeSandbox(), [await serve(), await serve()]];
  await Promise.all(
    servers.map(async (server, index) =>
      rook(sandbox, `${add(server)} --replace`, { input: `${KEY}-${index}` }),
    ),
  );
  await rook(sandbox, 'model test');
  const sent = servers.map(({ received }) => received.map(({ headers }) => headers['authorization']));
  const expected = sent.map((keys, index) => keys.map(() => `Bearer ${KEY}-${index}`));
  expect(sent).toEqual(expected);
});

it('N-07 a connection can be removed although the file of keys is damaged, and that is said', async () => {
  const { sandbox } = await keepKey();
  place(join(sandbox.rookHome, 'credentials.enc'), 'damaged');
  const end = await rook(sandbox, 'model remove work');
  expect(end).toMatchObject({ code: 0 });
  expect(end.stdout).toBe('work was removed\n');
  expect(end.stderr).toContain('Its key could not be removed: ');
  expect(listAt(jsonOf(await rook(sandbox, 'model list --json')), 'connections')).toEqual([]);
});

it('N-07 a file of keys that others can read is refused, and the sentence says what to do', async () => {
  const { sandbox } = await keepKey();
  chmodSync(join(sandbox.rookHome, 'credentials.key'), 0o644);
  const end = await rook(sandbox, 'model test');
  expect(end.code).toBe(1);
  expect(end.stderr).toMatch(/credentials\.key can be read or changed by other users \(mode 644\)/);
});

it('N-20 the bundle of diagnose shows scheme, host and port of an address, and not its path', async () => {
  const sandbox = makeSandbox();
  const address = 'https://h.example:8443/path-with-a-word/v1';
  const typed = `model add work --provider openai-compatible --base-url ${address} --main m --keyless`;
  expect(await rook(sandbox, typed)).toMatchObject({ code: 0 });
  await rook(sandbox, 'diagnose --bundle bundle.json');
  const text = readFileSync(join(sandbox.workspace, 'bundle.json'), 'utf8');
  expect(text).toContain('"https://h.example:8443"');
  expect(text).not.toContain('path-with-a-word');
});

it('N-20 a key in the place of a word is not repeated', async () => {
  const { sandbox } = await keepKey();
  const key = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'].join('-');
  const ends = [
    await rook(sandbox, `model remove ${key}`),
    await rook(sandbox, `model test ${key}`),
    await rook(sandbox, `model add ${key} --provider xai --key-stdin`, { input: KEY }),
    await rook(sandbox, `model add play --provider xai --key-env ${key}`),
  ];
  expect(ends.map(({ code }) => code === 0)).toEqual(ends.map(() => false));
  expect(JSON.stringify(ends)).not.toContain('a1B2c3');
});

it.skipIf(!runTool('script', '--version').stdout.includes('util-linux'))(
  'N-07 --key-stdin on a terminal is refused: the key would be shown',
  async () => {
    const sandbox = makeSandbox();
    const words = [process.execPath, launcher, ...'model add work --provider xai --key-stdin'.split(' ')];
    const start = { cwd: sandbox.workspace, env: { ...sandbox.env, ...FILE, TERM: 'dumb' } };
    const end = await runProgram('script', ['-qec', words.map(quote).join(' '), '/dev/null'], start);
    expect(end.code).toBe(2);
    expect(end.stdout).toContain('piped in');
  },
);
