import type { ContentHash } from '@rook/contract';

import type { HistorySet } from '../journal/history-set.ts';
import type { LineHunk } from './diff-lines.ts';
import { compareKept, lostOrigin, readLines, type KeptContents } from './kept-contents.ts';
import {
  joinRuns,
  replaceLines,
  runOf,
  sliceRuns,
  type LineOrigin,
  type LineRun,
  type LineRuns,
} from './line-runs.ts';

/** What a set that was undone later had found at a path. */
export interface UndoneContent {
  readonly path: string;
  readonly hash: ContentHash | null;
  readonly runs: LineRuns;
}

/** A file as an undoing set left it. */
export interface BroughtBack {
  readonly set: HistorySet;
  readonly path: string;
  readonly after: ContentHash;
  readonly hunks: readonly LineHunk[];
  readonly written: LineOrigin;
  /** The lines as if the set had written all that it put there. */
  readonly plain: LineRuns;
}

export function keyOfSet({ session, id }: Pick<HistorySet, 'session' | 'id'>): string {
  return `${session}/${id}`;
}

/** What an undoing set put there was there before: it is looked for in what the undone sets had found. */
export async function bringBackLines(
  kept: KeptContents,
  found: readonly UndoneContent[],
  { set, path, after, hunks, written, plain }: BroughtBack,
): Promise<LineRuns> {
  const here = found.filter((one) => one.path === path && one.hash !== null);
  const exact = here.findLast(({ hash }) => hash === after);
  if (exact !== undefined) return mark(exact.runs, hunks, set);
  const oldest = here.at(-1);
  if (oldest === undefined || oldest.hash === null) return plain;
  const gone = new Set(set.undoes.map((one) => keyOfSet(one)));
  const isOpen = ({ origin }: LineRun): boolean =>
    origin === written || (origin.kind === 'written' && gone.has(keyOfSet(origin.set)));
  const compared = await compareKept(kept, oldest.hash, after);
  if (compared === null) return plain;
  if ('lost' in compared) {
    const origin = lostOrigin(kept, compared.lost, set);
    return plain.map((run) => (isOpen(run) ? { ...run, origin } : run));
  }
  const restored = replaceLines(oldest.runs, compared, ({ newStart, newEnd }) =>
    runOf(written, newEnd - newStart),
  );
  const joined = joinRuns(plain, restored, (one, other) =>
    isOpen(one) && other.origin !== written ? { ...other, backBy: set } : one,
  );
  if (!joined.some(({ origin }) => origin === written)) return joined;
  const [was, now] = [await readKept(kept, oldest.hash), await readKept(kept, after)];
  return takeEqual(joined, { lines: now, written, set }, { lines: was, runs: oldest.runs });
}

async function readKept(kept: KeptContents, hash: ContentHash): Promise<readonly string[]> {
  return readLines(await kept.bytes(hash)) ?? [];
}

/** Among many equal lines the comparison may choose others than the rewind did; then each counts as an equal one from before. */
function takeEqual(
  joined: LineRuns,
  { lines, written, set }: { readonly lines: readonly string[] } & Pick<BroughtBack, 'written' | 'set'>,
  before: { readonly lines: readonly string[]; readonly runs: LineRuns },
): LineRuns {
  const equal = new Map<string, LineRun[]>();
  const old = before.runs.flatMap((run) =>
    Array.from({ length: Math.min(run.count, before.lines.length) }, () => run),
  );
  for (const [index, line] of before.lines.entries()) {
    const run = old[index];
    if (run !== undefined) equal.set(line, [...(equal.get(line) ?? []), run]);
  }
  let at = 0;
  return joined.flatMap((run): LineRuns => {
    const start = at;
    at += run.count;
    if (run.origin !== written || run.count === Infinity) return [run];
    return lines.slice(start, at).map((line) => {
      const one = equal.get(line)?.shift();
      const { origin, movedBy } = one ?? run;
      return { origin, backBy: one === undefined ? run.backBy : set, movedBy, count: 1 };
    });
  });
}

/** Lines that the hunks put there were brought back by the set. */
function mark(runs: LineRuns, hunks: readonly LineHunk[], set: HistorySet): LineRuns {
  const same = hunks.map(({ newStart, newEnd }) => ({
    oldStart: newStart,
    oldEnd: newEnd,
    newStart,
    newEnd,
  }));
  return replaceLines(runs, same, ({ newStart, newEnd }) =>
    sliceRuns(runs, newStart, newEnd).map(({ origin, movedBy, count }) => ({
      origin,
      backBy: set,
      movedBy,
      count,
    })),
  );
}
