import { appendFileSync, readFileSync } from 'node:fs';

import { entryTypes } from '@rook/contract';
import { createLocalStore } from '@rook/store-local';
import { expect, it } from 'vitest';

import { ENTRIES_MADE, makeSession, sessionFile } from './make-session.ts';
import { errorOf, textAt, valueAt } from './read-output.ts';
import { launcher, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

/** Types that no session of these tests has. */
const NOT_MADE = new Set(['journal_repaired', 'session_changed', 'session_imported']);

function jsonLines(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

it('I-36 lists sessions, the one changed last first, for a person and for a script', async () => {
  const sandbox = makeSandbox();
  const first = await makeSession(sandbox, { title: 'First' });
  const second = await makeSession(sandbox, { title: 'Second \u001B[31m' });
  const { code, stdout } = await runRook(sandbox, ['session', 'list']);
  expect(code).toBe(0);
  expect(stdout.indexOf(second)).toBeLessThan(stdout.indexOf(first));
  expect(stdout).toContain('Second ␛[31m');
  const listed = jsonLines((await runRook(sandbox, ['session', 'list', '--json'])).stdout);
  expect(listed).toMatchObject([
    { id: second, turns: 1, holder: null },
    { id: first, title: 'First', entries: ENTRIES_MADE },
  ]);
  expect((await runRook(sandbox, ['session', 'list', '--limit', '1'])).stderr).toContain('and 1 more');
  expect((await runRook(sandbox, ['session', 'list', '--limit', 'x'])).code).toBe(2);
});

it('says that there is no session, and makes none by looking', async () => {
  const sandbox = makeSandbox();
  expect(await runRook(sandbox, ['session', 'list'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'There is no session here yet.\n',
  });
  expect(errorOf(await runRook(sandbox, ['session', 'show', '--json']))).toMatchObject({ code: 'not_found' });
  expect(await runRook(sandbox, ['journal', 'verify', '--json'])).toMatchObject({
    code: 0,
    stdout: '{"sessions":[]}\n',
  });
  expect(() => readFileSync(sandbox.workspaceFile)).toThrow('ENOENT');
});

it('shows every entry of a session, also those it does not know', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  appendFileSync(sessionFile(sandbox, session), 'garbage\n');
  const { code, stdout } = await runRook(sandbox, ['session', 'show', session.slice(-6)]);
  expect(code).toBe(0);
  for (const type of entryTypes.filter((name) => !NOT_MADE.has(name))) {
    expect(stdout, type).toContain(`  ${type}  `);
  }
  expect(stdout).toContain('rook: Done.');
  expect(stdout).toContain('unreadable');
  const entries = jsonLines((await runRook(sandbox, ['session', 'show', '--json'])).stdout);
  expect(entries).toHaveLength(ENTRIES_MADE + 1);
  expect(entries.at(-1)).toMatchObject({ unreadable: { line: ENTRIES_MADE + 1 } });
  expect(entries.map((entry) => valueAt(entry, 'seq')).slice(0, 3)).toEqual([0, 1, 2]);
});

it('streams a long session to a slow reader', async () => {
  const sandbox = makeSandbox();
  const text = 'x'.repeat(2000);
  await makeSession(sandbox, {
    drafts: Array.from(
      { length: 20_000 },
      () => ({ event_type: 'bug_recorded', type: 'Other', by: 'user', description: text }) as const,
    ),
  });
  const { code, stdout } = await runRook(sandbox, ['session', 'show', '--json']);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toHaveLength(20_002);
  const script = '"$0" "$@" session show --json | (sleep 2; wc -l)';
  const slow = await runProgram('bash', ['-c', script, process.execPath, launcher], {
    cwd: sandbox.workspace,
    env: sandbox.env,
  });
  expect([slow.code, slow.stdout.trim(), slow.stderr]).toEqual([0, '20001', '']);
});

it('refuses a session that is not there or not the only one meant', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox);
  await makeSession(sandbox);
  expect(errorOf(await runRook(sandbox, ['session', 'show', 'zzz', '--json']))).toMatchObject({
    code: 'not_found',
  });
  expect(errorOf(await runRook(sandbox, ['session', 'show', 'rook-', '--json']))).toMatchObject({
    code: 'ambiguous',
  });
});

it('I-20 tags a turn, I-24 creates an action, I-25 changes it, and verify still says yes', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const tagged = await runRook(sandbox, ['journal', 'tag', 'bug, todo', '--note', 'why']);
  expect(tagged).toMatchObject({ code: 0, stdout: 'Tagged turn t0001 with: bug, todo\n', stderr: '' });
  const created = await runRook(sandbox, [
    'journal',
    'action',
    'Fix the login',
    '--tags',
    'bug',
    '--details',
    'd',
  ]);
  expect(created).toMatchObject({ code: 0, stdout: 'Created action a0002: Fix the login\n' });
  expect((await runRook(sandbox, ['journal', 'action', '--id', 'a0002', '--status', 'done'])).code).toBe(0);
  const entries = jsonLines((await runRook(sandbox, ['session', 'show', '--json'])).stdout);
  expect(entries.slice(-3)).toMatchObject([
    { event_type: 'tag', turn_id: 't0001', tags: ['bug', 'todo'], note: 'why' },
    { event_type: 'action', action_id: 'a0002', status: 'open', details: 'd', tags: ['bug'] },
    { event_type: 'action', action_id: 'a0002', status: 'done', title: 'Fix the login' },
  ]);
  expect(await runRook(sandbox, ['journal', 'verify', session])).toMatchObject({ code: 0 });
});

