import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** No draft takes this long: one that is older was left by a process that was killed. */
const OLD_MILLISECONDS = 10 * 60_000;
const DRAFT = /^\.rook-[0-9a-f]{12}\.draft$/u;

/** Removes what earlier processes left in a folder when they were killed in the middle of a write. */
export async function removeOldDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (DRAFT.test(name)) await removeIfOld(join(folder, name));
}

async function removeIfOld(draft: string): Promise<void> {
  const found = await lstat(draft).catch(() => null);
  if (found === null || !found.isFile() || Date.now() - found.mtimeMs < OLD_MILLISECONDS) return;
  await unlink(draft).catch(() => undefined);
}
