import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createFileTable, type FileTable } from '../ports/file-table.ts';
import { namesOfList } from '../ports/folder-names.ts';
import { findUncleanFiles } from './find-unclean-files.ts';
import { parseGitIndex, type GitIndex } from './parse-git-index.ts';

const FOLDERS = ['', 'a', 'a/b', 'größe'];
const NAMES = ['z', 'same', 'changed', 'ä', 'c'];

/** In each folder one file that git does not have, one that was written since, and others. */
function makeRepository(): { readonly root: string; readonly index: GitIndex } {
  const root = mkdtempSync(join(tmpdir(), 'rook-unclean-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root });
  git('init', '-q');
  for (const folder of FOLDERS) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of NAMES) writeFileSync(join(root, folder, name), `${folder}${name}`);
  }
  git('add', '-A');
  for (const folder of FOLDERS) {
    writeFileSync(join(root, folder, 'changed'), 'other than before');
    writeFileSync(join(root, folder, 'new'), 'x'.repeat(folder.length));
  }
  const index = parseGitIndex(readFileSync(join(root, '.git', 'index')));
  if (index === null) throw new Error('There is no index.');
  return { root, index };
}

function look(root: string, order: (names: readonly string[]) => readonly string[]): FileTable {
  const table = createFileTable();
  for (const folder of FOLDERS) {
    const names = order(readdirSync(join(root, folder)).filter((name) => name !== '.git'));
    table.open(folder, namesOfList(names));
    for (const name of names) table.put(statSync(join(root, folder, name)));
  }
  return table;
}

const ALL = { doubtful: Number.POSITIVE_INFINITY, mostBytes: 1000 };
const UNCLEAN = FOLDERS.flatMap((folder) => ['changed', 'new'].map((name) => join(folder, name))).toSorted();

function namesOf(found: ReturnType<typeof findUncleanFiles>): readonly string[] {
  return found.map(([path]) => path).toSorted();
}

it('E-16 finds what git does not have as it is, in whatever order the names come', () => {
  const { root, index } = makeRepository();
  for (const order of [
    (names: readonly string[]) => names.toSorted(),
    (names: readonly string[]) => names.toSorted().toReversed(),
  ])
    expect(namesOf(findUncleanFiles(look(root, order), index, ALL))).toEqual(UNCLEAN);
});

it('E-16 an index that mixes up folders would be noticed', () => {
  const { root, index } = makeRepository();
  const twin = { ...index, inFolder: () => index.inFolder('') };
  expect(
    namesOf(
      findUncleanFiles(
        look(root, (names) => names),
        twin,
        ALL,
      ),
    ),
  ).not.toEqual(UNCLEAN);
});

it('E-16 what was written a moment ago is unclean, and what is too large is left out', () => {
  const { root, index } = makeRepository();
  const files = look(root, (names) => names);
  const { changed = 0 } = files.get('a/same') ?? {};
  expect(namesOf(findUncleanFiles(files, index, { ...ALL, doubtful: changed }))).toContain('a/same');
  expect(findUncleanFiles(files, index, { ...ALL, mostBytes: -1 })).toEqual([]);
});
