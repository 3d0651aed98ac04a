import type { SessionDocument } from '@rook/contract';

/** Both lines included. */
type LineRange = SessionDocument['fileRegistry'][string]['ranges'][number];

/** Lines from both lists, in order, with what overlaps or touches as one. `known` is so already. */
export function addRanges(known: readonly LineRange[], shown: readonly LineRange[]): LineRange[] {
  const ranges = [...known];
  for (const range of shown) if (range.end >= range.start) addRange(ranges, range);
  return ranges;
}

function addRange(ranges: LineRange[], { start, end }: LineRange): void {
  const from = placeOf(ranges, start);
  let [first, last, to] = [start, end, from];
  for (; to < ranges.length; to += 1) {
    const range = ranges[to];
    if (range === undefined || range.start > last + 1) break;
    [first, last] = [Math.min(first, range.start), Math.max(last, range.end)];
  }
  ranges.splice(from, to - from, { start: first, end: last });
}

/** So many lines from `start` on gave way to so many others. */
interface Hunk {
  readonly start: number;
  readonly removed: number;
  readonly added: number;
}

/**
 * Where the lines of these ranges are after the hunks, which stand in order and apart, with the lines that the hunks wrote.
 * A line that gave way is in none. The ranges may touch.
 */
export function moveRanges(ranges: readonly LineRange[], hunks: readonly Hunk[]): readonly LineRange[] {
  const moved: LineRange[] = [];
  let from = 1;
  let shift = 0;
  const keep = (start: number, end: number): void => {
    for (const range of ranges) {
      const [first, last] = [Math.max(range.start, start), Math.min(range.end, end)];
      if (first <= last) moved.push({ start: first + shift, end: last + shift });
    }
  };
  for (const { start, removed, added } of hunks) {
    keep(from, start - 1);
    if (added > 0) moved.push({ start: start + shift, end: start + shift + added - 1 });
    from = start + removed;
    shift += added - removed;
  }
  keep(from, Number.POSITIVE_INFINITY);
  return moved;
}

/** Of the first range that ends at the line before or later. */
function placeOf(ranges: readonly LineRange[], line: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.end ?? 0) < line - 1) low = middle + 1;
    else high = middle;
  }
  return low;
}
