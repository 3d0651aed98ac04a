import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { startWireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { makeSession, sessionFile } from './make-session.ts';
import { errorOf, jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const KEY = ['canary', 'of', 'model', 'add', '0815'].join('-');

/** In tests keys go to the file: a keychain of the machine that runs them is none of their business. */
const FILE = { ROOK_SECRETS_PLACE: 'file' };

async function rook(sandbox: Sandbox, typed: string, input?: string): Promise<End> {
  return runRook(sandbox, typed.split(' '), { env: FILE, ...(input === undefined ? {} : { input }) });
}

it('C-04 N-07 rook model add keeps the connection in the settings and the key encrypted', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{\n  // mine\n  "mode": "safe", // stays\n}\n');
  const added = await rook(
    sandbox,
    'model add work --provider anthropic --main claude-x --key-stdin',
    `${KEY}\n`,
  );
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(sandbox.userFile, 'utf8');
  expect(text).toContain('// mine');
  expect(text).toContain('// stays');
  expect(text.replaceAll(/\s+/g, '')).toContain(
    '{"name":"work","provider":"anthropic","models":{"main":"claude-x"}}',
  );
  const files = ['credentials.enc', 'credentials.key', 'settings.json'].map((name) =>
    join(sandbox.rookHome, name),
  );
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const file of files) expect(readFileSync(file, 'latin1')).not.toContain(KEY);
  const listed = await rook(sandbox, 'model list --json');
  const [connection] = listAt(jsonOf(listed), 'connections');
  expect(connection).toMatchObject({ name: 'work', inUse: true, origin: 'settings', key: { state: 'kept' } });
  expect(valueAt(connection, 'models', 'main')).toMatchObject({
    name: 'claude-x',
    by: 'connection',
    price: null,
  });
  expect(JSON.stringify([added, listed])).not.toContain(KEY);
});

it('C-04 a kept key reaches the provider, and only the provider', async () => {
  const sandbox = makeSandbox();
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play({ version: 1, steps: [], default: { events: [{ kind: 'text', text: '1 2 3' }] } });
  const typed = `model add local --provider openai-compatible --base-url ${server.url}/v1 --main m --key-stdin`;
  expect(await rook(sandbox, typed, KEY)).toMatchObject({ code: 0 });
  const tested = await rook(sandbox, 'model test');
  expect(tested.stdout).toMatch(/✓ answers/);
  expect(server.received[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
  expect(JSON.stringify(tested)).not.toContain(KEY);
});

it('C-04 rook model remove takes the connection, its use and its key', async () => {
  const sandbox = makeSandbox();
  await rook(sandbox, 'model add work --provider anthropic --key-stdin', KEY);
  await rook(sandbox, 'model add play --provider xai --use --key-stdin', KEY);
  expect(readFileSync(sandbox.userFile, 'utf8')).toContain('"model.connection": "play"');
  expect(jsonOf(await rook(sandbox, 'model remove play --json'))).toEqual({ removed: 'play', key: true });
  expect(readFileSync(sandbox.userFile, 'utf8')).not.toContain('play');
  await rook(
    sandbox,
    'model add play --provider openai-compatible --base-url https://h.example --main m --keyless',
  );
  const listed = jsonOf(await rook(sandbox, 'model list --json'));
  expect(listAt(listed, 'connections').map((one) => valueAt(one, 'key', 'state'))).toEqual(['kept', 'none']);
  expect(errorOf(await rook(sandbox, 'model remove pley --json'))).toMatchObject({
    code: 'unknown_connection',
  });
});

const refused: readonly (readonly [string, string, number, RegExp])[] = [
  ['model add work --key-stdin', KEY, 2, /--provider/],
  ['model add work --provider nobody', KEY, 2, /anthropic/],
  ['model add work --provider anthropic', KEY, 2, /no terminal to ask/],
  ['model add work --provider anthropic --key-stdin', '', 1, /No key was given/],
  ['model add work --provider anthropic --key-stdin', `${KEY} ${KEY}`, 1, /one word without spaces/],
  ['model add work --provider anthropic --key-env ABSENT', '', 2, /ABSENT is empty or not set/],
  ['model add work --provider anthropic --key-stdin --key-env HOME', KEY, 2, /not several/],
  ['model add Wörk --provider anthropic --key-stdin', KEY, 1, /small letters/],
  ['model add environment --provider xai --key-stdin', KEY, 2, /choose another name/],
  [
    'model add work --provider openai --main m --base-url ftp://x --key-stdin',
    KEY,
    1,
    /--base-url takes an address/,
  ],
  [
    'model add work --provider openai --main m --base-url http://x.example --key-stdin',
    KEY,
    1,
    /without encryption/,
  ],
  ['model add work --provider openai-compatible --main m --keyless', '', 1, /needs the address/],
  ['model add work --provider xai --key-env sk-abc', '', 2, /The variable that --key-env names is empty/],
  ['model add work --provider openai --key-stdin', KEY, 2, /openai has no model of its own; .*--main/],
  ['model add work --provider anthropic --keyless', '', 2, /anthropic refuses everybody without a key/],
  ['model add work --provider azure --main m --key-stdin', KEY, 1, /a base URL, or a region/],
  ['model add work --provider azure --main m --region a/b --key-stdin', KEY, 1, /one plain word/],
  ['model add work --provider xai --region eu --key-stdin', KEY, 2, /--region is for azure, not for xai/],
  ['model add work --provider xai --script s.json --key-stdin', KEY, 2, /--script is for scripted/],
  ['model add work --provider scripted', '', 2, /nothing to play/],
  ['model add work --provider scripted --script missing.json', '', 1, /no such file/],
  ['model add work --provider scripted --script s.json --key-stdin', KEY, 2, /without --key-stdin/],
  ['model add work --provider xai --base-url https://h.example/v1?k=1 --key-stdin', KEY, 1, /query/],
  ['model add work --provider xai --base-url https:////u:p@h.example --key-stdin', KEY, 1, /password/],
];

it.each(refused)('C-04 refuses and writes nothing: rook %s', async (typed, input, code, sentence) => {
  const sandbox = makeSandbox();
  const end = await rook(sandbox, typed, input);
  expect(end).toMatchObject({ code, stdout: '' });
  expect(end.stderr).toMatch(sentence);
  expect(end.stderr).not.toContain(KEY);
  expect(end.stderr).not.toMatch(/sk-abc|u:p@|k=1/);
  expect(() => statSync(sandbox.rookHome)).toThrow('ENOENT');
});

it('C-04 a name that is taken needs --replace, which also renews the key', async () => {
  const sandbox = makeSandbox();
  await rook(sandbox, 'model add work --provider anthropic --key-stdin', 'first');
  const again = await rook(sandbox, 'model add work --provider xai --key-stdin', KEY);
  expect(again).toMatchObject({ code: 2 });
  expect(again.stderr).toContain('--replace');
  const replaced = await rook(sandbox, 'model add work --provider xai --replace --key-stdin', KEY);
  expect(replaced).toMatchObject({ code: 0 });
  const listed = jsonOf(await rook(sandbox, 'model list --json'));
  expect(listAt(listed, 'connections')).toMatchObject([{ name: 'work', provider: 'xai' }]);
});

it('N-20 a connection that is replaced without a key does not inherit the old one', async () => {
  const sandbox = makeSandbox();
  await rook(sandbox, 'model add work --provider anthropic --key-stdin', KEY);
  const elsewhere =
    '--provider openai-compatible --base-url https://elsewhere.example/v1 --main m --keyless --replace';
  expect(await rook(sandbox, `model add work ${elsewhere}`)).toMatchObject({ code: 0 });
  const listed = jsonOf(await rook(sandbox, 'model list --json'));
  expect(valueAt(listed, 'connections', 0, 'key', 'state')).toBe('none');
});

it('C-04 when the settings cannot be written, the key is put back as it was', async () => {
  const sandbox = makeSandbox();
  await rook(sandbox, 'model add work --provider anthropic --key-stdin', 'first');
  const before = readFileSync(sandbox.userFile, 'utf8');
  place(sandbox.userFile, `${before.trimEnd().slice(0, -1)},"connections": []}`);
  const end = await rook(sandbox, 'model add play --provider xai --key-stdin', KEY);
  expect(end.code).toBe(1);
  place(sandbox.userFile, JSON.stringify({ connections: [{ name: 'play', provider: 'xai' }] }));
  const listed = jsonOf(await rook(sandbox, 'model list --json'));
  expect(valueAt(listed, 'connections', 0, 'key', 'state')).toBe('missing');
});

it('N-07 keys that several processes add at once are all kept', async () => {
  const sandbox = makeSandbox();
  const names = Array.from({ length: 6 }, (_unused, index) => `c${index}`);
  const ends = await Promise.all(
    names.map(async (name) =>
      rook(sandbox, `model add ${name} --provider xai --key-stdin`, `key-of-${name}`),
    ),
  );
  expect(ends.map(({ code }) => code)).toEqual(names.map(() => 0));
  const listed = listAt(jsonOf(await rook(sandbox, 'model list --json')), 'connections');
  expect(listed.map((one) => valueAt(one, 'key', 'state'))).toEqual(names.map(() => 'kept'));
});

it('N-07 a tampered file of keys is said and never replaced', async () => {
  const sandbox = makeSandbox();
  await rook(sandbox, 'model add work --provider anthropic --key-stdin', KEY);
  const file = join(sandbox.rookHome, 'credentials.enc');
  const changed = readFileSync(file, 'utf8').replace('"data":"', '"data":"AAAA');
  place(file, changed);
  const tested = await rook(sandbox, 'model test --json');
  expect(errorOf(tested)).toMatchObject({ code: 'secrets_unreadable' });
  const added = await rook(sandbox, 'model add play --provider xai --key-stdin', KEY);
  expect(added.stderr).toContain('changed or damaged');
  expect(readFileSync(file, 'utf8')).toBe(changed);
  expect(readFileSync(sandbox.userFile, 'utf8')).not.toContain('play');
});

it('N-20 a key that is kept appears in no file and in no answer, also when somebody types it into a journal', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  await rook(sandbox, 'model add work --provider openai --main m --key-stdin', KEY);
  const note = ['journal', 'tag', 'bug', '--session', session, '--note', `it was ${KEY}`];
  expect(await runRook(sandbox, note, { env: FILE })).toMatchObject({ code: 0 });
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toContain('it was ');
  const told = [
    await rook(sandbox, 'settings list --json'),
    await rook(sandbox, 'diagnose --json'),
    await rook(sandbox, 'session show --json'),
  ];
  expect(told.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(JSON.stringify(told)).not.toContain(KEY);
  expect(runTool('grep', '-rl', KEY, sandbox.folder).stdout).toBe('');
});

it('C-04 rook model list does not say that there is no connection when it cannot read them', async () => {
  const sandbox = makeSandbox();
  expect((await rook(sandbox, 'model list')).stderr).toContain('No connection is configured');
  place(sandbox.userFile, JSON.stringify({ connections: [{ name: 'work', provider: 'nobody' }] }));
  const { stderr } = await rook(sandbox, 'model list');
  expect(stderr).toContain('No connection can be used');
  expect(stderr).not.toContain('is configured');
  expect(stderr).toMatch(/problem .*provider/u);
});

it('C-04 rook model list says that a name stands there twice', async () => {
  const sandbox = makeSandbox();
  const twice = ['xai', 'anthropic'].map((provider) => ({ name: 'work', provider }));
  place(sandbox.userFile, JSON.stringify({ connections: twice }));
  const { stdout, stderr } = await rook(sandbox, 'model list');
  expect(stdout).toContain('xai');
  expect(stderr).toContain('several connections called "work"');
  expect((await rook(makeSandbox(), 'model test nobody')).stderr).toMatch(
    /There is no connection "nobody"\. No connection to a model is configured/u,
  );
});
