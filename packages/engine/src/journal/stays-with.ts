import type { ContentHash } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';
import { foldersAbove } from '../ports/kind-changes.ts';
import { isPermissionsOnly, type HistoryFile } from './history-set.ts';
import { UNKNOWN_CONTENT } from './unknown-content.ts';

/** Why a file stays when another one does not come back, and which one that is. */
export interface Bond {
  /** `copy`: it holds what that one held. `perhaps`: nobody knows what that one held. `room`: it goes only to make room for that one. */
  readonly why: 'copy' | 'perhaps' | 'room';
  readonly other: string;
}

type Known = Pick<HistoryFile, 'path' | 'from' | 'before' | 'after' | 'afterMode'>;

const EMPTY = contentHash(new Uint8Array());

/**
 * Which of the files that would be undone have to stay when others are left as they are. What a command only moved would be nowhere
 * on the disk otherwise: its new copy would go, and the old one would not come back.
 */
export function findBound<File extends Known>(
  left: readonly Known[],
  files: readonly File[],
): ReadonlyMap<File, Bond> {
  const kept = left.filter((file) => file.before !== null && !isPermissionsOnly(file));
  const held = new Map<ContentHash | null, string>(kept.map(({ before, from }) => [before, from]));
  for (const nothing of [null, EMPTY, UNKNOWN_CONTENT]) held.delete(nothing);
  const unknown = new Map(
    kept
      .filter(({ before, after }) => before === UNKNOWN_CONTENT && after === null)
      .map(({ from }) => [nameOf(from), from]),
  );
  const places = new Set(kept.map(({ from }) => from));
  const above = new Map(kept.flatMap(({ from }) => foldersAbove(from).map((folder) => [folder, from])));
  const bondOf = ({ path, from, before, after }: File): Bond | null => {
    const copied = held.get(after);
    if (copied !== undefined) return { why: 'copy', other: copied };
    if (before !== null && path === from) return null;
    const room = above.get(path) ?? foldersAbove(path).find((folder) => places.has(folder));
    if (room !== undefined) return { why: 'room', other: room };
    const moved = unknown.get(nameOf(path));
    return moved === undefined || before !== null ? null : { why: 'perhaps', other: moved };
  };
  const bound = new Map<File, Bond>();
  for (const file of files) {
    const bond = isPermissionsOnly(file) ? null : bondOf(file);
    if (bond !== null) bound.set(file, bond);
  }
  return bound;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
