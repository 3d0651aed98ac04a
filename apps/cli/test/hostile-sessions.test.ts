import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

import type { SessionId } from '@rook/contract';
import { expect, it } from 'vitest';

import { ENTRIES_MADE, makeSession, sessionFile } from './make-session.ts';
import { errorOf, jsonOf, valueAt } from './read-output.ts';
import { launcher, runProgram, runRook, type RookStart } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

/** Makes the file of a session unreadable, for a start as another user where the test's own may read all. */
function makeUnreadable(sandbox: Sandbox, session: SessionId): Pick<RookStart, 'user'> {
  chmodSync(sessionFile(sandbox, session), 0o000);
  // What was kept beside it would spare reading it.
  rmSync(sessionFile(sandbox, session).replace(/\.jsonl$/u, ''), { recursive: true, force: true });
  if (!isRoot) return {};
  const paths = readdirSync(sandbox.folder, { recursive: true, encoding: 'utf8' });
  for (const path of ['.', ...paths]) chownSync(join(sandbox.folder, path), OTHER_USER, OTHER_USER);
  return { user: OTHER_USER };
}

it('lists the sessions beside one that cannot be read, and ends with exit code 1', async () => {
  const sandbox = makeSandbox();
  const [first, bad, last] = [
    await makeSession(sandbox, { title: 'First' }),
    await makeSession(sandbox, { title: 'Bad' }),
    await makeSession(sandbox, { title: 'Last' }),
  ];
  const start = makeUnreadable(sandbox, bad);
  const { code, stdout, stderr } = await runRook(sandbox, ['session', 'list'], start);
  expect(code).toBe(1);
  expect(stdout).toContain(first);
  expect(stdout).toContain(last);
  expect(stdout).not.toContain(bad);
  expect(stderr.split('\n')).toHaveLength(2);
  expect(stderr).toContain(`${bad}  `);
  expect(stderr).toContain('cannot be read: permission denied.');
  const listed = await runRook(sandbox, ['session', 'list', '--json'], start);
  expect([listed.code, listed.stderr]).toEqual([1, '']);
  const lines = listed.stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toHaveLength(3);
  expect(lines.find((line) => valueAt(line, 'id') === bad)).toMatchObject({
    error: { code: 'not_readable' },
  });
});

it('verifies the sessions beside one whose file or anchor cannot be read', async () => {
  const sandbox = makeSandbox();
  const [good, bad, unanchored] = [
    await makeSession(sandbox),
    await makeSession(sandbox),
    await makeSession(sandbox),
  ];
  const anchors = join(sandbox.rookHome, 'anchors', unanchored);
  for (const name of readdirSync(anchors)) place(join(anchors, name), 'garbage');
  const start = makeUnreadable(sandbox, bad);
  const end = await runRook(sandbox, ['journal', 'verify', '--json'], start);
  expect(end.code).toBe(1);
  const sessions = valueAt(jsonOf(end), 'sessions');
  const none = { entries: 0, ok: false, anchored: false, torn: [] };
  expect(sessions).toHaveLength(3);
  expect(sessions).toEqual(
    expect.arrayContaining([
      { id: good, entries: ENTRIES_MADE, ok: true, anchored: true, torn: [] },
      { id: bad, ...none, reason: 'unreadable' },
      { id: unanchored, ...none, reason: 'anchor_damaged' },
    ]),
  );
  const told = await runRook(sandbox, ['journal', 'verify'], start);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain('permission denied. (unreadable)');
  expect(told.stdout).toContain('(anchor_damaged)');
  expect(told.stderr).toContain('2 of 3 sessions cannot be trusted');
});

it('counts a session of many turns in a moment, and a turn that cannot be stops nothing', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox, { title: '' });
  const file = sessionFile(sandbox, session);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const find = (type: string) => lines.find((line) => line.includes(`"event_type":"${type}"`)) ?? '';
  const [started, settled, shown] = [find('turn_started'), find('turn'), find('file_shown')];
  const more: string[] = [];
  for (let turn = 2; turn <= 30_000; turn += 1) {
    const id = `t${String(turn).padStart(4, '0')}`;
    more.push(started.replaceAll('t0001', id), settled.replaceAll('t0001', id));
  }
  for (const id of ['t99999999999', `t${'9'.repeat(400)}`, 't999999999'])
    more.push(shown.replaceAll('t0001', id));
  appendFileSync(file, `${more.join('\n')}\n`);
  const start = performance.now();
  const listed = jsonOf(await runRook(sandbox, ['session', 'list', '--json']));
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(listed).toMatchObject({ id: session, turns: 30_000, entries: ENTRIES_MADE + 2 * 29_999 + 3 });
  expect((await runRook(sandbox, ['journal', 'action', '--id', 'a0001', '--status', 'done'])).code).toBe(0);
});

it('T-15 says with exit code 1 that the anchor could not be set', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const anchors = join(sandbox.rookHome, 'anchors');
  rmSync(anchors, { recursive: true });
  // The anchor is not there to be read, and its folder cannot be made.
  symlinkSync(join(sandbox.folder, 'nowhere', 'at-all'), anchors);
  const end = await runRook(sandbox, ['journal', 'tag', 'x', '--json']);
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'not_writable', kind: 'error' });
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toContain('"tags":["x"]');
  rmSync(anchors);
  place(anchors, 'a plain file');
  expect((await runRook(sandbox, ['journal', 'tag', 'y', '--json'])).code).toBe(1);
});

it('N-20 writes no known secret into the log of a session', async () => {
  const canary = 'canary-key-1';
  const outer = makeSandbox();
  const sandbox = { ...outer, workspace: join(outer.workspace, canary) };
  mkdirSync(sandbox.workspace);
  const session = await makeSession(sandbox);
  // The journal is longer than what may be written here, and the log is not.
  const script = 'ulimit -f 1; exec "$0" "$@"';
  const words = ['-c', script, process.execPath, launcher, 'journal', 'tag', 'x', '--note', canary, '--json'];
  const end = await runProgram('bash', words, {
    cwd: sandbox.workspace,
    env: { ...sandbox.env, ROOK_API_KEY: canary },
  });
  expect([end.code, errorOf(end).code]).toEqual([1, 'journal_unavailable']);
  const log = readFileSync(join(sandbox.rookHome, 'logs', `${session}.log`), 'utf8');
  expect(log).toContain('The journal cannot be written');
  expect(log).toContain(outer.workspace);
  expect(log).not.toContain(canary);
});
