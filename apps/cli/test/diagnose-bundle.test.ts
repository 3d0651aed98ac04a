import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { createLocalStore } from '@rook/store-local';
import { expect, it } from 'vitest';

import { makeSession, sessionFile } from './make-session.ts';
import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { launcher, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
/** The shape of a key, made up here. */
const KEY = `ghp_${'a8Kq2LmX9z'.repeat(4).slice(0, 36)}`;

function healthEntries(text: string): readonly unknown[] {
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return entries.filter((entry) => valueAt(entry, 'event_type') === 'health');
}

it('R-05 each run is an entry of the session changed last', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox, { drafts: [] });
  for (const run of [1, 2]) {
    const report = jsonOf(await runRook(sandbox, ['diagnose', '--json']));
    expect(valueAt(report, 'session')).toBe(session);
    expect(healthEntries(readFileSync(sessionFile(sandbox, session), 'utf8'))).toHaveLength(run);
  }
  const [entry] = healthEntries(readFileSync(sessionFile(sandbox, session), 'utf8'));
  expect(valueAt(entry, 'checks')).toMatchObject({
    journal_writable: true,
    participant_registered: false,
    mcp_tools_registered: false,
    known_conflicts: [],
    not_applicable: ['participant_registered', 'mcp_tools_registered', 'known_conflicts'],
  });
  expect((await runRook(sandbox, ['journal', 'verify'])).code).toBe(0);
});

it('I-18 begins a session where there is none or it is in use, and leaves nothing where nothing is kept', async () => {
  const sandbox = makeSandbox();
  expect(valueAt(jsonOf(await runRook(sandbox, ['diagnose', '--json'])), 'session')).toBeNull();
  expect([readdirSync(sandbox.workspace), readdirSync(sandbox.userHome)]).toEqual([[], []]);
  mkdirSync(join(sandbox.workspace, '.rook'), { mode: 0o700 });
  const first = textAt(jsonOf(await runRook(sandbox, ['diagnose', '--json'])), 'session');
  const store = createLocalStore({ home: sandbox.rookHome, folder: join(sandbox.workspace, '.rook') });
  const listed = await store.list();
  const [session] = listed.ok ? listed.value : [];
  if (session === undefined) throw new Error('nothing was recorded');
  expect(session.id).toBe(first);
  const held = await store.open(session.id, { surface: 'workbench' });
  if (!held.ok) throw new Error(held.error.message);
  const second = textAt(jsonOf(await runRook(sandbox, ['diagnose', '--json'])), 'session');
  expect(second).not.toBe(first);
  await held.value.close();
});

it.skipIf(!isRoot)('R-01 says NOT WRITABLE with the reason, fails, and does not crash', async () => {
  const sandbox = makeSandbox();
  const folder = join(sandbox.workspace, '.rook');
  mkdirSync(folder);
  for (const path of [sandbox.folder, sandbox.workspace, sandbox.userHome]) chmodSync(path, 0o755);
  chownSync(folder, OTHER_USER, OTHER_USER);
  chmodSync(folder, 0o500);
  const { code, stdout, stderr } = await runRook(sandbox, ['diagnose'], { user: OTHER_USER });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^❌ Journal: NOT WRITABLE\n {3}.*permission denied/m);
  expect(stdout.trimEnd()).toMatch(/Health check complete\.$/);
  expect(stderr).toMatch(/^rook: Journal: NOT WRITABLE[^\n]*\n$/);
});

it('R-01 a disk that takes no byte makes the journal NOT WRITABLE, and says what waits', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const before = readFileSync(sessionFile(sandbox, session), 'utf8');
  const words = ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, launcher, 'diagnose'];
  const end = await runProgram('bash', words, { cwd: sandbox.workspace, env: sandbox.env });
  expect(end.code).toBe(1);
  expect(end.stdout).toMatch(
    /^❌ Journal: NOT WRITABLE\n {3}.*too large.*\n {3}⚠️ Buffered events: 1\/50$/mu,
  );
  expect(end.stdout.trimEnd()).toMatch(/Health check complete\.$/);
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe(before);
});

