import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { placesOfFile } from '../src/commands/file-place.ts';
import { makeChangeSet } from './make-change-set.ts';
import { errorOf, jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const NAMES = ['a.txt', 'd/a.txt', 'd/e/b.txt', 'top.txt'];

/** A workspace with one change set that changed files of the same name in two folders. */
async function makeRoom(): Promise<Sandbox> {
  const sandbox = makeSandbox();
  for (const name of [...NAMES, 'd/f.txt']) place(join(sandbox.workspace, name), 'old\n');
  await makeChangeSet(sandbox, ...NAMES.map((path) => ({ path, content: 'new\n' })));
  return sandbox;
}

async function rewindAt(sandbox: Sandbox, at: string, file: string, ...more: string[]): Promise<End> {
  const words = ['rewind', '--file', file, '--yes', '--json', ...more];
  return runRook(sandbox, words, { cwd: join(sandbox.workspace, at) });
}

function oldOnes({ workspace }: Sandbox): readonly string[] {
  return NAMES.filter((name) => readFileSync(join(workspace, name), 'utf8') === 'old\n');
}

it.each([
  ['d', 'a.txt', 'd/a.txt'],
  ['d', './a.txt', 'd/a.txt'],
  ['d', '../a.txt', 'a.txt'],
  ['d/e', 'b.txt', 'd/e/b.txt'],
  ['.', 'a.txt', 'a.txt'],
  ['.', 'd/a.txt', 'd/a.txt'],
  // Nothing of that name is seen from there.
  ['d', 'd/e/b.txt', 'd/e/b.txt'],
  ['d/e', 'top.txt', 'top.txt'],
])('E-16 from %s rook rewind --file %s takes back %s alone', async (at, file, taken) => {
  const sandbox = await makeRoom();
  const end = await rewindAt(sandbox, at, file);
  expect(listAt(jsonOf(end), 'files').map((one) => valueAt(one, 'path'))).toEqual([taken]);
  expect(oldOnes(sandbox)).toEqual([taken]);
});

it('E-16 a path from the root of the system, and who stands behind a link or elsewhere, mean the same file', async () => {
  const sandbox = await makeRoom();
  const { workspace, folder } = sandbox;
  await rewindAt(sandbox, 'd', join(workspace, 'a.txt'));
  expect(oldOnes(sandbox)).toEqual(['a.txt']);
  symlinkSync(workspace, join(folder, 'link'));
  await runRook(sandbox, ['rewind', '--file', join(folder, 'link/top.txt'), '--yes']);
  expect(oldOnes(sandbox)).toEqual(['a.txt', 'top.txt']);
  const words = ['rewind', '--file', 'd/a.txt', '--yes', '--workspace', workspace];
  await runRook(sandbox, words, { cwd: folder });
  expect(oldOnes(sandbox)).toEqual(['a.txt', 'd/a.txt', 'top.txt']);
});

it('E-16 a file that the set does not have is named as it was looked for, and nothing is written', async () => {
  const sandbox = await makeRoom();
  const error = errorOf(await rewindAt(sandbox, 'd', 'f.txt'));
  expect([error.code, error.message]).toEqual([
    'not_found',
    expect.stringContaining(
      'Looked for d/f.txt, counted from where you stand, and for f.txt, counted from the root of the workspace.',
    ),
  ]);
  // Dots say from where it counts.
  const dotted = errorOf(await rewindAt(sandbox, 'd/e', './top.txt'));
  expect([dotted.code, dotted.message]).toEqual([
    'not_found',
    expect.stringContaining('change d/e/top.txt;'),
  ]);
  expect(errorOf(await rewindAt(sandbox, 'd', '../../a.txt')).code).toBe('outside_workspace');
  expect(errorOf(await rewindAt(sandbox, 'd', ' ')).code).toBe('usage');
  expect(oldOnes(sandbox)).toEqual([]);
});

it('E-16 a rehearsal, and the help, say from where a file is counted', async () => {
  const sandbox = await makeRoom();
  const cwd = join(sandbox.workspace, 'd');
  const rehearsed = await runRook(sandbox, ['rewind', '--file', 'a.txt', '--dry-run'], { cwd });
  expect([rehearsed.code, rehearsed.stdout]).toEqual([0, expect.stringContaining('as before  d/a.txt')]);
  expect((await runRook(sandbox, ['rewind', '--help'])).stdout).toContain('counted from where you stand');
});

type Places = typeof placesOfFile;

/** Which file is meant: the first that the set has. */
function meant(places: Places, name: string): string | undefined {
  const standing = { workspace: '/none/w', currentFolder: '/none/w/d' };
  return places(name, standing).find((path) => NAMES.includes(path));
}

const keeps = (places: Places): boolean =>
  meant(places, 'a.txt') === 'd/a.txt' &&
  meant(places, 'd/e/b.txt') === 'd/e/b.txt' &&
  meant(places, './top.txt') === undefined;

const TWINS: Readonly<Record<string, Places>> = {
  'counts from the root alone': (name) => [name.replace(/^\.\//u, '')],
  'counts from the root first': (name, standing) => placesOfFile(name, standing).toReversed(),
  'counts from where one stands alone': (name, standing) => placesOfFile(name, standing).slice(0, 1),
  'lets dots count from the root': (name, standing) => placesOfFile(name.replace(/^\.\//u, ''), standing),
};

it('E-16 what a name means is counted from where one stands, then from the root', () => {
  expect(keeps(placesOfFile)).toBe(true);
});

it.each(Object.entries(TWINS))('E-16 what %s is found out', (_title, twin) => {
  expect(keeps(twin)).toBe(false);
});
