import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeChangeSet } from './make-change-set.ts';
import { errorOf, jsonOf, valueAt } from './read-output.ts';
import { launcher, quote, runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('');
const hasScript = runTool('script', '--version').stdout.includes('util-linux');

function makeRoom(files: Readonly<Record<string, string>> = { 'src/a.ts': TEN }): Sandbox {
  const sandbox = makeSandbox();
  for (const [path, text] of Object.entries(files)) place(join(sandbox.workspace, path), text);
  return sandbox;
}

const fileOf = (sandbox: Sandbox, path: string) => join(sandbox.workspace, path);
const textOf = (sandbox: Sandbox, path: string) => readFileSync(fileOf(sandbox, path), 'utf8');
const change = (search: string, replace: string, path = 'src/a.ts') => ({
  path,
  edits: [{ search, replace }],
});

it('E-16 E-17 rewinds the newest change set and goes forward again, each after a rehearsal that writes nothing', async () => {
  const sandbox = makeRoom({ 'src/a.ts': TEN, gone: 'gone\n' });
  const id = await makeChangeSet(
    sandbox,
    change('line 5\n', 'five\n'),
    { path: 'gone', delete: true },
    { path: 'deep/er/n', content: 'made\n' },
  );
  const rehearsed = await runRook(sandbox, ['rewind', '--dry-run']);
  expect([rehearsed.code, rehearsed.stderr]).toEqual([0, 'Nothing was written: this was a rehearsal.\n']);
  for (const words of [
    id,
    'as before  src/a.ts  +1 -1',
    '-five',
    '+line 5',
    'made  gone',
    'removed  deep/er/n',
  ])
    expect(rehearsed.stdout).toContain(words);
  expect(textOf(sandbox, 'src/a.ts')).toContain('five');

  const rewound = jsonOf(await runRook(sandbox, ['rewind', '--yes', '--json']));
  expect(rewound).toMatchObject({ kind: 'rewind', target: id, undone: [id], dryRun: false, refused: [] });
  expect(valueAt(rewound, 'files', 0)).toMatchObject({
    path: 'src/a.ts',
    how: 'exact',
    added: 1,
    removed: 1,
  });
  expect([textOf(sandbox, 'src/a.ts'), textOf(sandbox, 'gone')]).toEqual([TEN, 'gone\n']);
  expect(existsSync(fileOf(sandbox, 'deep'))).toBe(false);
  expect(errorOf(await runRook(sandbox, ['rewind', '--yes', '--json'])).code).toBe('not_found');

  expect((await runRook(sandbox, ['forward', '--dry-run'])).stdout).toContain('+five');
  expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
  expect([textOf(sandbox, 'deep/er/n'), existsSync(fileOf(sandbox, 'gone'))]).toEqual(['made\n', false]);
  expect(textOf(sandbox, 'src/a.ts')).toContain('five');
  expect(valueAt(jsonOf(await runRook(sandbox, ['journal', 'verify', '--json'])), 'sessions', 0, 'ok')).toBe(
    true,
  );
});

it('E-16 asks nobody where nobody can be asked, and writes nothing without --yes', async () => {
  const sandbox = makeRoom();
  await makeChangeSet(sandbox, change('line 5\n', 'five\n'));
  const shown = await runRook(sandbox, ['rewind']);
  expect([shown.code, shown.stdout]).toEqual([1, expect.stringContaining('+line 5')]);
  expect(shown.stderr).toContain('--yes');
  expect(errorOf(await runRook(sandbox, ['rewind', '--json'])).code).toBe('approval_needed');
  expect(textOf(sandbox, 'src/a.ts')).toContain('five');
});

/** Answers the question on a real terminal. */
async function answer(sandbox: Sandbox, typed: string): Promise<number | null> {
  const words = [process.execPath, launcher, 'rewind'].map(quote).join(' ');
  const child = spawn('script', ['-qec', words, '/dev/null'], {
    cwd: sandbox.workspace,
    env: { ...sandbox.env, TERM: 'dumb' },
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let [shown, isAsked] = ['', false];
  child.stdout.on('data', (piece: Buffer) => {
    shown += piece.toString('utf8');
    if (isAsked || !shown.includes('[y/N]')) return;
    isAsked = true;
    child.stdin.write(typed);
  });
  child.on('close', resolve);
  return promise;
}

it.skipIf(!hasScript)('E-16 asks on a terminal before anything is written', async () => {
  const sandbox = makeRoom();
  await makeChangeSet(sandbox, change('line 5\n', 'five\n'));
  expect(await answer(sandbox, 'n\r')).toBe(130);
  expect(textOf(sandbox, 'src/a.ts')).toContain('five');
  expect(await answer(sandbox, 'y\r')).toBe(0);
  expect(textOf(sandbox, 'src/a.ts')).toBe(TEN);
});

it('E-27 keeps what the user wrote elsewhere, and shows both sides of what excludes each other', async () => {
  const sandbox = makeRoom();
  await makeChangeSet(sandbox, change('line 5\n', 'five\n'));
  const mine = textOf(sandbox, 'src/a.ts');
  writeFileSync(fileOf(sandbox, 'src/a.ts'), mine.replace('five', 'MINE'));
  const refused = await runRook(sandbox, ['rewind', '--yes']);
  expect(refused.code).toBe(1);
  for (const words of ['in the way  src/a.ts', 'line 5', 'there now  MINE', 'would be  line 5'])
    expect(refused.stdout).toContain(words);
  const told = await runRook(sandbox, ['rewind', '--yes', '--json']);
  const [report = '', error = ''] = told.stdout.split('\n');
  expect(JSON.parse(report)).toMatchObject({
    refused: [
      { path: 'src/a.ts', code: 'conflict', conflicts: [{ line: 5, ours: 'MINE\n', theirs: 'line 5\n' }] },
    ],
  });
  expect(JSON.parse(error)).toMatchObject({ error: { code: 'conflict' } });
  expect(textOf(sandbox, 'src/a.ts')).toContain('MINE');

  writeFileSync(fileOf(sandbox, 'src/a.ts'), mine.replace('line 9', 'NINE'));
  const merged = await runRook(sandbox, ['rewind', '--yes']);
  expect([merged.code, merged.stdout]).toEqual([
    0,
    expect.stringContaining('merged with what was changed since'),
  ]);
  expect(textOf(sandbox, 'src/a.ts')).toBe(TEN.replace('line 9', 'NINE'));
});

it('E-16 names later change sets that stand on one, and undoes them with --cascade', async () => {
  const sandbox = makeRoom();
  const first = await makeChangeSet(sandbox, change('line 5\n', 'five\n'));
  const second = await makeChangeSet(sandbox, change('five\n', 'FIVE\n'));
  const refused = await runRook(sandbox, ['rewind', first, '--yes']);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining(second)]);
  expect(refused.stderr).toContain('--cascade');
  const done = jsonOf(await runRook(sandbox, ['rewind', first, '--cascade', '--yes', '--json']));
  expect(done).toMatchObject({ undone: [second, first], dependents: [{ id: second }] });
  expect(textOf(sandbox, 'src/a.ts')).toBe(TEN);
});

it('E-16 takes back one file of a change set', async () => {
  const sandbox = makeRoom({ 'src/a.ts': TEN, b: 'b\n' });
  const id = await makeChangeSet(sandbox, change('line 5\n', 'five\n'), { path: 'b', content: 'B\n' });
  expect((await runRook(sandbox, ['rewind', id, '--file', './b', '--yes'])).code).toBe(0);
  expect([textOf(sandbox, 'b'), textOf(sandbox, 'src/a.ts')]).toEqual(['b\n', TEN.replace('line 5', 'five')]);
  expect(errorOf(await runRook(sandbox, ['rewind', id, '--file', 'c', '--yes', '--json'])).code).toBe(
    'not_found',
  );
  expect((await runRook(sandbox, ['rewind', 'nonsense'])).code).toBe(1);
});

it.each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['a link', (path: string) => symlinkSync('other', path)],
])('E-27 leaves %s that took the place of the file', async (_what, put) => {
  const sandbox = makeRoom({ a: 'a\n', other: 'A\n' });
  await makeChangeSet(sandbox, { path: 'a', content: 'A\n' });
  rmSync(fileOf(sandbox, 'a'));
  put(fileOf(sandbox, 'a'));
  const told = await runRook(sandbox, ['rewind', '--yes', '--json']);
  expect([told.code, told.stdout]).toEqual([1, expect.stringContaining('"conflict"')]);
  expect(textOf(sandbox, 'other')).toBe('A\n');
});

