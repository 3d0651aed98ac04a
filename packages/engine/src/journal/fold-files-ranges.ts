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
