import type { HistorySet } from '../journal/history-set.ts';
import type { PathHistory } from '../journal/load-path-history.ts';
import { readLines, type KeptContents } from './kept-contents.ts';

/** A file that a set left and that is not there now. */
interface Vanished {
  readonly path: string;
  readonly last: HistorySet;
}

/** Finds a vanished file that a content may have been before somebody moved and changed it. Null: there is none. */
export type VanishedFinder = (content: Uint8Array, before: HistorySet | null) => Promise<Vanished | null>;

interface Places {
  readonly history: PathHistory;
  readonly bytes: KeptContents['bytes'];
  readonly isOnDisk: (path: string) => Promise<boolean>;
}

/** So many of them are compared, the newest first. */
const MOST_FILES = 1000;

export function createVanishedFinder(places: Places): VanishedFinder {
  let loading: Promise<readonly VanishedLines[]> | undefined;
  const { sets } = places.history;
  return async (content, before) => {
    const lines = countWords(content);
    if (lines === null || lines.total === 0) return null;
    loading ??= loadVanished(places);
    const until = before === null ? Infinity : sets.indexOf(before);
    const found = (await loading).find((one) => one.index < until && isSimilar(one.lines, lines));
    return found === undefined ? null : { path: found.path, last: found.last };
  };
}

interface VanishedLines extends Vanished {
  readonly index: number;
  readonly lines: CountedLines;
}

async function loadVanished({ history, bytes, isOnDisk }: Places): Promise<readonly VanishedLines[]> {
  const left = history.paths
    .filter((path) => history.isThere(path))
    .map((path) => ({ path, index: history.indexesOf(path).at(-1) ?? -1 }))
    .toSorted((one, other) => other.index - one.index);
  const vanished: VanishedLines[] = [];
  for (const { path, index } of left) {
    if (vanished.length >= MOST_FILES) break;
    const last = history.sets[index];
    const after = last?.files.findLast((file) => file.path === path)?.after ?? null;
    if (last === undefined || after === null || (await isOnDisk(path))) continue;
    const content = await bytes(after);
    const lines = content === null ? null : countWords(content);
    if (lines !== null) vanished.push({ path, index, last, lines });
  }
  return vanished;
}

/** Lines that say something, and how often each is there. */
interface CountedLines {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

function countWords(content: Uint8Array): CountedLines | null {
  const lines = readLines(content)?.filter((line) => /[\p{L}\p{N}]/u.test(line));
  if (lines === undefined) return null;
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return { counts, total: lines.length };
}

/** Enough equal lines to be surprised by; of two that differ much in size, those of the smaller one count. */
const FEW_LINES = 3;

/** Whether half of the lines are equal. */
function isSimilar(one: CountedLines, other: CountedLines): boolean {
  let equal = 0;
  for (const [line, count] of one.counts) equal += Math.min(count, other.counts.get(line) ?? 0);
  const [smaller, larger] = [Math.min(one.total, other.total), Math.max(one.total, other.total)];
  return equal > 0 && equal * 2 >= (equal >= FEW_LINES ? smaller : larger);
}
