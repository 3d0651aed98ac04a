import { expect, it } from 'vitest';

import { createFileTable } from '../ports/file-table.ts';
import { hasName, namesOfList, namesOfText } from '../ports/folder-names.ts';
import { findNestedRepositories, leaveNamed } from './nested-repositories.ts';

type Find = typeof findNestedRepositories;

const BARE = ['HEAD', 'config', 'hooks', 'objects', 'refs'];

/** A look that found these names in these folders. */
function look(folders: Readonly<Record<string, readonly string[]>>): Parameters<Find>[0] {
  const files = createFileTable();
  // As they are read, and as they are kept.
  for (const [folder, names] of Object.entries(folders))
    files.open(folder, folder.length % 2 === 0 ? namesOfList(names) : namesOfText(names.join('\0')));
  return { files };
}

const CASES: readonly (readonly [Readonly<Record<string, readonly string[]>>, readonly string[]])[] = [
  [{ '': ['.git', 'a'] }, []],
  [{ '': ['.git', 'v'], v: ['lib'], 'v/lib': ['.git', 'a'] }, ['v/lib/.git']],
  [{ '': ['deep', 'x.git'], deep: ['er'], 'deep/er': ['.git'], 'x.git': BARE }, ['x.git', 'deep/er/.git']],
  [{ '': BARE }, ['']],
  [{ '': ['src'], src: ['HEAD', 'config', '.github', '.gitignore'] }, []],
];

function failures(find: Find): readonly string[] {
  return CASES.flatMap(([folders, repositories]) => {
    const found = find(look(folders));
    return JSON.stringify(found) === JSON.stringify(repositories) ? [] : [found.join(' ')];
  });
}

it('T-14 finds the git folders in folders of a workspace by the names that a look has read', () => {
  expect(failures(findNestedRepositories)).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`r${index}`, ['.git']]));
  const found = findNestedRepositories(look({ 'a/b/c': ['.git'], ...many }));
  expect([found.length, found.includes('a/b/c/.git')]).toEqual([100, false]);
});

const TWINS: Readonly<Record<string, Find>> = {
  'finds none': () => [],
  'takes that of the workspace too': ({ files }) =>
    [...files.folders].flatMap(([folder, { names }]) => (hasName(names, '.git') ? [`${folder}/.git`] : [])),
  'knows no bare ones': (seen) => findNestedRepositories(seen).filter((path) => path.endsWith('/.git')),
};

it.each(Object.entries(TWINS))('T-14 who %s is found out', (_title, twin) => {
  expect(failures(twin)).not.toEqual([]);
});

it('T-14 leaves out what the words of a command change as a whole', () => {
  const all = ['', 'v/lib/.git', 'v/other/.git', 'w/x.git'];
  expect(leaveNamed(all, new Set())).toEqual(all);
  expect(leaveNamed(all, new Set(['v/lib', 'v/lib/.git', 'w/x.git']))).toEqual(['', 'v/other/.git']);
  expect(leaveNamed(all, new Set(['w']))).toEqual(['', 'v/lib/.git', 'v/other/.git']);
  // A touch of the folder, what is written inside of one, and the root mean none as a whole.
  const inside = ['', 'v', 'v/lib', 'v/lib/.git/hooks/x', 'v/lib/a', 'w/x.git/config', 'w/x'];
  expect(leaveNamed(all, new Set(inside))).toEqual(all);
});
