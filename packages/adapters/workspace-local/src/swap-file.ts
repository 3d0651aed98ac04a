import { closeSync, linkSync, lstatSync, openSync, renameSync, unlinkSync, type BigIntStats } from 'node:fs';

import { rookError, type RookError } from '@rook/contract';

import type { ApplyWatch } from './apply-watch.ts';
import { heldName } from './beside-names.ts';
import type { OpenFolder } from './open-folder.ts';
import type { StagedChange } from './stage-changes.ts';
import { systemCode, systemReason } from './system-reason.ts';

/** How far a change has come, so that it can be taken back from there. */
export interface Swap {
  readonly staged: StagedChange;
  /** The name under which the old file lies aside; null where there was none, or where it is back. */
  held: string | null;
  isPlaced: boolean;
}

/**
 * Moves the old file aside and gives its place to the new one, without a pause between the two. A file is never renamed over
 * another: what lies aside is whatever was there in that moment, so nothing that somebody saved is lost, and a name that
 * somebody took in between is left to them.
 */
export function swapFile(swap: Swap, watch: ApplyWatch): RookError | null {
  const { change, folder, seat, old, draft } = swap.staged;
  try {
    watch('take', change.path);
    if (old !== null) {
      renameSync(seat(), folder.at(old.held));
      swap.held = old.held;
      const aside = lookAt(folder, old.held);
      const isOtherMode =
        change.expectedMode !== undefined && (Number(aside?.mode) & 0o777) !== change.expectedMode;
      if (!isSame(aside, old.found) || isOtherMode) return changedMeanwhile(change.path);
    }
    watch('place', change.path);
    if (draft !== null) {
      giveName(folder.at(draft.name), seat());
      swap.isPlaced = true;
    }
    return null;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST' || code === 'ENOENT' || code === 'ENOTDIR') return changedMeanwhile(change.path);
    const reason = `${change.path} could not be written: ${systemReason(error)}. Nothing was changed.`;
    return rookError('not_writable', reason);
  }
}

/**
 * Puts the old file back, if the new one is still what was put there. `put_back`: all is as before; `left`: somebody has
 * put something else there, which stays, and the old file lies aside. Throws when the system refuses.
 */
export function undoSwap(swap: Swap, watch: ApplyWatch): 'put_back' | 'left' {
  const { change, folder, name, seat, draft } = swap.staged;
  watch('undo', change.path);
  if (swap.isPlaced) {
    const aside = heldName(name);
    if (!takeAside(seat, folder.at(aside))) return swap.held === null ? 'put_back' : 'left';
    watch('undo', change.path);
    if (!isSame(lookAt(folder, aside), draft?.found ?? null)) {
      putBack(folder.at(aside), seat());
      return 'left';
    }
    swap.isPlaced = false;
    // It goes last: as long as it lies there, a crash shows that it was about to be undone.
    const end = putOldBack(swap, watch);
    unlinkSync(folder.at(aside));
    return end;
  }
  return putOldBack(swap, watch);
}

function putOldBack(swap: Swap, watch: ApplyWatch): 'put_back' | 'left' {
  const { change, folder, seat } = swap.staged;
  if (swap.held === null) return 'put_back';
  watch('put_back', change.path);
  if (!putBack(folder.at(swap.held), seat())) return 'left';
  swap.held = null;
  return 'put_back';
}

function takeAside(seat: () => string, aside: string): boolean {
  try {
    renameSync(seat(), aside);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Gives what lies aside its name again; false where somebody has taken that. */
export function putBack(held: string, place: string): boolean {
  try {
    giveName(held, place);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  // Gone already where the name was given by renaming.
  removePath(held);
  return true;
}

export function removeName(folder: OpenFolder, name: string): void {
  removePath(folder.at(name));
}

function removePath(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * Takes away the last name of a file while it is open and closes it later: the system gives back what it held on the disk when it is
 * closed, and that takes longer than all else here. After a crash it does so by itself.
 */
export function removeBriefly(folder: OpenFolder, name: string): void {
  const file = openSync(folder.at(name), 'r');
  setImmediate(() => closeSync(file));
  removeName(folder, name);
}

/** A second name fails where something lies already, which renaming does not. Some file systems know none, and none has it for folders. */
function giveName(from: string, to: string): void {
  try {
    linkSync(from, to);
    return;
  } catch (error) {
    if (!NO_SECOND_NAMES.has(systemCode(error))) throw error;
  }
  if (lookAtPath(to) !== null) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
  renameSync(from, to);
}

const NO_SECOND_NAMES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

export function lookAt(folder: OpenFolder, name: string): BigIntStats | null {
  return lookAtPath(folder.at(name));
}

/** What has the place of a change now. */
export function lookAtSeat({ seat }: Pick<StagedChange, 'seat'>): BigIntStats | null {
  try {
    return lookAtPath(seat());
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

function lookAtPath(path: string): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

/** Whether it is the same file with the same content, as far as the system tells without reading it; moving changes neither. */
export function isSame(found: BigIntStats | null, known: BigIntStats | null): boolean {
  return (
    found !== null &&
    known !== null &&
    (found.isFile() || found.isSymbolicLink()) &&
    found.ino === known.ino &&
    found.dev === known.dev &&
    found.size === known.size &&
    found.mtimeNs === known.mtimeNs
  );
}

export function changedMeanwhile(path: string): RookError {
  const reason = `${path} was changed by somebody else just now; read it again. Nothing was written.`;
  return rookError('stale_file', reason);
}
