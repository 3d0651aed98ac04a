import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  type BigIntStats,
} from 'node:fs';
import { basename, dirname } from 'node:path';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type { FileWrite, PermissionChange } from '@rook/engine';

import type { ApplyWatch } from './apply-watch.ts';
import { locateMeant } from './check-changes.ts';
import { enterFolder, type FolderRoom } from './enter-folder.ts';
import { locatePath, type Place } from './locate-path.ts';
import type { OpenFolder } from './open-folder.ts';
import type { Refusal } from './refusal.ts';
import { systemCode, systemReason } from './system-reason.ts';
import { waitForDisk } from './wait-for-disk.ts';

/** What a file is allowed to everybody; what else the system keeps with that stays. */
const PERMISSIONS = 0o777;
/** How many files are on their way to the disk at the same time, each an open one. */
const AT_ONCE = 128;

export interface PlacedPermission {
  readonly change: PermissionChange;
  readonly place: Place;
}

/** A file that has its new permissions. */
export interface GivenFile {
  readonly change: PermissionChange;
  readonly folder: OpenFolder;
  readonly name: string;
  /** Of the file itself, whatever it is called. */
  readonly inode: bigint;
}

/** Finds the files and compares their permissions. Refuses a file twice, and one that the same set writes. */
export async function placePermissions(
  root: string,
  permissions: readonly PermissionChange[],
  changes: readonly FileWrite[],
): Promise<Result<readonly PlacedPermission[], Refusal>> {
  const taken = new Map<string, string>();
  for (const change of permissions.length === 0 ? [] : changes) {
    const place = await locateMeant(root, change);
    if (place.ok) taken.set(place.value.real, change.path);
  }
  const placed: PlacedPermission[] = [];
  for (const change of permissions) {
    const { path } = change;
    const place = await locatePath(root, path);
    const error = place.ok ? comparePermissions(change, place.value, taken) : place.error;
    if (!place.ok || error !== null) return fail({ path, error: error ?? changedMeanwhile(path) });
    taken.set(place.value.real, path);
    placed.push({ change, place: place.value });
  }
  return succeed(placed);
}

function comparePermissions(
  change: PermissionChange,
  { real, kind }: Place,
  taken: ReadonlyMap<string, string>,
): RookError | null {
  const { path } = change;
  const other = taken.get(real);
  if (other !== undefined)
    return rookError(
      'invalid_input',
      `${path} is the same file as ${other}; make it one change. Nothing was written.`,
    );
  if (kind === 'folder' || kind === 'other')
    return rookError('invalid_input', `${path} is no plain file. Nothing was written.`);
  const found = lstatSync(real, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || !isAsExpected(found, change)) return changedMeanwhile(path);
  const user = process.getuid?.();
  if (user === undefined || user === 0 || found.uid === BigInt(user)) return null;
  return rookError(
    'not_writable',
    `${path} belongs to another user, who alone can give it other permissions. Nothing was written.`,
  );
}

function isAsExpected(found: BigIntStats, { expectedMode }: PermissionChange): boolean {
  return found.isFile() && (Number(found.mode) & PERMISSIONS) === expectedMode;
}

/** Gives all of them, on the disk; those that have theirs are in `given`, also on failure. */
export async function givePermissions(
  room: FolderRoom,
  placed: readonly PlacedPermission[],
  given: GivenFile[],
  watch: ApplyWatch,
): Promise<Refusal | null> {
  for (let start = 0; start < placed.length; start += AT_ONCE) {
    const open: number[] = [];
    try {
      for (const { change, place } of placed.slice(start, start + AT_ONCE)) {
        watch('give', change.path);
        const entered = enterFolder(room, dirname(place.real), { isMade: false });
        if (!entered.ok) return { path: change.path, error: entered.error };
        const file = { change, folder: entered.value, name: basename(place.real) };
        const error = giveOne(file, given, open);
        if (error !== null) return { path: change.path, error };
      }
      // Some systems cannot; then it is there a moment later.
      await Promise.all(open.map(async (file) => waitForDisk(file).catch(() => undefined)));
    } finally {
      for (const file of open) closeSync(file);
    }
  }
  return null;
}

function giveOne(file: Omit<GivenFile, 'inode'>, given: GivenFile[], open: number[]): RookError | null {
  const { change } = file;
  try {
    const handle = openFile(file.folder.at(file.name));
    if (handle !== null) open.push(handle);
    const found = lookAt(file, handle);
    if (!isAsExpected(found, change))
      return isGiven(given, found, change) ? null : changedMeanwhile(change.path);
    setMode(file, handle, (Number(found.mode) & 0o7000) | change.mode);
    given.push({ ...file, inode: found.ino });
    return null;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ELOOP') return changedMeanwhile(change.path);
    return rookError(
      'not_writable',
      `${change.path} could not get other permissions: ${systemReason(error)}. Nothing was changed.`,
    );
  }
}

/** Whether it got them a moment ago under a second name (a hard link). */
function isGiven(given: readonly GivenFile[], found: BigIntStats, { mode }: PermissionChange): boolean {
  return given.some((one) => one.inode === found.ino && one.change.mode === mode);
}

/** Takes back what was given, the last first, where it is still what was given. Answers with what could not be taken back, and why. */
export function takeBackPermissions(given: readonly GivenFile[], watch: ApplyWatch): readonly string[] {
  const failed: string[] = [];
  for (const file of given.toReversed()) {
    const { change, inode } = file;
    watch('undo', change.path);
    let handle: number | null = null;
    try {
      handle = openFile(file.folder.at(file.name));
      const found = lookAt(file, handle);
      const isOurs = found.ino === inode && (Number(found.mode) & PERMISSIONS) === change.mode;
      if (isOurs) setMode(file, handle, (Number(found.mode) & 0o7000) | change.expectedMode);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') failed.push(`${change.path} (${systemReason(error)})`);
    } finally {
      if (handle !== null) closeSync(handle);
    }
  }
  return failed;
}

const FLAGS = constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Held open, it stays the same file. Null for one that may be neither read nor written. */
function openFile(way: string): number | null {
  for (const access of [constants.O_RDONLY, constants.O_WRONLY])
    try {
      return openSync(way, access | FLAGS);
    } catch (error) {
      if (systemCode(error) !== 'EACCES') throw error;
    }
  return null;
}

function lookAt({ folder, name }: Omit<GivenFile, 'inode'>, handle: number | null): BigIntStats {
  return handle === null ? lstatSync(folder.at(name), { bigint: true }) : fstatSync(handle, { bigint: true });
}

function setMode({ folder, name }: Omit<GivenFile, 'inode'>, handle: number | null, mode: number): void {
  if (handle === null) chmodSync(folder.at(name), mode);
  else fchmodSync(handle, mode);
}

function changedMeanwhile(path: string): RookError {
  const reason = `${path} has other permissions than were shown, or is gone; look again. Nothing was written.`;
  return rookError('stale_file', reason);
}