it.each([
  [['journal', 'tag', ' , '], 2],
  [['journal', 'tag', 'x', '--turn', 't0009'], 1],
  [['journal', 'action'], 2],
  [['journal', 'action', ' '], 2],
  [['journal', 'action', 'x', '--id', 'a0001'], 2],
  [['journal', 'action', '--id', 'a0001'], 2],
  [['journal', 'action', '--id', 'a0009', '--status', 'done'], 1],
] as const)('refuses `rook %j` with exit code %d and writes nothing', async (words, code) => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const before = readFileSync(sessionFile(sandbox, session), 'utf8');
  expect((await runRook(sandbox, words)).code).toBe(code);
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe(before);
});

it('verify proves a session, and names what was changed, cut or torn', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const file = sessionFile(sandbox, session);
  const original = readFileSync(file, 'utf8');
  const verify = async () => {
    const { code, stdout } = await runRook(sandbox, ['journal', 'verify', '--json']);
    const value: unknown = JSON.parse(stdout);
    return { code, verdict: valueAt(value, 'sessions', 0) };
  };
  expect(await verify()).toMatchObject({
    code: 0,
    verdict: { id: session, ok: true, anchored: true, torn: [], entries: ENTRIES_MADE },
  });
  place(file, original.replace('Add type hints', 'Add type hunts'));
  expect(await verify()).toMatchObject({
    code: 1,
    verdict: { ok: false, firstBadLine: 2, reason: 'altered' },
  });
  place(file, original.split('\n').slice(0, 5).join('\n').concat('\n'));
  expect(await verify()).toMatchObject({ code: 1, verdict: { ok: false, reason: 'cut' } });
  place(file, `${original}{"torn`);
  expect(await verify()).toMatchObject({ code: 0, verdict: { ok: true, torn: [ENTRIES_MADE + 1] } });
  const tagged = await runRook(sandbox, ['journal', 'tag', 'x']);
  expect([tagged.code, readFileSync(file, 'utf8').startsWith(`${original}{"torn\n`)]).toEqual([0, true]);
  expect(await verify()).toMatchObject({
    code: 0,
    verdict: { ok: true, torn: [ENTRIES_MADE + 1], entries: ENTRIES_MADE + 2 },
  });
});

it('names who holds a session, with exit code 1 and the code session_in_use', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const store = createLocalStore({ home: sandbox.rookHome, folder: `${sandbox.workspace}/.rook` });
  const held = await store.open(session, { surface: 'workbench' });
  if (!held.ok) throw new Error(held.error.message);
  const error = errorOf(await runRook(sandbox, ['journal', 'tag', 'x', '--json']));
  expect(error).toMatchObject({ code: 'session_in_use', kind: 'error', retryable: true });
  expect(error.message).toContain(`workbench (process ${process.pid}`);
  const listed: unknown = JSON.parse((await runRook(sandbox, ['session', 'list', '--json'])).stdout);
  expect(textAt(listed, 'holder')).toBe('workbench');
  await held.value.close();
  expect((await runRook(sandbox, ['journal', 'tag', 'x'])).code).toBe(0);
});

it('N-20 writes no key of the environment or the settings into the journal', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const [first, second] = ['canary-key-1', 'canary-key-2'];
  const env = { ROOK_API_KEY: first, ROOK_STORE: `postgres://me:${second}@host/db` };
  await runRook(sandbox, ['journal', 'tag', 'x', '--note', `${first} and ${second}`], { env });
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).not.toContain('canary');
});

it('writes nothing while the settings cannot be read', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox);
  place(sandbox.userFile, '{ "mode": ');
  expect(errorOf(await runRook(sandbox, ['journal', 'tag', 'x', '--json']))).toMatchObject({
    code: 'settings_malformed',
  });
  expect((await runRook(sandbox, ['journal', 'verify'])).code).toBe(0);
});

it('T-15 says in the answer and in the exit code that an entry could not be written', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const before = readFileSync(sessionFile(sandbox, session), 'utf8');
  const words = [
    '-c',
    'ulimit -f 0; exec "$0" "$@"',
    process.execPath,
    launcher,
    'journal',
    'tag',
    'x',
    '--json',
  ];
  const end = await runProgram('bash', words, { cwd: sandbox.workspace, env: sandbox.env });
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'journal_unavailable', kind: 'error', retryable: true });
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe(before);
  expect((await runRook(sandbox, ['journal', 'tag', 'x'])).code).toBe(0);
  expect((await runRook(sandbox, ['journal', 'verify'])).code).toBe(0);
});
