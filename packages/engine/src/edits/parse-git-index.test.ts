import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { mayHaveBelow, parseGitIndex } from './parse-git-index.ts';

const PATHS = ['a', 'a.b', 'deep/er/file', 'deep/er/files', 'deep/größe', 'deep/größer', 'z'];

function makeRepository(version: number) {
  const root = mkdtempSync(join(tmpdir(), 'rook-index-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root }).toString();
  git('init', '-q');
  git('config', 'index.version', String(version));
  mkdirSync(join(root, 'deep', 'er'), { recursive: true });
  for (const path of PATHS) writeFileSync(join(root, path), path);
  git('add', '-A');
  git('update-index', `--index-version=${version}`);
  return { root, git, bytes: readFileSync(join(root, '.git', 'index')) };
}

it.each([2, 3, 4])('E-16 reads what git noted, in version %i of its index', (version) => {
  const { root, git, bytes } = makeRepository(version);
  const index = parseGitIndex(bytes);
  for (const path of PATHS) {
    const { size, ino: inode, mtimeMs: modified, ctimeMs: changed } = statSync(join(root, path));
    const stamp = { size, inode, modified, changed };
    expect(index?.fits(path, stamp)).toBe(true);
    expect(index?.fits(path, { ...stamp, size: size + 1 })).toBe(false);
    expect(index?.fits(path, { ...stamp, modified: modified + 1 })).toBe(false);
    expect(index?.fits(path, { ...stamp, changed: changed + 1 })).toBe(false);
    expect(index?.fits(path, { ...stamp, inode: inode + 1 })).toBe(false);
    expect(index?.objectOf(path)).toBe(git('hash-object', path).trim());
  }
  expect(index?.fits('deep', { size: 0, inode: 0, modified: 0, changed: 0 })).toBe(false);
  expect(index?.objectOf('b')).toBeNull();
});

it.each([
  ['number', 20],
  ['time of change', 0],
])('E-16 takes no file for what an index has that noted no %s of it', (_what, offset) => {
  const { root, bytes } = makeRepository(2);
  const { size, ino: inode, mtimeMs: modified, ctimeMs: changed } = statSync(join(root, 'a'));
  const stamp = { size, inode, modified, changed };
  expect(parseGitIndex(bytes)?.fits('a', stamp)).toBe(true);
  // As programs write it that know less of files than git does.
  bytes.fill(0, 12 + offset, 12 + offset + 4);
  expect(parseGitIndex(bytes)?.fits('a', stamp)).toBe(false);
});

it('E-16 does not take a file for what git has when it was written in the moment of the index', () => {
  const { root, bytes } = makeRepository(2);
  const { size, ino: inode, mtimeMs: modified, ctimeMs: changed } = statSync(join(root, 'a'));
  const stamp = { size, inode, modified, changed };
  const fits = (written: number): boolean | undefined => parseGitIndex(bytes, written)?.fits('a', stamp);
  expect([fits(modified - 5), fits(modified), fits(modified + 5)]).toEqual([false, false, false]);
  expect(fits(modified + 1000)).toBe(true);
});

it.each([2, 3, 4])('E-16 finds the files of a folder in whatever order, in version %i', (version) => {
  const { root, git } = makeRepository(version);
  // In UTF-8 the first is written with the bytes that are the signs of the second; both stand in one folder.
  const names = ['ä', 'plain', 'plainer', 'Ã¤', 'z'];
  mkdirSync(join(root, 'in', 'deep'), { recursive: true });
  for (const [index, name] of names.entries()) writeFileSync(join(root, 'in', name), 'x'.repeat(index + 1));
  writeFileSync(join(root, 'in', 'deep', 'plain'), 'other');
  git('add', '-A');
  const index = parseGitIndex(readFileSync(join(root, '.git', 'index')));
  const orders = [names, names.toReversed(), names.toSorted(), ['none', ...names, 'none', 'plain']];
  for (const order of orders) {
    const fits = index?.inFolder('in');
    for (const name of order) {
      const there = statSync(join(root, 'in', name), { throwIfNoEntry: false });
      const { size, ino, mtimeMs, ctimeMs } = there ?? { size: 1, ino: 1, mtimeMs: 1, ctimeMs: 1 };
      const stamp = { size, inode: ino, modified: mtimeMs, changed: ctimeMs };
      expect(fits?.(name, stamp)).toBe(there !== undefined);
      expect(fits?.(name, { ...stamp, size: size + 1 })).toBe(false);
    }
  }
  expect(index?.inFolder('i')('plain', { size: 2, inode: 1, modified: 1, changed: 1 })).toBe(false);
});

it('E-16 takes nothing from an index that is cut, or of a form that it does not know', () => {
  const { bytes } = makeRepository(2);
  // Behind the last file git keeps more, of which nothing is read.
  const last = bytes.lastIndexOf('z\0') + 1;
  for (let end = 0; end < last; end += 1) expect(parseGitIndex(bytes.subarray(0, end))).toBeNull();
  expect(parseGitIndex(bytes.with(7, 5))).toBeNull();
  expect(parseGitIndex(bytes.with(0, 0))).toBeNull();
});

it.each([2, 3, 4])(
  'G-06 says whether version %i of the index names other repositories, or may',
  (version) => {
    const { root, git, bytes } = makeRepository(version);
    const say = () => parseGitIndex(readFileSync(join(root, '.git', 'index')))?.mayHoldRepositories;
    expect(say()).toBe(false);
    // What is cut behind the files could have said that there are more.
    expect(parseGitIndex(bytes.subarray(0, -3))?.mayHoldRepositories).toBe(true);
    git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},deep/sub`);
    expect(say()).toBe(true);
    git('rm', '-q', '--cached', 'deep/sub');
    expect(say()).toBe(false);
    git('update-index', '--split-index');
    expect(say()).toBe(true);
  },
);

it.each([2, 3, 4])(
  'E-16 names what it has below folders, and never denies it before it is understood, in version %i',
  (version) => {
    const { bytes } = makeRepository(version);
    const index = parseGitIndex(bytes);
    const below = (...folders: readonly string[]) => index?.below(new Set(folders)).toSorted();
    expect(below('deep')).toEqual(['deep/er/file', 'deep/er/files', 'deep/größe', 'deep/größer']);
    expect(below('deep/er', 'none')).toEqual(['deep/er/file', 'deep/er/files']);
    expect([below('a'), below('er'), below('dee'), below()]).toEqual([[], [], [], []]);
    for (const folder of ['deep', 'deep/er']) expect(mayHaveBelow(bytes, ['none', folder])).toBe(true);
    // Without an extended entry version 3 is written as 2; version 4 has no whole paths.
    for (const folder of ['none', 'er', 'eep', 'a', 'deep/er/file'])
      expect(mayHaveBelow(bytes, [folder])).toBe(version === 4);
    expect(mayHaveBelow(bytes, [])).toBe(false);
    expect(mayHaveBelow(new Uint8Array(3), ['a'])).toBe(true);
  },
);

it('E-16 of a path that is longer than the index can say it is never denied', () => {
  const { root, git } = makeRepository(2);
  const deep = Array.from({ length: 20 }, () => 'd'.repeat(200)).join('/');
  const object = git('hash-object', '-w', 'a').trim();
  git('update-index', '--add', '--cacheinfo', `100644,${object},long/${deep}/file`);
  const bytes = readFileSync(join(root, '.git', 'index'));
  expect(parseGitIndex(bytes)?.below(new Set(['long']))).toEqual([`long/${deep}/file`]);
  expect(mayHaveBelow(bytes, ['long'])).toBe(true);
});
