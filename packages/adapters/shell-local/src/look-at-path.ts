import { accessSync, constants, lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

type PathKind = 'file' | 'folder' | 'link' | 'missing';

/** What lies there itself; what cannot be looked at counts as missing. */
export function kindOf(path: string): PathKind {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return 'link';
    return found.isDirectory() ? 'folder' : 'file';
  } catch {
    return 'missing';
  }
}

/** Null where nothing is, also behind a link. */
export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Whether this path can be made, with the folders above it that are not there. */
export function canMake(path: string): boolean {
  let folder = dirname(path);
  while (kindOf(folder) === 'missing' && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return kindOf(folder) === 'folder' && realpathSync(folder) === folder;
  } catch {
    return false;
  }
}
