import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { closeFolder, gitLayers, isSafeToOpen, readText, type Layer } from './git-layers.ts';
import { kindOf, realPath } from './look-at-path.ts';

/**
 * The layers of the repository in which `root` lies, with those of its worktrees and submodules. `writable` is what can be written
 * anyway: a worktree in there can be removed from inside, so nothing of it is closed.
 */
export function repositoryLayers(root: string, writable: readonly string[]): readonly Layer[] {
  const layers = gitLayers(root);
  const opened = layers.find(({ kind }) => kind === 'open')?.path;
  if (opened === undefined) return layers;
  const isClosed = layers.some(({ path }) => path === join(opened, 'worktrees'));
  return [...layers, ...(isClosed ? [] : worktreeLayers(opened, writable)), ...moduleLayers(opened)];
}

/** The same of repositories in folders of the workspace, of which nothing is ever opened. */
export function nestedLinkedLayers(
  repositories: readonly string[],
  writable: readonly string[],
): readonly Layer[] {
  const folders = repositories.filter((git) => kindOf(git) === 'folder');
  const layers = [folders.map((git) => worktreeLayers(git, writable)), folders.map(moduleLayers)].flat(2);
  return layers.filter(({ kind }) => kind !== 'open');
}

/**
 * The folders of worktrees that lie elsewhere: who writes there says which settings count in them. The folder above is laid upon
 * itself, because what something lies upon cannot be moved away.
 */
function worktreeLayers(git: string, writable: readonly string[]): readonly Layer[] {
  const worktrees = join(git, 'worktrees');
  const elsewhere = foldersIn(worktrees).filter((folder) => !isIn(treeOf(folder), writable));
  if (elsewhere.length === 0) return [];
  const closed = elsewhere.map((path) => ({ kind: 'closed' as const, path }));
  return [{ kind: 'open', path: worktrees }, ...closed];
}

/** Where the files of a worktree lie; null where it does not say so. */
function treeOf(folder: string): string | null {
  const file = readText(join(folder, 'gitdir'))?.trim() ?? '';
  if (file === '') return null;
  const tree = dirname(resolve(folder, file));
  return realPath(tree) ?? tree;
}

function isIn(tree: string | null, writable: readonly string[]): boolean {
  return tree !== null && writable.some((path) => `${tree}/`.startsWith(`${realPath(path) ?? path}/`));
}

const MOST_FOLDERS = 500;

/** Git folders of submodules, also of those that are not checked out now. Where there are too many to look at, all can only be read. */
function moduleLayers(git: string): readonly Layer[] {
  const modules = join(git, 'modules');
  if (kindOf(modules) !== 'folder') return [];
  const layers: Layer[] = [{ kind: 'open', path: modules }];
  const waiting = foldersIn(modules);
  for (let looked = 0; ; looked += 1) {
    const folder = waiting.shift();
    if (folder === undefined) return layers;
    if (looked === MOST_FOLDERS) return [{ kind: 'closed', path: modules }];
    if (!isSafeToOpen(folder)) layers.push({ kind: 'closed', path: folder });
    else {
      layers.push({ kind: 'open', path: folder });
      const isGit = ['HEAD', 'config'].some(
        (name) => !['folder', 'missing'].includes(kindOf(join(folder, name))),
      );
      if (isGit) layers.push(...closeFolder(folder).filter(({ kind }) => kind !== 'blank'));
      const inner = isGit ? join(folder, 'modules') : folder;
      if (isGit && kindOf(inner) === 'folder') layers.push({ kind: 'open', path: inner });
      waiting.push(...foldersIn(inner));
    }
  }
}

/** No links among them. */
function foldersIn(folder: string): string[] {
  try {
    if (kindOf(folder) !== 'folder') return [];
    const found = readdirSync(folder, { withFileTypes: true });
    return found.filter((one) => one.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
