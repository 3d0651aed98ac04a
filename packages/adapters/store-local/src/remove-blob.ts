import { randomBytes } from 'node:crypto';
import { lstat, rename, unlink } from 'node:fs/promises';

import { recoverBlob, removingName } from './recover-blob.ts';
import { removeOldDrafts } from './replace-file.ts';

/**
 * Takes the name away first and looks then: whoever kept the same bytes meanwhile has touched them, and gets the
 * name back, or did not find them and keeps them anew.
 */
export async function removeBlob(path: string, untouchedSince: number): Promise<boolean> {
  const doomed = removingName(path, randomBytes(6).toString('hex'));
  removeOldDrafts(path);
  await recoverBlob(path);
  // Another purge may have taken it.
  if ((await lstat(path).catch(() => null)) === null) return true;
  await rename(path, doomed);
  const found = await lstat(doomed);
  if (found.mtimeMs >= untouchedSince) {
    await rename(doomed, path);
    return false;
  }
  await unlink(doomed);
  return true;
}
