import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';

/** Whether a folder is there, and whose it is. */
export type FolderState = 'missing' | 'safe';

/** The folders inside a workspace's own folder that must be as safe as the folder itself. */
const INNER_FOLDERS = ['chats', 'blobs', 'locks', 'trash'];

/**
 * Refuses a folder in which somebody else could steer what Rook reads or where it writes: a link, a
 * folder of another user, or something that is no folder.
 */
export async function inspectWorkspaceFolder(folder: string): Promise<Result<FolderState>> {
  const outer = await inspectOne(folder);
  if (!outer.ok || outer.value === 'missing') return outer;
  for (const name of INNER_FOLDERS) {
    const inner = await inspectOne(join(folder, name));
    if (!inner.ok) return inner;
  }
  return outer;
}

/** Makes a folder that only its owner can enter; one that exists is checked and left as it is. */
export async function ensureOwnFolder(folder: string): Promise<Result<void>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return fail(rookError('not_writable', `The folder ${folder} could not be made: ${systemReason(error)}.`));
  }
  return succeed(undefined);
}

async function inspectOne(folder: string): Promise<Result<FolderState>> {
  const found = await lstat(folder).catch((error: unknown) => systemReason(error));
  if (typeof found === 'string') {
    return found === 'no such file or folder'
      ? succeed('missing')
      : fail(rookError('not_readable', `The folder ${folder} cannot be looked at: ${found}.`));
  }
  const refuse = (why: string) =>
    fail(rookError('unsafe_folder', `${folder} ${why}, so Rook does not work here; remove or rename it.`));
  if (found.isSymbolicLink()) return refuse('is a link');
  if (!found.isDirectory()) return refuse('is no folder');
  const user = process.getuid?.();
  return user !== undefined && found.uid !== user ? refuse('belongs to another user') : succeed('safe');
}
