import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { runJson } from './command-rook.ts';
import { makeChangeSet } from './make-change-set.ts';
import { listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const at = ({ workspace }: Sandbox, path: string): string => join(workspace, path);
const textOf = (sandbox: Sandbox, path: string): string => readFileSync(at(sandbox, path), 'utf8');

function makeFiles(...paths: readonly string[]): Sandbox {
  const sandbox = makeSandbox();
  for (const path of paths) place(at(sandbox, path), `${path}\n`);
  return sandbox;
}

const pathsIn = (printed: string, list: string): readonly unknown[] =>
  listAt(JSON.parse(printed.split('\n')[0] ?? ''), list).map((file) => valueAt(file, 'path'));

it('E-16 a link of somebody and a folder lie where files were: --partial does the others, and what is said helps', async () => {
  const sandbox = makeFiles('changed', 'linked', 'folded');
  const id = textAt(
    await runJson(sandbox, 'rm linked; rm folded; mkdir folded; echo in > folded/x; echo more >> changed'),
    'changeSet',
  );
  symlinkSync('changed', at(sandbox, 'linked'));
  place(at(sandbox, 'folded/mine'), 'mine\n');
  for (const how of ['--dry-run', '--yes']) {
    const refused = await runRook(sandbox, ['rewind', how]);
    expect([refused.code, textOf(sandbox, 'changed')]).toEqual([1, 'changed\nmore\n']);
    expect(refused.stdout).toContain('Remove the link or move it away, then try again.');
    expect(refused.stdout).toContain(
      'folded is a folder now, in which folded/mine stays; it is left as it is. Remove folded/mine or move',
    );
    expect(refused.stderr).toContain(`\`rook rewind ${id} --partial\` leaves what is in the way as it is`);
  }
  const partial = await runRook(sandbox, ['rewind', '--partial', '--yes', '--json']);
  expect([partial.code, textOf(sandbox, 'changed')]).toEqual([0, 'changed\n']);
  expect(new Set(pathsIn(partial.stdout, 'leftOut'))).toEqual(new Set(['folded', 'folded/x', 'linked']));
  expect(lstatSync(at(sandbox, 'linked')).isSymbolicLink()).toBe(true);
  expect([textOf(sandbox, 'folded/mine'), textOf(sandbox, 'folded/x')]).toEqual(['mine\n', 'in\n']);
  rmSync(at(sandbox, 'linked'));
  renameSync(at(sandbox, 'folded'), at(sandbox, 'away'));
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect([textOf(sandbox, 'linked'), textOf(sandbox, 'folded')]).toEqual(['linked\n', 'folded\n']);
});

it.each([
  ['leads nowhere', 'true', 'gone', 'Remove the link or move it away'],
  ['is no folder now', 'rm -r deep; echo f > deep', 'deep', 'Remove deep or move it away'],
])('E-16 what lies where a file was %s: it is said what helps', async (fact, command, blocker, advice) => {
  const sandbox = makeFiles('gone', 'deep/gone', 'other');
  await runJson(sandbox, `rm gone deep/gone; echo more >> other; ${command}`);
  if (blocker === 'deep') place(at(sandbox, 'deep'), 'mine\n');
  else symlinkSync('nothing', at(sandbox, 'gone'));
  const refused = await runRook(sandbox, ['rewind', '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain(fact);
  expect(refused.stdout).toContain(advice);
  rmSync(at(sandbox, blocker));
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  for (const path of ['gone', 'deep/gone', 'other']) expect(textOf(sandbox, path)).toBe(`${path}\n`);
});

it('E-16 where a file was changed and then replaced by a link, it is asked for that file', async () => {
  const sandbox = makeFiles('a', 'b');
  await makeChangeSet(sandbox, { path: 'a', content: 'A\n' }, { path: 'b', content: 'B\n' });
  renameSync(at(sandbox, 'b'), at(sandbox, 'kept'));
  symlinkSync('a', at(sandbox, 'b'));
  const refused = await runRook(sandbox, ['rewind', '--yes']);
  expect(refused.stdout).toContain('Move the link away and put the file back in its place, then try again.');
  rmSync(at(sandbox, 'b'));
  renameSync(at(sandbox, 'kept'), at(sandbox, 'b'));
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect([textOf(sandbox, 'a'), textOf(sandbox, 'b')]).toEqual(['a\n', 'b\n']);
});

it('E-16 E-25 a rehearsal and the real rewind refuse a file with a second name alike, and leave no refused set', async () => {
  const sandbox = makeFiles('own', 'two');
  linkSync(at(sandbox, 'two'), at(sandbox, 'second'));
  await runJson(sandbox, 'echo more >> two; echo more >> own');
  const [rehearsed, real] = [
    await runRook(sandbox, ['rewind', '--dry-run']),
    await runRook(sandbox, ['rewind', '--yes']),
  ];
  expect(real).toEqual(rehearsed);
  expect(rehearsed.code).toBe(1);
  for (const path of ['two', 'second'])
    expect(rehearsed.stdout).toContain(`${path} has a second name (a hard link)`);
  expect(rehearsed.stdout).toContain('make it a file of its own first');
  expect(rehearsed.stdout).not.toContain('as before  two');
  const partial = ['rewind', '--partial', '--json'];
  const shown = await runRook(sandbox, [...partial, '--dry-run']);
  const done = await runRook(sandbox, [...partial, '--yes']);
  expect([shown.code, done.code]).toEqual([0, 0]);
  for (const { stdout } of [shown, done])
    expect([pathsIn(stdout, 'files'), pathsIn(stdout, 'leftOut')]).toEqual([['own'], ['second', 'two']]);
  expect([textOf(sandbox, 'own'), textOf(sandbox, 'two')]).toEqual(['own\n', 'two\nmore\n']);
  expect((await runRook(sandbox, [...partial, '--yes'])).code).toBe(1);
  expect(entriesOf(journalLines(sandbox), 'change_set_refused')).toEqual([]);
  copyFileSync(at(sandbox, 'two'), at(sandbox, 'copy'));
  renameSync(at(sandbox, 'copy'), at(sandbox, 'two'));
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect([textOf(sandbox, 'two'), textOf(sandbox, 'second')]).toEqual(['two\n', 'two\n']);
});

it('E-16 --partial leaves a read-only file as it is, and refuses all the same where what you wrote is in the way', async () => {
  const sandbox = makeFiles('a', 'b', 'c');
  const changes = ['a', 'b', 'c'].map((path) => ({ path, content: `${path.toUpperCase()}\n` }));
  await makeChangeSet(sandbox, ...changes);
  chmodSync(at(sandbox, 'b'), 0o444);
  place(at(sandbox, 'c'), 'mine\n');
  const refused = await runRook(sandbox, ['rewind', '--partial', '--yes']);
  expect([refused.code, textOf(sandbox, 'a'), textOf(sandbox, 'c')]).toEqual([1, 'A\n', 'mine\n']);
  expect(refused.stdout).toContain('in the way  c');
  expect(refused.stderr).not.toContain('--partial');
  place(at(sandbox, 'c'), 'C\n');
  expect((await runRook(sandbox, ['rewind', '--partial', '--yes'])).code).toBe(0);
  expect([textOf(sandbox, 'a'), textOf(sandbox, 'b'), textOf(sandbox, 'c')]).toEqual(['a\n', 'B\n', 'c\n']);
});

it('E-16 the folder on the way to a file that comes back is a link now: it is said, and nothing is written behind it', async () => {
  const sandbox = makeFiles('deep/gone', 'other/kept');
  await makeChangeSet(sandbox, { path: 'deep/gone', delete: true });
  rmSync(at(sandbox, 'deep'), { recursive: true, force: true });
  symlinkSync('other', at(sandbox, 'deep'));
  const refused = await runRook(sandbox, ['rewind', '--yes']);
  expect(refused.stdout).toContain('(it really is other/gone)');
  expect([refused.code, existsSync(at(sandbox, 'other/gone'))]).toEqual([1, false]);
  rmSync(at(sandbox, 'deep'));
  mkdirSync(at(sandbox, 'deep'));
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(textOf(sandbox, 'deep/gone')).toBe('deep/gone\n');
});

it('E-16 a link that leads out of the workspace lies where a file was: it is said what helps', async () => {
  const sandbox = makeFiles('gone');
  await makeChangeSet(sandbox, { path: 'gone', delete: true });
  symlinkSync(sandbox.userHome, at(sandbox, 'gone'));
  const refused = await runRook(sandbox, ['rewind', '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain(
    'leads out of the workspace; it is left as it is. Remove the link or move',
  );
  rmSync(at(sandbox, 'gone'));
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(textOf(sandbox, 'gone')).toBe('gone\n');
});