it('E-16 says that it cannot be rewound where the kept bytes are gone or damaged', async () => {
  const sandbox = makeRoom({ a: 'a\n' });
  await makeChangeSet(sandbox, { path: 'a', content: 'A\n' });
  const blobs = fileOf(sandbox, '.rook/blobs');
  const names = readdirSync(blobs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.zst'),
  );
  for (const name of names) writeFileSync(join(blobs, name), 'damaged');
  const damaged = await runRook(sandbox, ['rewind', '--yes']);
  expect([damaged.code, damaged.stdout]).toEqual([1, expect.stringContaining('a cannot be rewound')]);
  rmSync(blobs, { recursive: true });
  const missing = await runRook(sandbox, ['rewind', '--yes']);
  expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('a cannot be rewound')]);
  expect(textOf(sandbox, 'a')).toBe('A\n');
});

it('E-27 two processes rewinding at once: one does it, the other one writes nothing', async () => {
  const sandbox = makeRoom();
  const id = await makeChangeSet(sandbox, change('line 5\n', 'five\n'));
  const ends = await Promise.all([1, 2, 3].map(async () => runRook(sandbox, ['rewind', id, '--yes'])));
  expect(ends.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(textOf(sandbox, 'src/a.ts')).toBe(TEN);
  expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
  expect(textOf(sandbox, 'src/a.ts')).toContain('five');
});
