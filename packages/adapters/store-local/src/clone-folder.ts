import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, type Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { isLock, lookAtLock, prepareLock, tryLock } from './file-lock.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { isOwn } from './plain-file.ts';
import { systemReason } from './system-reason.ts';

export const CLONES_FOLDER = 'clones';
/** A lock says whose folder it is for as long as its process lives; nobody looks at one that has no lock yet. */
const LOCK = 'lock';
const UNREADY = '.new';
const DAY_MILLISECONDS = 86_400_000;

/** Those of this process, each with what frees its lock. Looking at a lock of one's own would free it. */
const ownFolders = new Map<string, () => void>();

export interface CloneFolder {
  readonly path: string;
  /** Also called when the process ends. */
  readonly remove: () => void;
}

/** Makes a folder in Rook's own, which has to be there, for whoever wants to know whether clones can be made in it. */
export function beginCloneFolder(folder: string): Result<string> {
  const all = join(folder, CLONES_FOLDER);
  const state = inspectWay(folder, folder);
  if (!state.ok) return state;
  if (state.value === 'missing') return fail(rookError('not_found', `There is no folder ${folder}.`));
  const ready = prepareWay(folder, all);
  if (!ready.ok) return ready;
  const path = join(all, randomUUID() + UNREADY);
  try {
    mkdirSync(path, { mode: 0o700 });
    return succeed(path);
  } catch (error) {
    return fail(rookError('not_writable', `No folder can be made in ${all}: ${systemReason(error)}.`));
  }
}

/** Makes it the folder for the clones of this process, with which it goes away. */
export async function finishCloneFolder(begun: string): Promise<Result<CloneFolder>> {
  const path = begun.slice(0, -UNREADY.length);
  try {
    const prepared = await prepareLock(join(begun, LOCK));
    const lock = prepared.ok ? tryLock(join(begun, LOCK)) : prepared;
    if (!lock.ok) return lock;
    if (ownFolders.size === 0) process.once('exit', removeOwn);
    ownFolders.set(path, () => lock.value.close());
    renameSync(begun, path);
    return succeed({ path, remove: () => removeOne(path) });
  } catch (error) {
    return fail(rookError('not_writable', `${path} cannot be made: ${systemReason(error)}.`));
  }
}

function removeOwn(): void {
  for (const path of ownFolders.keys()) removeOne(path);
}

function removeOne(path: string): void {
  const free = ownFolders.get(path);
  if (free === undefined) return;
  rmSync(path, { recursive: true, force: true });
  free();
  ownFolders.delete(path);
  if (ownFolders.size === 0) process.off('exit', removeOwn);
}

/** Removes what killed processes left. Only own folders are looked at, and no link is followed. */
export async function removeLeftClones(folder: string): Promise<void> {
  const all = join(folder, CLONES_FOLDER);
  for (const name of listNames(folder, all)) {
    const one = join(all, name);
    if (ownFolders.has(one) || !isFolderOfOurs(one)) continue;
    const isLeft = name.endsWith(UNREADY) ? isOld(one) : await isUnlocked(join(one, LOCK));
    if (isLeft) await rm(one, { recursive: true, force: true }).catch(() => undefined);
  }
}

function listNames(folder: string, all: string): readonly string[] {
  try {
    const way = inspectWay(folder, all);
    return way.ok && way.value === 'safe' ? readdirSync(all) : [];
  } catch {
    return [];
  }
}

function isFolderOfOurs(path: string): boolean {
  const found = lookAt(path);
  return found?.isDirectory() === true && isOwn(found);
}

function isOld(path: string): boolean {
  return Date.now() - (lookAt(path)?.mtimeMs ?? Infinity) > DAY_MILLISECONDS;
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

async function isUnlocked(lock: string): Promise<boolean> {
  if (!(await isLock(lock))) return true;
  const seen = lookAtLock(lock);
  return seen.ok || seen.error.code !== 'busy';
}
