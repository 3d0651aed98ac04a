import type { HistoryFile } from '../journal/history-set.ts';
import { findKindChanges } from '../ports/kind-changes.ts';
import { taken } from './look-at-place.ts';
import type { DiskState } from './undo-file.ts';

/** What goes with a rewind. */
export interface Going {
  /** Files that it removes. */
  readonly files: ReadonlySet<string>;
  /** Folders that what is undone had made. */
  readonly folders: ReadonlySet<string>;
}

/**
 * What is at a path once that is gone: a file may lie where a folder was, and a folder where a file was. Where anything else lies in
 * the folder, it stays, and is named.
 */
export function seeWithout(path: string, state: DiskState, { files, folders }: Going): DiskState {
  if (state === null || !('refused' in state)) return state;
  const { fileAbove, inside } = state;
  if (fileAbove !== undefined) return files.has(fileAbove) ? null : state;
  if (inside === undefined) return state;
  const goes = (folder: string): boolean =>
    folders.has(folder) || [...files].some((file) => file.startsWith(`${folder}/`));
  if (!goes(path)) return state;
  const stays = inside.find((one) => (one.isFolder ? !goes(one.path) : !files.has(one.path)));
  if (stays === undefined) return null;
  return { ...state, ...taken(`${path} is a folder now, in which ${stays.path} stays;`, stays.path) };
}

/** What was made goes first where it lies in the way of what comes back; otherwise in the order in which it was written down. */
export function inUndoOrder(files: readonly HistoryFile[]): readonly HistoryFile[] {
  const kinds = findKindChanges(files.map(({ path }) => path));
  const rank = ({ path, before }: HistoryFile): number => Number(before !== null && kinds.has(path));
  return files.toSorted((a, b) => rank(a) - rank(b));
}
