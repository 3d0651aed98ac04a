import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentHash } from '../content-hash.ts';
import { createFakeWorkspace } from '../fakes/fake-workspace.ts';
import type { Workspace } from '../workspace.ts';
import { failedCases } from './failed-cases.ts';
import type { WorkspaceStage } from './workspace-stage.ts';
import { workspaceSuite } from './workspace-suite.ts';

function fakeState(): () => WorkspaceStage {
  const links = new Map<string, string>();
  const workspace = createFakeWorkspace(new Map(), links);
  return () => ({ workspace, link: async (path, target) => void links.set(path, target) });
}

it('is passed by the fake', async () => {
  expect(await failedCases(workspaceSuite, fakeState)).toEqual([]);
});

const hashNow = async (workspace: Workspace, path: string) => {
  const read = await workspace.read(path);
  return read.ok ? read.value.hash : null;
};

const twins: readonly (readonly [string, (workspace: Workspace) => Workspace])[] = [
  [
    'writes over whatever is there',
    (workspace) => ({
      ...workspace,
      write: async (path, bytes) => workspace.write(path, bytes, await hashNow(workspace, path)),
    }),
  ],
  [
    'removes whatever is there',
    (workspace) => ({
      ...workspace,
      remove: async (path, expected) => workspace.remove(path, (await hashNow(workspace, path)) ?? expected),
    }),
  ],
  [
    'says that it wrote',
    (workspace) => ({ ...workspace, write: async (_path, bytes) => succeed(contentHash(bytes)) }),
  ],
  [
    'compares before others have written',
    (workspace) => ({
      ...workspace,
      write: async (path, bytes, expected) => {
        const early = await hashNow(workspace, path);
        if (early !== expected) return workspace.write(path, bytes, expected);
        let written = await workspace.write(path, bytes, expected);
        while (!written.ok && written.error.code === 'stale_file')
          written = await workspace.write(path, bytes, await hashNow(workspace, path));
        return written;
      },
    }),
  ],
  [
    'takes text for bytes',
    (workspace) => ({
      ...workspace,
      write: async (path, bytes, expected) =>
        workspace.write(path, new TextEncoder().encode(new TextDecoder().decode(bytes)), expected),
    }),
  ],
  ['knows no limit', (workspace) => ({ ...workspace, read: async (path) => workspace.read(path) })],
  [
    'reads what a path looks like',
    (workspace) => ({
      ...workspace,
      read: async (path, limits) => workspace.read(path.replace('..', '.'), limits),
    }),
  ],
  [
    'locates a link where it lies',
    (workspace) => ({
      ...workspace,
      locate: async (path) => {
        const located = await workspace.locate(path);
        return located.ok ? succeed({ ...located.value, path }) : located;
      },
    }),
  ],
  [
    'lets a link lead out',
    (workspace) => ({
      ...workspace,
      locate: async (path) => {
        const located = await workspace.locate(path);
        const isName = !path.includes('..') && !path.startsWith('/');
        return !located.ok && isName ? succeed({ path, kind: 'missing', bytes: null }) : located;
      },
    }),
  ],
  [
    'leaves its drafts',
    (workspace) => ({
      ...workspace,
      write: async (path, bytes, expected) => {
        await workspace.write(`${path}.draft`, bytes, null);
        return workspace.write(path, bytes, expected);
      },
    }),
  ],
  [
    'lists in no order',
    (workspace) => ({
      ...workspace,
      list: async (path) => {
        const listed = await workspace.list(path);
        return listed.ok ? succeed(listed.value.toReversed()) : listed;
      },
    }),
  ],
];

it.each(twins)('rejects a workspace that %s', async (_title, breakIt) => {
  const failed = await failedCases(workspaceSuite, () => {
    const open = fakeState();
    return () => {
      const stage = open();
      return { ...stage, workspace: breakIt(stage.workspace) };
    };
  });
  expect(failed).not.toEqual([]);
});
