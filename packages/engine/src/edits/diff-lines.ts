/** Lines `[oldStart, oldEnd)` became lines `[newStart, newEnd)`; counted from 0. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Up to this many differences the answer is a shortest one; beyond it lines that occur once lead. */
const MOST_STEPS = 1000;
/** How much looking a gap between such lines may take before it counts as replaced. */
const MOST_GAP_STEPS = 200;

/** The places where two lists of lines differ, in order. */
export function diffLines(before: readonly string[], after: readonly string[]): LineHunk[] {
  const small = diffOnePlace(before, after);
  if (small !== null) return small;
  const [old, fresh] = numberLines(before, after);
  const kept: Pair[] = [];
  matchRange({ old, fresh, kept }, [0, old.length, 0, fresh.length], MOST_STEPS);
  return hunksBetween(kept, old.length, fresh.length);
}

/** The usual case without tables: one place where at most one line stands on one of the sides. */
function diffOnePlace(before: readonly string[], after: readonly string[]): LineHunk[] | null {
  const shorter = Math.min(before.length, after.length);
  let front = 0;
  while (front < shorter && before[front] === after[front]) front += 1;
  let back = 0;
  while (back < shorter - front && before[before.length - back - 1] === after[after.length - back - 1])
    back += 1;
  const hunk = {
    oldStart: front,
    oldEnd: before.length - back,
    newStart: front,
    newEnd: after.length - back,
  };
  const removed = hunk.oldEnd - front;
  const added = hunk.newEnd - front;
  if (removed === 0 && added === 0) return [];
  return removed === 0 || added === 0 || (removed === 1 && added === 1) ? [hunk] : null;
}

/** As an entry names them: by the line of the old content, from 1. */
export function describeHunks(
  hunks: readonly LineHunk[],
): { readonly start: number; readonly removed: number; readonly added: number }[] {
  return hunks.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    start: oldStart + 1,
    removed: oldEnd - oldStart,
    added: newEnd - newStart,
  }));
}

export function countChanges(hunks: readonly LineHunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    added += newEnd - newStart;
    removed += oldEnd - oldStart;
  }
  return { added, removed };
}

type Pair = readonly [number, number];
type Range = readonly [oldStart: number, oldEnd: number, newStart: number, newEnd: number];

interface Comparison {
  readonly old: Int32Array;
  readonly fresh: Int32Array;
  /** Lines that are the same, in rising order. */
  readonly kept: Pair[];
}

/** Equal lines get equal numbers, so that each line is compared as text once. */
function numberLines(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}

function matchRange(comparison: Comparison, range: Range, steps: number): void {
  const { old, fresh, kept } = comparison;
  let [oldStart, oldEnd, newStart, newEnd] = range;
  while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === fresh[newStart]) {
    kept.push([oldStart, newStart]);
    oldStart += 1;
    newStart += 1;
  }
  let same = 0;
  while (
    oldStart < oldEnd - same &&
    newStart < newEnd - same &&
    old[oldEnd - same - 1] === fresh[newEnd - same - 1]
  ) {
    same += 1;
  }
  oldEnd -= same;
  newEnd -= same;
  if (oldStart < oldEnd && newStart < newEnd) {
    const inner: Range = [oldStart, oldEnd, newStart, newEnd];
    const found = shortestPath(comparison, inner, steps);
    if (found !== null) for (const pair of found) kept.push(pair);
    else if (steps === MOST_STEPS) matchByAnchors(comparison, inner);
  }
  for (let index = 0; index < same; index += 1) kept.push([oldEnd + index, newEnd + index]);
}

/** Lines that occur once on both sides hold the others in place; the gaps between them are compared shortly. */
function matchByAnchors(comparison: Comparison, range: Range): void {
  const [, oldEnd, , newEnd] = range;
  let [oldAt, , newAt] = range;
  for (const [oldAnchor, newAnchor] of risingAnchors(comparison, range)) {
    if (oldAnchor < oldAt || newAnchor < newAt) continue;
    matchRange(comparison, [oldAt, oldAnchor, newAt, newAnchor], MOST_GAP_STEPS);
    comparison.kept.push([oldAnchor, newAnchor]);
    oldAt = oldAnchor + 1;
    newAt = newAnchor + 1;
  }
  matchRange(comparison, [oldAt, oldEnd, newAt, newEnd], MOST_GAP_STEPS);
}

