import { join } from 'node:path';

import { createLocalShell } from '@rook/shell-local';
import { findEmptyRepository, createFileClones, createKeptBytes } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import {
  createWorkspaceWatch,
  type BegunWatch,
  type WorkspaceWatch,
} from '../packages/engine/src/tools/watch-workspace.ts';

/** The watch that a process makes for its commands. */
export function createWatch(root: string): WorkspaceWatch {
  const folder = join(root, '.rook');
  const kept = createKeptBytes({ folder, name: 'folders' });
  return createWorkspaceWatch({
    workspace: createLocalWorkspace(root, {
      kept,
      keptNotes: createKeptBytes({ folder, name: 'noted' }),
      clones: createFileClones({ root, folder }),
      emptyRepository: findEmptyRepository,
    }),
    shell: createLocalShell(),
    clock: { now: () => new Date() },
    ignore: [],
  });
}

/** Compares, and reads what there is to read. */
export async function countChanges(begun: BegunWatch): Promise<number> {
  const ended = await begun.end();
  if (!ended.ok) throw new Error(ended.error.message);
  let count = 0;
  for await (const change of ended.value.files) count += change.path === '' ? 0 : 1;
  return count;
}
