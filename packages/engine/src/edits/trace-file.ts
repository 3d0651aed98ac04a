import type { ContentHash } from '@rook/contract';

import { contentsOf, type HistorySet } from '../journal/history-set.ts';
import type { PathHistory } from '../journal/load-path-history.ts';
import type { Blobs } from '../ports/store.ts';
import { keyOfSet } from './bring-back-lines.ts';
import { decodeText } from './file-text.ts';
import { createMoveFinder, type MoveFinder } from './find-moves.ts';
import { createVanishedFinder } from './find-vanished.ts';
import { tokensOf } from './finish-text.ts';
import type { KeptContents } from './kept-contents.ts';
import { countLines, runOf, sliceRuns, type LineRuns, type LostCause } from './line-runs.ts';
import { createLineTrace, isReturn, type FoundContent, type TraceWish } from './trace-lines.ts';

/** Why a file is as it is. */
export interface TracedFile {
  /** The lines that are there now; of a file that is no text one, for all of it. Empty where there is no file. */
  readonly runs: LineRuns;
  /** What the lines say, without their ends; null for a file that is no text. */
  readonly text: readonly string[] | null;
  /** Every set that touched the file under this name or one that it had, newest first. */
  readonly sets: readonly HistorySet[];
}

interface TraceSources {
  readonly history: PathHistory;
  readonly blobs: Pick<Blobs, 'get'>;
  /** Left out where a file that may be a moved one counts as one that was there before. */
  readonly isOnDisk?: (path: string) => Promise<boolean>;
}

/** Follows every line of a file to the change set that wrote it. Null content: the file is not there. */
export type FileTracer = (path: string, found: FoundContent | null) => Promise<TracedFile>;

/** For many files: what was found out about a set is found out once. */
export function createFileTracer({ history, blobs, isOnDisk }: TraceSources): FileTracer {
  const damaged = new Set<ContentHash>();
  const bytes = async (hash: ContentHash): Promise<Uint8Array | null> => {
    const read = await blobs.get(hash);
    if (!read.ok) damaged.add(hash);
    return read.ok ? read.value : null;
  };
  const lost = (hash: ContentHash): LostCause =>
    damaged.has(hash) ? 'damaged' : history.isPruned(hash) ? 'pruned' : 'missing';
  const movesOf = createMoveFinder({ bytes });
  const vanished =
    isOnDisk === undefined ? {} : { vanishedOf: createVanishedFinder({ history, bytes, isOnDisk }) };
  return async (path, found) =>
    traceFile({ history, kept: { bytes, lost }, movesOf, ...vanished }, path, found);
}

interface TraceTools extends Pick<TraceWish, 'movesOf' | 'vanishedOf'> {
  readonly history: PathHistory;
  readonly kept: KeptContents;
}

async function traceFile(
  { history, kept, ...finders }: TraceTools,
  path: string,
  found: FoundContent | null,
): Promise<TracedFile> {
  const { movesOf } = finders;
  const { sets, names, wanted } = await selectSets({ history, movesOf }, path, found?.hash ?? null);
  const undone = new Set(sets.flatMap((set) => set.undoes.map((one) => keyOfSet(one))));
  const trace = createLineTrace(kept, { names, undone, wanted, ...finders });
  for (const set of sets) {
    if (history.isOpen(set)) trace.addOpen(set);
    else await trace.add(set);
  }
  const newest = sets.toReversed();
  if (found === null) return { runs: [], text: null, sets: newest };
  const runs = await trace.lines(path, found);
  const decoded = decodeText(found.bytes);
  if (decoded === null) return { runs: sliceRuns(runs, 0, 1), text: null, sets: newest };
  const text = tokensOf(decoded.text).map((line) => (line.endsWith('\n') ? line.slice(0, -1) : line));
  return { runs: fit(runs, text.length), text, sets: newest };
}

/** A row of hunks that comes to another number of lines than there are contradicts itself, and proves nothing. */
function fit(runs: LineRuns, count: number): LineRuns {
  const counted = countLines(runs);
  if (counted === Infinity || counted === count) return sliceRuns(runs, 0, count);
  return runOf({ kind: 'unknown', cause: 'contradiction', since: null }, count);
}

/** The sets that decide about a file: those of its name, of the names that it had, and of what was moved there by others. */
async function selectSets(
  { history, movesOf }: { readonly history: PathHistory; readonly movesOf: MoveFinder },
  path: string,
  content: ContentHash | null,
): Promise<Pick<TraceWish, 'names' | 'wanted'> & { readonly sets: readonly HistorySet[] }> {
  const names = new Set<string>();
  const wanted = new Set<ContentHash>();
  const chosen = new Set<number>();
  const waiting = [path];
  const want = (hash: ContentHash): void => {
    wanted.add(hash);
    waiting.push(...history.pathsOf(hash));
  };
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    let left: ContentHash | null = null;
    for (const index of history.indexesOf(name)) {
      chosen.add(index);
      const set = history.sets[index];
      if (set === undefined) continue;
      for (const move of await movesOf(set)) if (move.file.path === name) waiting.push(move.source.from);
      for (const file of contentsOf(set)) {
        if (file.path === name && file.from !== name) waiting.push(file.from);
        if (file.from === name && file.before !== null && file.before !== left) want(file.before);
        if (isReturn(set) && file.after !== null) want(file.after);
        if (file.path === name) left = file.after;
        else if (file.from === name) left = null;
      }
    }
    if (name === path && content !== null && content !== left) want(content);
  }
  const ordered = [...chosen].toSorted((one, other) => one - other);
  return { sets: ordered.flatMap((index) => history.sets[index] ?? []), names, wanted };
}
