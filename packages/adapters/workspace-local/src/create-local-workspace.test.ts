import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { failedCases, workspaceSuite, type WorkspaceStage } from '@rook/engine/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalWorkspace } from './create-local-workspace.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rook-workspace-')));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function openStage(root: string): WorkspaceStage {
  return {
    workspace: createLocalWorkspace(root),
    link: async (path, target) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await symlink(target, join(root, path));
    },
  };
}

it.each([
  ['as it is', ''],
  ['through a link', 'link'],
])('passes the suite of its port when the folder is named %s', async (_how, link) => {
  const names = workspaceSuite.map((_case, index) => String(index));
  for (const name of names) {
    await mkdir(join(folder, name, 'root'), { recursive: true });
    if (link !== '') await symlink('root', join(folder, name, link));
  }
  const failed = await failedCases(workspaceSuite, () => {
    const root = join(folder, names.shift() ?? '', link === '' ? 'root' : link);
    return () => openStage(root);
  });
  expect(failed).toEqual([]);
});
