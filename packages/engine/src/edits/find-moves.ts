import { contentsOf, type HistoryFile, type HistorySet } from '../journal/history-set.ts';
import { diffLines } from './diff-lines.ts';
import { readLines, type KeptContents } from './kept-contents.ts';
import { countLines, joinRuns, replaceLines, sliceRuns, type LineRuns } from './line-runs.ts';

/** Lines from `to` on were lines from `from` on, of the same file or another one of the set, before it; counted from 0. */
export interface MovedBlock {
  readonly file: HistoryFile;
  readonly to: number;
  readonly source: HistoryFile;
  readonly from: number;
  readonly count: number;
}

export type MoveFinder = (set: HistorySet) => Promise<readonly MovedBlock[]>;

/** Larger sets are formatters and the like, in which nothing is looked for. */
const MOST_FILES = 50;
const MOST_LINES = 200_000;

/** Finds them once for each set. */
export function createMoveFinder(kept: Pick<KeptContents, 'bytes'>): MoveFinder {
  const known = new WeakMap<HistorySet, Promise<readonly MovedBlock[]>>();
  return async (set) => {
    const found = known.get(set) ?? (mayMove(set) ? findMoves(kept, set) : Promise.resolve([]));
    known.set(set, found);
    return found;
  };
}

/** Most sets change lines in one place: what is equal there was not changed. */
function mayMove({ kind, files }: HistorySet): boolean {
  if (kind === 'rewind' || kind === 'forward' || files.length > MOST_FILES) return false;
  const hunks = files.flatMap(({ hunks: told, added, removed }) => told ?? [{ added, removed }]);
  const [adding, removing] = [
    hunks.filter(({ added }) => added > 0),
    hunks.filter(({ removed }) => removed > 0),
  ];
  return adding.some((one) => removing.some((other) => other !== one));
}

/** A line that a set removed or put there. */
interface ChangedLine {
  readonly side: FileSide;
  readonly at: number;
}

interface FileSide {
  readonly file: HistoryFile;
  readonly lines: readonly string[];
  /** Which hunk each changed line belongs to. */
  readonly hunkOf: ReadonlyMap<number, number>;
}

/**
 * Exact lines that were removed and put elsewhere. A block has a line that says something and that there was once before and is once now;
 * its neighbours belong to it as far as they are equal.
 */
async function findMoves(kept: Pick<KeptContents, 'bytes'>, set: HistorySet): Promise<readonly MovedBlock[]> {
  const [olds, news]: [FileSide[], FileSide[]] = [[], []];
  let room = MOST_LINES;
  for (const file of contentsOf(set)) {
    const [old, fresh] = [await linesOf(kept, file.before), await linesOf(kept, file.after)];
    // Whether a line is there once is not known without them.
    if (old === undefined || fresh === undefined) return [];
    if (old === null || fresh === null) continue;
    room -= old.length + fresh.length;
    if (room < 0) return [];
    const [removed, added] = [new Map<number, number>(), new Map<number, number>()];
    for (const [index, { oldStart, oldEnd, newStart, newEnd }] of diffLines(old, fresh).entries()) {
      for (let at = oldStart; at < oldEnd; at += 1) removed.set(at, index);
      for (let at = newStart; at < newEnd; at += 1) added.set(at, index);
    }
    olds.push({ file, lines: old, hunkOf: removed });
    news.push({ file, lines: fresh, hunkOf: added });
  }
  const [before, after] = [uniqueLines(olds), uniqueLines(news)];
  const moves = new Map<string, MovedBlock>();
  const taken = new Set<string>();
  for (const [text, from] of before) {
    const to = after.get(text);
    if (to === undefined || to === null || from === null) continue;
    if (!from.side.hunkOf.has(from.at) || !to.side.hunkOf.has(to.at)) continue;
    for (const step of [1, -1])
      for (let by = step === 1 ? 0 : -1; isSame(from, to, by); by += step) {
        const [origin, place] = [keyOf(olds, from, by), keyOf(news, to, by)];
        if (taken.has(origin) || moves.has(place)) break;
        taken.add(origin);
        const [file, source] = [to.side.file, from.side.file];
        moves.set(place, { file, to: to.at + by, source, from: from.at + by, count: 1 });
      }
  }
  return joinBlocks([...moves.values()]);
}

function joinBlocks(lines: readonly MovedBlock[]): readonly MovedBlock[] {
  const blocks: MovedBlock[] = [];
  for (const line of lines.toSorted((one, other) => one.to - other.to)) {
    const at = blocks.findLastIndex(({ file }) => file === line.file);
    const last = blocks[at];
    const isNext =
      last !== undefined &&
      last.source === line.source &&
      last.to + last.count === line.to &&
      last.from + last.count === line.from;
    if (isNext) blocks[at] = { ...last, count: last.count + 1 };
    else blocks.push(line);
  }
  return blocks;
}

/** Null for what is no text, undefined for what is not kept. */
async function linesOf(
  kept: Pick<KeptContents, 'bytes'>,
  hash: HistoryFile['before'],
): Promise<readonly string[] | null | undefined> {
  if (hash === null) return [];
  const bytes = await kept.bytes(hash);
  return bytes === null ? undefined : readLines(bytes);
}

const WORDS = /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u;

/** Lines that say something, with where they are; null for those that are there more than once. */
function uniqueLines(sides: readonly FileSide[]): ReadonlyMap<string, ChangedLine | null> {
  const found = new Map<string, ChangedLine | null>();
  for (const side of sides)
    for (const [at, text] of side.lines.entries())
      if (found.has(text)) found.set(text, null);
      else if (WORDS.test(text)) found.set(text, { side, at });
  return found;
}

/** Whether the lines beside the two are equal and belong to the same changes. */
function isSame(from: ChangedLine, to: ChangedLine, by: number): boolean {
  const [source, target] = [from.side, to.side];
  return (
    source.hunkOf.get(from.at + by) === source.hunkOf.get(from.at) &&
    target.hunkOf.get(to.at + by) === target.hunkOf.get(to.at) &&
    source.lines[from.at + by] === target.lines[to.at + by]
  );
}

function keyOf(sides: readonly FileSide[], { side, at }: ChangedLine, by: number): string {
  return `${sides.indexOf(side)}:${at + by}`;
}

interface Move {
  readonly set: HistorySet;
  /** The lines of a file before the set; undefined where nobody followed them. */
  readonly oldOf: (source: HistoryFile) => LineRuns | undefined;
}

/** Lines that the set only took from elsewhere belong to whoever wrote them. */
export function moveLines(plain: LineRuns, blocks: readonly MovedBlock[], { set, oldOf }: Move): LineRuns {
  const byPlace = new Map(blocks.map((block) => [block.to, block]));
  const places = blocks.map(({ to, count }) => ({
    oldStart: to,
    oldEnd: to + count,
    newStart: to,
    newEnd: to + count,
  }));
  return replaceLines(plain, places, ({ newStart, newEnd }) => {
    const here = sliceRuns(plain, newStart, newEnd);
    const block = byPlace.get(newStart);
    const old = block === undefined ? undefined : oldOf(block.source);
    if (old === undefined || block === undefined) return here;
    const moved = sliceRuns(old, block.from, block.from + block.count);
    if (countLines(moved) !== countLines(here)) return here;
    return joinRuns(here, moved, (one, other) =>
      one.origin.kind === 'written' && one.origin.set === set ? { ...other, movedBy: set } : one,
    );
  });
}
