import type { SessionId } from '@rook/contract';

/** Where an entry lies, and when it was written. */
export interface Place {
  readonly session: SessionId;
  readonly line: number;
  readonly time: number;
}

export interface Newest<Item> {
  add(item: Item): void;
  /** Whether something of that time or older could still be among the newest. */
  wants(time: number): boolean;
  /** Newest first. */
  list(): readonly Item[];
}

/** Keeps so many of the newest places, whatever the order in which they come. */
export function createNewest<Item extends Place>(most: number): Newest<Item> {
  let kept: Item[] = [];
  let oldestWanted = -Infinity;
  const settle = () => {
    kept = kept.toSorted(newestFirst).slice(0, most);
    if (kept.length === most) oldestWanted = kept.at(-1)?.time ?? -Infinity;
  };
  return {
    add: (item) => {
      if (item.time < oldestWanted) return;
      kept.push(item);
      if (kept.length === most || kept.length >= 2 * most) settle();
    },
    wants: (time) => time >= oldestWanted,
    list: () => {
      settle();
      return kept;
    },
  };
}

/** The order of all answers: by time, then by session and line, so that two searches never differ. */
function newestFirst(a: Place, b: Place): number {
  if (a.time !== b.time) return b.time - a.time;
  if (a.session !== b.session) return a.session < b.session ? 1 : -1;
  return b.line - a.line;
}