/** The longest rising row of pairs of lines that occur once on each side. */
function risingAnchors({ old, fresh }: Comparison, [oldStart, oldEnd, newStart, newEnd]: Range): Pair[] {
  const inOld = singlePlaces(old, oldStart, oldEnd);
  const inFresh = singlePlaces(fresh, newStart, newEnd);
  const tails: number[] = [];
  const pairs: { pair: Pair; previous: number }[] = [];
  for (let at = oldStart; at < oldEnd; at += 1) {
    const line = old[at] ?? -1;
    const other = inFresh.get(line) ?? -1;
    if (inOld.get(line) !== at || other < 0) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.pair[1] ?? 0) < other) low = middle + 1;
      else high = middle;
    }
    pairs.push({ pair: [at, other], previous: low === 0 ? -1 : (tails[low - 1] ?? -1) });
    tails[low] = pairs.length - 1;
  }
  const row: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0;) {
    const step = pairs[at];
    if (step === undefined) break;
    row.push(step.pair);
    at = step.previous;
  }
  return row.toReversed();
}

/** Where each line stands; -1 for one that stands in several places. */
function singlePlaces(lines: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = start; at < end; at += 1) {
    const line = lines[at] ?? -1;
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** The greedy walk of Myers over diagonals; null when it takes more than `steps` differences. */
function shortestPath(comparison: Comparison, range: Range, steps: number): Pair[] | null {
  const { old, fresh } = comparison;
  const [oldStart, oldEnd, newStart, newEnd] = range;
  const oldCount = oldEnd - oldStart;
  const newCount = newEnd - newStart;
  const most = Math.min(steps, oldCount + newCount);
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let step = 0; step <= most; step += 1) {
    trace.push(reach.slice(most - step, most + step + 3));
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const down = reach[most + diagonal + 2] ?? 0;
      const right = (reach[most + diagonal] ?? 0) + 1;
      let x = diagonal === -step || (diagonal !== step && right <= down) ? down : right;
      while (
        x < oldCount &&
        x - diagonal < newCount &&
        old[oldStart + x] === fresh[newStart + x - diagonal]
      ) {
        x += 1;
      }
      reach[most + diagonal + 1] = x;
      if (x >= oldCount && x - diagonal >= newCount) return walkBack(trace, range);
    }
  }
  return null;
}

/** The lines kept on the way back from the end to the start. */
function walkBack(trace: readonly Int32Array[], [oldStart, oldEnd, newStart, newEnd]: Range): Pair[] {
  const kept: Pair[] = [];
  let x = oldEnd - oldStart;
  let y = newEnd - newStart;
  for (let step = trace.length - 1; step >= 0; step -= 1) {
    const reach = trace[step] ?? new Int32Array();
    const diagonal = x - y;
    const down = reach[step + diagonal + 2] ?? 0;
    const right = (reach[step + diagonal] ?? 0) + 1;
    const cameDown = diagonal === -step || (diagonal !== step && right <= down);
    const fromX = step === 0 ? 0 : cameDown ? down : right;
    while (x > fromX) {
      x -= 1;
      y -= 1;
      kept.push([oldStart + x, newStart + y]);
    }
    if (step > 0) {
      if (cameDown) y -= 1;
      else x -= 1;
    }
  }
  return kept.toReversed();
}

function hunksBetween(kept: readonly Pair[], oldCount: number, newCount: number): LineHunk[] {
  const hunks: LineHunk[] = [];
  let oldAt = 0;
  let newAt = 0;
  for (const [oldLine, newLine] of [...kept, [oldCount, newCount] as const]) {
    if (oldLine > oldAt || newLine > newAt) {
      hunks.push({ oldStart: oldAt, oldEnd: oldLine, newStart: newAt, newEnd: newLine });
    }
    oldAt = oldLine + 1;
    newAt = newLine + 1;
  }
  return hunks;
}
