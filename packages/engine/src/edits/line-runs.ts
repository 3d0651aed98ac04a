import type { HistorySet } from '../journal/history-set.ts';
import type { LineHunk } from './diff-lines.ts';

/** Where a line comes from. */
export type LineOrigin =
  /** A change set put it there. */
  | { readonly kind: 'written'; readonly set: HistorySet }
  /** Somebody put it there without Rook, between the two; null: after the last one, or before any. */
  | { readonly kind: 'outside'; readonly after: HistorySet | null; readonly before: HistorySet | null }
  /** It was there when the first change set came. */
  | { readonly kind: 'earlier' }
  /** What would tell it is not kept any more, or contradicts itself. */
  | { readonly kind: 'unknown'; readonly cause: LostCause; readonly since: HistorySet | null }
  /** The name is new, and a file that looks like it is gone: it may have been moved and changed outside. */
  | { readonly kind: 'unknown'; readonly cause: 'moved'; readonly since: HistorySet; readonly from: string };

/**
 * `contradiction`: the hunks that were written down come to another number of lines than there are. `ledger`: only the ledger tells of the
 * content, and who has its bytes is elsewhere.
 */
export type LostCause = 'pruned' | 'damaged' | 'missing' | 'contradiction' | 'ledger';

/** Neighbouring lines that come from the same. */
export interface LineRun {
  readonly origin: LineOrigin;
  /** The rewind or forward that brought it back last. */
  readonly backBy: HistorySet | null;
  /** The set that took it from another place last. */
  readonly movedBy: HistorySet | null;
  /** Infinite for the rest of a content whose lines nobody has counted. */
  readonly count: number;
}

export type LineRuns = readonly LineRun[];

/** Lines of one origin; without a number, all that there are. */
export function runOf(origin: LineOrigin, count = Infinity): LineRuns {
  return count === 0 ? [] : [{ origin, backBy: null, movedBy: null, count }];
}

/** The lines after the hunks; `freshOf` says where those come from that a hunk put there. */
export function replaceLines(
  runs: LineRuns,
  hunks: readonly LineHunk[],
  freshOf: (hunk: LineHunk) => LineRuns,
): LineRuns {
  if (hunks.length === 0) return runs;
  const made: LineRun[] = [];
  const cursor = createCursor(runs);
  let at = 0;
  for (const hunk of hunks) {
    cursor.take(hunk.oldStart - at, made);
    cursor.take(hunk.oldEnd - hunk.oldStart, null);
    at = hunk.oldEnd;
    for (const run of freshOf(hunk)) push(made, run);
  }
  cursor.take(Infinity, made);
  return made;
}

/** Lines `[start, end)`. */
export function sliceRuns(runs: LineRuns, start: number, end: number): LineRuns {
  const made: LineRun[] = [];
  const cursor = createCursor(runs);
  cursor.take(start, null);
  cursor.take(end - start, made);
  return made;
}

/** Line by line what `choose` takes of the two; as long as the shorter of them. */
export function joinRuns(
  one: LineRuns,
  other: LineRuns,
  choose: (one: LineRun, other: LineRun) => LineRun,
): LineRuns {
  const made: LineRun[] = [];
  let [atOne, atOther, usedOne, usedOther] = [0, 0, 0, 0];
  for (;;) {
    const [left, right] = [one[atOne], other[atOther]];
    if (left === undefined || right === undefined) return made;
    const count = Math.min(left.count - usedOne, right.count - usedOther);
    push(made, { ...choose(left, right), count });
    if (count === Infinity) return made;
    usedOne += count;
    usedOther += count;
    if (usedOne === left.count) [atOne, usedOne] = [atOne + 1, 0];
    if (usedOther === right.count) [atOther, usedOther] = [atOther + 1, 0];
  }
}

/** How many lines there are; infinite where nobody has counted them. */
export function countLines(runs: LineRuns): number {
  return runs.reduce((sum, { count }) => sum + count, 0);
}

function isAlike(one: LineRun, other: LineRun): boolean {
  return one.origin === other.origin && one.backBy === other.backBy && one.movedBy === other.movedBy;
}

function push(made: LineRun[], run: LineRun): void {
  if (!(run.count > 0)) return;
  const last = made.at(-1);
  if (last !== undefined && isAlike(last, run))
    made[made.length - 1] = { ...last, count: last.count + run.count };
  else made.push(run);
}

/** Goes through the lines once; what is taken into nothing is passed over. */
function createCursor(runs: LineRuns): { take(count: number, into: LineRun[] | null): void } {
  let at = 0;
  let used = 0;
  return {
    take: (count, into) => {
      let left = count;
      for (let run = runs[at]; left > 0 && run !== undefined; run = runs[at]) {
        const here = Math.min(left, run.count - used);
        if (into !== null) push(into, here === run.count ? run : { ...run, count: here });
        left -= here;
        used += here;
        if (run.count === Infinity) return;
        if (used === run.count) [at, used] = [at + 1, 0];
      }
    },
  };
}
