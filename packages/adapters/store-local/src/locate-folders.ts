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
}

export interface Surroundings {
  readonly brand: Brand;
  readonly variables: ReadonlyMap<string, string>;
  readonly userHome: string;
  readonly currentFolder: string;
  /** What `--workspace` says. */
  readonly named?: string;
}

/**
 * The workspace is the one that is named, else the nearest folder upward with Rook's folder in it, else
 * the current one. The root of the disk and the home folder are taken only when they are named.
 */
export async function locateFolders(surroundings: Surroundings): Promise<Result<Folders>> {
  const { brand, variables, userHome, currentFolder, named } = surroundings;
  const homeVariable = variables.get(`${brand.environmentPrefix}HOME`);
  const home = homeVariable ? resolve(currentFolder, homeVariable) : join(userHome, brand.folder);

  if (named !== undefined) {
    const folder = resolve(currentFolder, named);
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() !== true) {
      return fail(
        rookError('no_workspace', `There is no folder ${folder}; --workspace takes an existing one.`),
      );
    }
    return succeed(await inWorkspace(brand, home, await realpath(folder), 'it was named with --workspace'));
  }

  const current = await realpath(currentFolder).catch(() => null);
  if (current === null) {
    return succeed({ home, workspace: null, workspaceFolder: null, because: 'the current folder is gone' });
  }
  const forbidden = new Set([parse(current).root, await realpath(userHome).catch(() => userHome)]);
  const marked = await nearestMarked(current, {
    brand,
    forbidden,
    home: await realPlace(home),
  });
  if (marked !== null)
    return succeed(await inWorkspace(brand, home, marked, `it is the nearest folder with ${brand.folder}`));
  if (forbidden.has(current)) {
    const because = 'the home folder and the root of the disk must be named with --workspace';
    return succeed({ home, workspace: null, workspaceFolder: null, because });
  }
  return succeed(await inWorkspace(brand, home, current, 'it is the current folder'));
}

async function inWorkspace(brand: Brand, home: string, workspace: string, because: string): Promise<Folders> {
  const inside = join(workspace, brand.folder);
  // A link inside the workspace is not followed here: it stays what it is, and is refused where it is used.
  const homes = [await realPlace(home), join(await realPlace(dirname(home)), basename(home))];
  const same = homes.includes(inside);
  return { home, workspace, workspaceFolder: same ? home : inside, because };
}

/** Where a path leads once its links are followed; it need not exist. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  return real ?? (dirname(path) === path ? path : join(await realPlace(dirname(path)), basename(path)));
}

/** Rook's own folder of the user has the same name, so it does not mark its parent as a workspace. */
async function nearestMarked(
  start: string,
  { brand, forbidden, home }: { brand: Brand; forbidden: ReadonlySet<string>; home: string },
): Promise<string | null> {
  for (let folder = start; ; folder = dirname(folder)) {
    const mark = join(folder, brand.folder);
    const found = forbidden.has(folder) || mark === home ? null : await lstat(mark).catch(() => null);
    if (found !== null) return folder;
    if (dirname(folder) === folder) return null;
  }
}
