import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLocalStore } from '@rook/store-local';
import { expect, it } from 'vitest';

import { makeSession, sessionFile } from './make-session.ts';
import { errorOf, harmfulCharacters, jsonOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

async function listed(sandbox: Sandbox, ...words: readonly string[]): Promise<readonly unknown[]> {
  const { stdout } = await runRook(sandbox, ['session', 'list', '--json', ...words]);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

it('I-36 renames the session that is named, or the one changed last', async () => {
  const sandbox = makeSandbox();
  const first = await makeSession(sandbox, { title: 'First' });
  const second = await makeSession(sandbox, { title: 'Second' });
  const last = await runRook(sandbox, ['session', 'rename', 'Mine \u001B[31m\u202E']);
  expect([last.code, last.stderr, harmfulCharacters(last.stdout)]).toEqual([0, '', []]);
  expect(last.stdout).toContain(second);
  const named = await runRook(sandbox, ['session', 'rename', first.slice(-8), 'Another', '--json']);
  expect(jsonOf(named)).toEqual({ session: first, title: 'Another' });
  expect(await listed(sandbox)).toMatchObject([
    { id: first, title: 'Another' },
    { id: second, title: 'Mine \u001B[31m\u202E' },
  ]);
  expect((await runRook(sandbox, ['journal', 'verify'])).code).toBe(0);
});

it('I-36 archives a session: out of the list, whole, and back', async () => {
  const sandbox = makeSandbox();
  const first = await makeSession(sandbox, { title: 'First' });
  const second = await makeSession(sandbox, { title: 'Second' });
  expect((await runRook(sandbox, ['session', 'archive', first])).code).toBe(0);
  expect(await listed(sandbox)).toMatchObject([{ id: second }]);
  expect(await listed(sandbox, '--archived')).toMatchObject([{ id: first, archived: true }, { id: second }]);
  const told = await runRook(sandbox, ['session', 'list']);
  expect(told.stderr).toBe('1 archived one is left out; --archived shows them\n');
  const before = readFileSync(sessionFile(sandbox, first), 'utf8');
  expect((await runRook(sandbox, ['session', 'archive', first])).stdout).toContain('already');
  expect(readFileSync(sessionFile(sandbox, first), 'utf8')).toBe(before);
  expect((await runRook(sandbox, ['session', 'archive', first, '--undo'])).code).toBe(0);
  expect(await listed(sandbox)).toHaveLength(2);
});

it('I-39 labels and states are given, taken, shown and filtered by', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"sessions.labels": ["python"], "sessions.statuses": ["todo", "done"]}');
  const first = await makeSession(sandbox, { title: 'First' });
  const second = await makeSession(sandbox, { title: 'Second' });
  const labelled = await runRook(sandbox, ['session', 'label', first, 'python, urgent']);
  expect(labelled.stdout).toBe(`Labels of ${first}: python, urgent\n`);
  expect(labelled.stderr).toBe('urgent: not among those that sessions.labels offers (python)\n');
  const removed = await runRook(sandbox, ['session', 'label', first, 'python', '--remove', '--json']);
  expect(jsonOf(removed)).toEqual({ session: first, labels: ['urgent'], unlisted: [] });
  expect((await runRook(sandbox, ['session', 'status', second, 'done'])).code).toBe(0);
  expect(await listed(sandbox, '--label', 'urgent')).toMatchObject([{ id: first, labels: ['urgent'] }]);
  expect(await listed(sandbox, '--status', 'done')).toMatchObject([{ id: second, status: 'done' }]);
  expect(await listed(sandbox, '--status', 'done', '--label', 'urgent')).toEqual([]);
  expect((await runRook(sandbox, ['session', 'list'])).stdout).toMatch(/done[^]*#urgent/);
  const before = readFileSync(sessionFile(sandbox, first), 'utf8');
  const refused = errorOf(await runRook(sandbox, ['session', 'status', first, 'open', '--json']));
  expect(refused).toMatchObject({ code: 'invalid_value' });
  expect(refused.message).toContain('todo, done');
  expect(readFileSync(sessionFile(sandbox, first), 'utf8')).toBe(before);
});

it.each([
  [['rename'], 2],
  [['rename', ' '], 1],
  [['rename', 'x'.repeat(201)], 1],
  [['label', ' , '], 2],
  [['status', 'nonsense'], 1],
  [['rename', 'nosuch', 'title'], 1],
  [['archive', 'nosuch'], 1],
] as const)('I-36 refuses `rook session %j` with exit code %d and writes nothing', async (words, code) => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const before = readFileSync(sessionFile(sandbox, session), 'utf8');
  expect((await runRook(sandbox, ['session', ...words])).code).toBe(code);
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe(before);
});

it('I-40 while another process writes the session, every change says who holds it', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const store = createLocalStore({ home: sandbox.rookHome, folder: join(sandbox.workspace, '.rook') });
  const held = await store.open(session, { surface: 'workbench' });
  if (!held.ok) throw new Error(held.error.message);
  const before = readFileSync(sessionFile(sandbox, session), 'utf8');
  for (const words of [
    ['rename', 'x'],
    ['archive'],
    ['label', 'x'],
    ['status', 'done'],
    ['delete', session],
  ]) {
    const error = errorOf(await runRook(sandbox, ['session', ...words, '--json']));
    expect(error).toMatchObject({ code: 'session_in_use', retryable: true });
    expect(error.message).toContain(`workbench (process ${process.pid}`);
  }
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe(before);
  await held.value.close();
});

it('I-36 looks at no more sessions than it lists', async () => {
  const sandbox = makeSandbox();
  const sessions = [await makeSession(sandbox), await makeSession(sandbox), await makeSession(sandbox)];
  const [first = ''] = sessions;
  const { code, stdout, stderr } = await runRook(sandbox, ['session', 'list', '--limit', '2']);
  expect([code, stdout.includes(first)]).toEqual([0, false]);
  expect(stderr).toBe('and 1 more to look through; --all does\n');
});
