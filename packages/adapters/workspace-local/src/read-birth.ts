import type { FileBirth } from '@rook/engine';

import { lookAtOne } from './read-folder.ts';

/** Where the system does not know when a file was made, it tells zero, or when it was changed. */
export function readBirth(path: string): FileBirth | null {
  const told = lookAtOne(path);
  if (told === undefined) return null;
  const { ino: inode, nlink: names, birthtimeMs, ctimeMs } = told;
  return { inode, names, born: birthtimeMs > 0 ? Math.min(birthtimeMs, ctimeMs) : ctimeMs };
}
