import { join } from 'node:path';

import { createLocalShell } from '@rook/shell-local';
import { createKeptBytes } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import { createWorkspaceWatch, type WorkspaceWatch } from '../packages/engine/src/tools/watch-workspace.ts';

/** The watch that a process makes for its commands. */
export function createWatch(root: string): WorkspaceWatch {
  const kept = createKeptBytes({ folder: join(root, '.rook'), name: 'folders' });
  return createWorkspaceWatch({
    workspace: createLocalWorkspace(root, { kept }),
    shell: createLocalShell(),
    clock: { now: () => new Date() },
    ignore: [],
  });
}
