import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Workspace } from '../ports/workspace.ts';
import { createIgnoredFolders } from './ignored-folders.ts';

const FOLDERS = ['dist', 'src', 'src/gen'];

/** A workspace whose files are put in the place of others between looks. */
function makeRoom(patterns: readonly string[] = []) {
  let inner: Workspace = createFakeWorkspace();
  const workspace: Workspace = {
    ...inner,
    stamp: (path) => inner.stamp(path),
    read: async (path, limits) => inner.read(path, limits),
  };
  const skipsNow = createIgnoredFolders(workspace, patterns);
  return async (files: Readonly<Record<string, string>>) => {
    inner = createFakeWorkspace(new Map(Object.entries(files)));
    const seen = await inner.survey({ mostFiles: 100, skips: async () => new Set() });
    if (!seen.ok) throw new Error(seen.error.message);
    const { skips } = skipsNow();
    const top = await skips(['dist', 'src'], seen.value.files);
    const below = await skips(['src/gen'], seen.value.files);
    return FOLDERS.filter((folder) => top.has(folder) || below.has(folder));
  };
}

it('E-16 leaves out the folders that are ignored now, whatever was so at the last look', async () => {
  const look = makeRoom();
  expect(await look({})).toEqual([]);
  expect(await look({ '.gitignore': 'dist\n' })).toEqual(['dist']);
  expect(await look({ '.gitignore': 'dist\n' })).toEqual(['dist']);
  expect(await look({ '.gitignore': 'src/gen\n' })).toEqual(['src/gen']);
  expect(await look({ '.gitignore': 'src/gen\n', 'src/.gitignore': '!gen\n' })).toEqual([]);
  expect(await look({ 'src/.gitignore': 'gen\n' })).toEqual(['src/gen']);
  expect(await look({ '.git/info/exclude': 'dist\n' })).toEqual(['dist']);
  expect(await look({})).toEqual([]);
});

it('E-16 leaves out what the settings name', async () => {
  expect(await makeRoom(['dist/**'])({})).toEqual(['dist']);
});
