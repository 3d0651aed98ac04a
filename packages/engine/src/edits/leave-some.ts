import { rookError, type RookError } from '@rook/contract';

import type { History } from '../journal/fold-history.ts';
import type { HistoryFile, HistorySet } from '../journal/history-set.ts';
import { findBound, type Bond } from '../journal/stays-with.ts';
import { foldersAbove } from '../ports/kind-changes.ts';
import { choosePlace, type CoveredSet } from './cover-dependents.ts';
import type { Conflict } from './merge-change.ts';

export interface RefusedRewind {
  readonly path: string;
  readonly error: RookError;
  readonly conflicts: readonly Conflict[];
  /** A partial rewind leaves it as it is. */
  readonly canStay: boolean;
}

/** What is undone, as far as it matters here. */
interface Undoing {
  readonly refused: readonly RefusedRewind[];
  readonly removeFolders: readonly string[];
}

/** All but the files that can stay as they are, and those that stay with them; null where no others are left. */
export function leaveSome<Done extends Undoing>(
  history: History,
  undone: readonly CoveredSet[],
  undo: (rest: readonly CoveredSet[]) => Done,
): (Done & { readonly leftOut: readonly RefusedRewind[] }) | null {
  const leftOut: RefusedRewind[] = [];
  let rest = undone;
  for (;;) {
    const done = undo(rest);
    let stays = done.refused.filter(({ canStay }) => canStay);
    if (stays.length === 0) return { ...done, leftOut, removeFolders: foldersBeside(done, leftOut) };
    while (stays.length > 0) {
      leftOut.push(...stays);
      const parted = leaveOut(history, rest, stays);
      stays = stayWith(history, parted);
      ({ rest } = parted);
    }
    if (rest.length === 0) return null;
  }
}

/** A folder in the place of a file that does not come back, or inside of that, has to make room for nothing. */
function foldersBeside({ removeFolders }: Undoing, leftOut: readonly RefusedRewind[]): readonly string[] {
  const paths = new Set(leftOut.map(({ path }) => path));
  return removeFolders.filter(
    (folder) => !paths.has(folder) && !foldersAbove(folder).some((above) => paths.has(above)),
  );
}

interface Parted {
  readonly left: readonly HistoryFile[];
  readonly rest: readonly CoveredSet[];
}

function leaveOut(
  history: History,
  undone: readonly CoveredSet[],
  refused: readonly RefusedRewind[],
): Parted {
  const paths = new Set(refused.map(({ path }) => path));
  const left = new Set<HistoryFile>();
  const stays = (set: HistorySet, file: HistoryFile): boolean =>
    paths.has(file.path) || paths.has(file.from) || paths.has(choosePlace(history, { set, file }, undone));
  for (const { set, files } of undone) for (const file of files) if (stays(set, file)) left.add(file);
  const rest = undone
    .map(({ set, files }) => ({ set, files: files.filter((file) => !left.has(file)) }))
    .filter(({ files }) => files.length > 0);
  return { left: [...left], rest };
}

/** What would go although what it was made of, or makes room for, does not come back. */
function stayWith(history: History, { left, rest }: Parted): RefusedRewind[] {
  const stays = new Map<string, RefusedRewind>();
  for (const { set, files } of rest)
    for (const [file, bond] of findBound(left, files)) {
      const path = choosePlace(history, { set, file }, rest);
      const error = rookError('conflict', explainBond(path, bond));
      if (!stays.has(path)) stays.set(path, { path, error, conflicts: [], canStay: true });
    }
  return [...stays.values()];
}

function explainBond(path: string, { why, other }: Bond): string {
  const back = `${other}, which does not come back; it is left as it is.`;
  if (why === 'room') return `${path} would go to make room for ${back}`;
  return `${path} ${why === 'copy' ? 'holds' : 'may hold'} what was in ${back}`;
}
