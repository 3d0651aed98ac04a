import { lstat, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
    await makeFolder(folder);
  } catch (error) {
    return fail(rookError('not_writable', `The folder ${folder} could not be made: ${systemReason(error)}.`));
  }
  return succeed(undefined);
}

/**
 * Makes the folders above first, one by one, and throws at the first that cannot be made. The recursive
 * `mkdir` of Node tries for ever where the system answers that a new folder's parent is missing although it
 * is there, as below `/proc`.
 */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) return;
  if (found !== null) throw new Error(`${folder} is no folder`);
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    const made = await stat(folder).catch(() => null);
    if (made?.isDirectory() !== true) throw error;
  }
}

/** Makes Rook's folder in a workspace, for its owner alone and invisible to git; refuses an unsafe one. */
export async function prepareWorkspaceFolder(folder: string): Promise<Result<void>> {
  const state = await inspectWorkspaceFolder(folder);
  if (!state.ok) return state;
  const made = await ensureOwnFolder(folder);
  if (!made.ok) return made;
  try {
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const reason = systemReason(error);
    if (reason !== 'it exists already') {
      return fail(rookError('not_writable', `${folder} cannot be written to: ${reason}.`));
    }
  }
  return succeed(undefined);
}

/** Refuses a folder that is a link, no folder, or another user's. */
export async function inspectOne(folder: string): Promise<Result<FolderState>> {
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