it('N-20 a bundle has facts and no secret, no text and no home of anybody', async () => {
  const sandbox = makeSandbox();
  const env = {
    ROOK_HOME: join(sandbox.userHome, '.rook'),
    ROOK_API_KEY: 'canary-env-key',
    ROOK_STORE: 'postgres://me:canary-store-key@host/db',
  };
  const home = { ...sandbox, rookHome: env.ROOK_HOME };
  const workspace = join(sandbox.workspace, KEY);
  mkdirSync(workspace);
  const session = await makeSession(
    { ...home, workspace },
    {
      title: 'canary-title',
      drafts: [{ event_type: 'bug_recorded', type: 'Other', by: 'user', description: 'canary-text' }],
    },
  );
  place(
    join(env.ROOK_HOME, 'settings.json'),
    JSON.stringify({ 'sessions.labels': [KEY], mode: 'safe', 'journal.tags': ['canary-env-key'] }),
  );
  place(
    join(env.ROOK_HOME, 'logs', `${session}.log`),
    `{"message":"${KEY} canary-env-key canary-store-key","path":"${sandbox.userHome}/x"}\n`,
  );
  const words = ['diagnose', '--bundle', 'report.json', '--json', '--workspace', workspace];
  const end = await runRook(home, words, { env });
  expect([end.code, end.stderr], end.stdout).toEqual([0, '']);
  const path = textAt(jsonOf(end), 'bundle', 'path');
  expect(path).toBe(join(sandbox.workspace, 'report.json'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  for (const secret of ['canary', KEY, sandbox.userHome]) expect(text).not.toContain(secret);
  const report: unknown = JSON.parse(text);
  expect(valueAt(report, 'versions', 'node')).toBe(process.version);
  expect(valueAt(report, 'folders', 'home')).toBe('~/.rook');
  const [facts] = listAt(report, 'sessions', 'shown');
  expect(facts).toMatchObject({
    id: session,
    entries: { session_start: 1, bug_recorded: 1, health: 1 },
    verified: { ok: true, anchored: true, torn: [] },
  });
  expect(listAt(report, 'logs')).toHaveLength(1);
  expect(listAt(report, 'environment')).toEqual(['ROOK_API_KEY', 'ROOK_HOME', 'ROOK_STORE']);

  const again = await runRook(home, words, { env });
  expect([again.code, readFileSync(path, 'utf8') === text]).toEqual([1, true]);
  expect(again.stdout).toContain('"code":"exists"');
  const inside = await runRook(home, ['diagnose', '--bundle', join(env.ROOK_HOME, 'x.json')], { env });
  expect(inside.code).toBe(1);
});

it('N-20 a bundle has no part of a secret that a message or a log has cut', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, JSON.stringify({ mode: KEY.repeat(9) }));
  place(join(sandbox.rookHome, 'logs', 'x.log'), `${'x'.repeat(980)} ${KEY}\n`);
  const start = { env: { ROOK_MODE: KEY.slice(0, 30) } };
  expect((await runRook(sandbox, ['diagnose', '--bundle', 'b.json'], start)).code).toBe(1);
  const text = readFileSync(join(sandbox.workspace, 'b.json'), 'utf8');
  expect(text).not.toContain(KEY.slice(0, 12));
  expect(text).toContain('something else was given.');
});

it('R-01 a bundle of its own name lies in the current folder', async () => {
  const sandbox = makeSandbox();
  const { code, stdout } = await runRook(sandbox, ['diagnose', '--bundle']);
  expect(code).toBe(0);
  const [name = ''] = readdirSync(sandbox.workspace);
  expect(name).toMatch(/^rook-diagnose-\d{4}-\d{2}-\d{2}\.json$/);
  expect(stdout).toContain(join(sandbox.workspace, name));
  const refused = await runRook(sandbox, ['diagnose', '--bundle', 'no/such/file.json', '--json']);
  expect(refused.code).toBe(1);
  expect(errorOf({ ...refused, stdout: `${refused.stdout.trimEnd().split('\n').at(-1)}\n` }).code).toBe(
    'not_writable',
  );
});
