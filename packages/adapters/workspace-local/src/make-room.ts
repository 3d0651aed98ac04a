import { mkdirSync, rmdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { rookError } from '@rook/contract';

import type { ApplyWatch } from './apply-watch.ts';
import type { ClearedFolder } from './clear-folder.ts';
import { enterFolder, type FolderRoom } from './enter-folder.ts';
import { openFolder } from './open-folder.ts';
import type { Refusal } from './refusal.ts';
import type { StagedChange } from './stage-changes.ts';
import { changedMeanwhile } from './swap-file.ts';
import { systemCode, systemReason } from './system-reason.ts';

/**
 * Removes the folders that are in the way of files, and makes those that lie where files were; what was in the way of that lies aside
 * already. A folder is only ever removed empty, so that what somebody put into it meanwhile stays. What was removed is in `gone`.
 */
export function makeRoom(
  room: FolderRoom,
  { clear, staged }: { readonly clear: readonly ClearedFolder[]; readonly staged: readonly StagedChange[] },
  gone: ClearedFolder[],
  watch: ApplyWatch,
): Refusal | null {
  for (const folder of clear) {
    const { path, real } = folder;
    watch('room', path);
    const parent = enterFolder(room, dirname(real), { isMade: false });
    if (!parent.ok) return { path, error: parent.error };
    try {
      rmdirSync(parent.value.at(basename(real)));
      // Where it stays, what was in it comes back through what is open.
      leaveFolder(room, real);
      gone.push(folder);
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(systemCode(error));
      const reason = `The folder ${path} could not be removed: ${systemReason(error)}. Nothing was changed.`;
      return { path, error: isTaken ? changedMeanwhile(path) : rookError('not_writable', reason) };
    }
  }
  for (const { change, inside } of staged) {
    if (inside === null || change.bytes === null) continue;
    watch('room', change.path);
    const made = enterFolder(room, dirname(inside), { isMade: true });
    if (!made.ok) return { path: change.path, error: made.error };
  }
  return null;
}

/** Takes that back once all that was put there is gone: folders that were made go, and those that were removed come back. */
export function takeBackRoom(room: FolderRoom, gone: readonly ClearedFolder[], watch: ApplyWatch): void {
  for (const made of room.made.splice(0).toReversed()) {
    watch('undo', made.real);
    try {
      rmdirSync(made.parent.at(made.name));
      leaveFolder(room, made.real);
    } catch {
      // Something lies in it still.
      room.made.unshift(made);
    }
  }
  for (const { real, path, mode } of gone.toReversed()) {
    watch('undo', path);
    const parent = enterFolder(room, dirname(real), { isMade: false });
    if (!parent.ok) continue;
    try {
      mkdirSync(parent.value.at(basename(real)), mode);
    } catch {
      // Somebody has taken the name, and what cannot come back is said of its files.
    }
    const opened = openFolder(room.root, real, parent.value.at(basename(real)));
    if (opened.ok) room.folders.set(real, opened.value);
  }
}

function leaveFolder(room: FolderRoom, real: string): void {
  room.folders.get(real)?.close();
  room.folders.delete(real);
}
