import type { EntryBase } from '@rook/contract';

export interface OrderedEntries {
  /** Those that come next, in order and without a hole. */
  readonly next: readonly EntryBase[];
  /** The `seq` before which entries are missing; null: none are. */
  readonly holeBefore: number | null;
}

/**
 * What of some entries comes right behind `last`. Those that were told are left out; at a hole it ends, unless the hole
 * is `known`: whoever was asked again has no other entries.
 */
export function orderEntries(
  entries: readonly EntryBase[],
  last: number,
  known: number | null,
): OrderedEntries {
  const next: EntryBase[] = [];
  let reached = last;
  for (const entry of entries) {
    if (entry.seq <= reached) continue;
    if (entry.seq !== reached + 1 && entry.seq !== known) return { next, holeBefore: entry.seq };
    next.push(entry);
    reached = entry.seq;
  }
  return { next, holeBefore: null };
}
