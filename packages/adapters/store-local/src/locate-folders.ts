import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';

import { fail, rookError, succeed, type Brand, type Result } from '@rook/contract';

/** The folders that a command works with. */
export interface Folders {
  /** Rook's own folder of the user; it may not exist yet. */
  readonly home: string;
  /** The folder that Rook may touch, or null where none may be taken without being named. */
  readonly workspace: string | null;
  /** Rook's own folder inside the workspace; it may not exist yet. Exactly `home` when it is the same folder. */
  readonly workspaceFolder: string | null;
  /** Why this workspace, or why none: for a person. */
  readonly because: string;
  /** The nearest folder above that is governed, where the workspace lies inside of one and has no governance of its own. */
  readonly governedBy: string | null;
}

export interface Surroundings {
  readonly brand: Brand;
  readonly variables: ReadonlyMap<string, string>;
  readonly userHome: string;
  readonly currentFolder: string;
  /** The name of the folder that makes its parent a governed one. */
  readonly governance: string;
  /** What `--workspace` says. */
  readonly named?: string;
}

/**
 * The workspace is the one that is named, else the nearest folder upward with Rook's folder or that of governance in it,
 * else the current one. The root of the disk and the home folder are taken only when they are named.
 */
export async function locateFolders(surroundings: Surroundings): Promise<Result<Folders>> {
  const { brand, variables, userHome, currentFolder, named } = surroundings;
  const homeVariable = variables.get(`${brand.environmentPrefix}HOME`);
  const home = homeVariable ? resolve(currentFolder, homeVariable) : join(userHome, brand.folder);
  const marks: Marks = {
    brand,
    governance: surroundings.governance,
    home: await realPlace(home),
    userHome: await realpath(userHome).catch(() => userHome),
  };

  if (named !== undefined) {
    const folder = resolve(currentFolder, named);
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() !== true) {
      return fail(
        rookError('no_workspace', `There is no folder ${folder}; --workspace takes an existing one.`),
      );
    }
    return succeed(await inWorkspace(marks, home, await realpath(folder), 'it was named with --workspace'));
  }

  const none = { home, workspace: null, workspaceFolder: null, governedBy: null };
  const current = await realpath(currentFolder).catch(() => null);
  if (current === null) return succeed({ ...none, because: 'the current folder is gone' });
  const marked = await nearestMarked(current, marks);
  if (marked !== null)
    return succeed(
      await inWorkspace(marks, home, marked.folder, `it is the nearest folder with ${marked.mark}`),
    );
  if (isForbidden(current, marks)) {
    const because = 'the home folder and the root of the disk must be named with --workspace';
    return succeed({ ...none, because });
  }
  return succeed(await inWorkspace(marks, home, current, 'it is the current folder'));
}

interface Marks extends Pick<Surroundings, 'brand' | 'governance'> {
  /** Both after all links. */
  readonly home: string;
  readonly userHome: string;
}

async function inWorkspace(marks: Marks, home: string, workspace: string, because: string): Promise<Folders> {
  const inside = join(workspace, marks.brand.folder);
  // A link inside the workspace is not followed here: it stays what it is, and is refused where it is used.
  const homes = [marks.home, join(await realPlace(dirname(home)), basename(home))];
  const same = homes.includes(inside);
  const governed = await nearestGoverned(workspace, marks);
  const governedBy = governed === workspace ? null : governed;
  return { home, workspace, workspaceFolder: same ? home : inside, because, governedBy };
}

/** Where a path leads once its links are followed; it need not exist. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  return real ?? (dirname(path) === path ? path : join(await realPlace(dirname(path)), basename(path)));
}

function isForbidden(folder: string, { userHome }: Marks): boolean {
  return folder === userHome || folder === parse(folder).root;
}

/** Rook's own folder of the user has the same name, so it does not mark its parent as a workspace. */
async function nearestMarked(
  start: string,
  marks: Marks,
): Promise<{ readonly folder: string; readonly mark: string } | null> {
  const governed = isForbidden(start, marks) ? null : await nearestGoverned(start, marks);
  for (let folder = start; ; folder = dirname(folder)) {
    const { folder: mark } = marks.brand;
    const isOwn = isForbidden(folder, marks) || join(folder, mark) === marks.home;
    if (!isOwn && (await isThere(join(folder, mark)))) return { folder, mark };
    if (folder === governed) return { folder, mark: marks.governance };
    if (dirname(folder) === folder) return null;
  }
}

/**
 * The workspace itself, or the nearest folder above it that is governed. What a home folder or the root of the disk has counts
 * only for itself, and what lies above the home folder is nobody's to say.
 */
async function nearestGoverned(workspace: string, marks: Marks): Promise<string | null> {
  for (let folder = workspace; ; folder = dirname(folder)) {
    const isLast = isForbidden(folder, marks);
    if (isLast && folder !== workspace) return null;
    if (await isThere(join(folder, marks.governance))) return folder;
    if (isLast) return null;
  }
}

/** A link is there, wherever it leads. */
async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}
