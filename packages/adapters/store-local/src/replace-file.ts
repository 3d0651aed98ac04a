import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';

/** No draft takes this long: one that is older was left by a process that was killed. */
const OLD_MILLISECONDS = 60_000;

/**
 * Replaces a file as one step: the new content is on the disk under another name before it takes the old
 * one's place, so a crash leaves the old content or the new one, never a part. Keeps the mode of the file;
 * a file made here is readable by its owner alone.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<Result<void>> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  try {
    await removeOldDrafts(path);
    const mode = await stat(path).then(
      (found) => found.mode & 0o777,
      () => 0o600,
    );
    await writeDurably(draft, content, mode);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return succeed(undefined);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    return fail(
      rookError('not_writable', `${path} could not be written: ${systemReason(error)}. Nothing was changed.`),
    );
  }
}

/** What earlier processes left when they were killed; a young one may be another's that is just being written. */
export async function removeOldDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder);
  const drafts = names.filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith('.draft'));
  await Promise.all(drafts.map(async (name) => removeIfOld(join(folder, name))));
}

async function removeIfOld(draft: string): Promise<void> {
  const found = await lstat(draft).catch(() => null);
  if (found === null || Date.now() - found.mtimeMs < OLD_MILLISECONDS) return;
  await unlink(draft).catch(() => undefined);
}

async function writeDurably(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file: FileHandle = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name itself durable; some systems cannot open a folder, and then it stays a moment later. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
