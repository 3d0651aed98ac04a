import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';

import { fail, rookError, succeed, type Brand, type Result } from '@rook/contract';

/** The folders that a command works with. */
export interface Folders {
  /** Rook's own folder of the user; it may not exist yet. */
  readonly home: string;
  /** The folder that Rook may touch, or null where none may be taken without being named. */
  readonly workspace: string | null;
  /** Rook's own folder inside the workspace; it may not exist yet. */
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
    return succeed(inWorkspace(brand, home, await realpath(folder), 'it was named with --workspace'));
  }

  const current = await realpath(currentFolder).catch(() => null);
  if (current === null) {
    return succeed({ home, workspace: null, workspaceFolder: null, because: 'the current folder is gone' });
  }
  const forbidden = new Set([parse(current).root, await realpath(userHome).catch(() => userHome)]);
  const marked = await nearestMarked(current, {
    brand,
    forbidden,
    home: await realpath(home).catch(() => home),
  });
  if (marked !== null)
    return succeed(inWorkspace(brand, home, marked, `it is the nearest folder with ${brand.folder}`));
  if (forbidden.has(current)) {
    const because = 'the home folder and the root of the disk must be named with --workspace';
    return succeed({ home, workspace: null, workspaceFolder: null, because });
  }
  return succeed(inWorkspace(brand, home, current, 'it is the current folder'));
}

function inWorkspace(brand: Brand, home: string, workspace: string, because: string): Folders {
  return { home, workspace, workspaceFolder: join(workspace, brand.folder), because };
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
