import type { ContentHash } from '@rook/contract';

import { contentsOf, type HistoryFile, type HistorySet } from '../journal/history-set.ts';
import { bringBackLines, keyOfSet, type UndoneContent } from './bring-back-lines.ts';
import { readHunks } from './carry-lines.ts';
import type { LineHunk } from './diff-lines.ts';
import { moveLines, type MoveFinder } from './find-moves.ts';
import type { VanishedFinder } from './find-vanished.ts';
import { compareKept, compareTexts, lostOrigin, readLines, type KeptContents } from './kept-contents.ts';
import { countLines, replaceLines, runOf, type LineOrigin, type LineRuns } from './line-runs.ts';

/** What is on the disk. */
export interface FoundContent {
  readonly hash: ContentHash;
  readonly bytes: Uint8Array;
}

export interface LineTrace {
  /** The next set in the order of time. */
  add(set: HistorySet): Promise<void>;
  /** A set of which nobody wrote down how it ended: it counts where its content turns up. */
  addOpen(set: HistorySet): void;
  /** Where the lines come from that are on the disk now. */
  lines(path: string, found: FoundContent): Promise<LineRuns>;
}

export interface TraceWish {
  /** The files that it is about; others of the same sets are left out. */
  readonly names: ReadonlySet<string>;
  /** The sets that others undo. */
  readonly undone: ReadonlySet<string>;
  /** Contents that turned up where the set before had left another one, or under another name. */
  readonly wanted: ReadonlySet<ContentHash>;
  readonly movesOf: MoveFinder;
  /** Left out where nobody asks whether a file may have been another one. */
  readonly vanishedOf?: VanishedFinder;
}

/** A content of a file with the origin of each line. */
interface TracedContent {
  /** Null: the file is gone. */
  readonly hash: ContentHash | null;
  readonly runs: LineRuns;
  readonly last: HistorySet;
}

/** How far the trace has come. */
interface Progress extends TraceWish {
  readonly kept: KeptContents;
  readonly now: Map<string, TracedContent>;
  /** What a set of a journal left last, of which the bytes may be here. */
  readonly own: Map<string, TracedContent>;
  /** The set of the ledger whose content was left for another one last: what turns up later may be its, as after a merge. */
  readonly left: Map<string, HistorySet>;
  readonly open: Map<string, { readonly set: HistorySet; readonly file: HistoryFile }>;
  /** What undone sets had found, by their keys. */
  readonly befores: Map<string, readonly UndoneContent[]>;
  /** The wanted contents, oldest first: where a set found or left each of them, and whose its lines are. */
  readonly known: Map<ContentHash, { readonly path: string; readonly runs: LineRuns }[]>;
}

/**
 * Follows lines through change sets, oldest first. A hunk of a set moves the lines behind it and makes new ones; where a set begins with
 * another content than the one before it left, somebody else changed the file: who puts back a content that a set knew, byte for byte, wrote
 * none of it; any other one is compared. What a rewind brings back belongs to whoever wrote it first.
 */
export function createLineTrace(kept: KeptContents, wish: TraceWish): LineTrace {
  const progress: Progress = {
    ...wish,
    kept,
    now: new Map(),
    own: new Map(),
    left: new Map(),
    open: new Map(),
    befores: new Map(),
    known: new Map(),
  };
  const { names, now, open } = progress;
  return {
    add: async (set) => {
      const about = contentsOf(set).filter(({ path, from }) => names.has(path) || names.has(from));
      const real = about.filter((file) => isReal(set, file, now.get(file.from)));
      await take(progress, set, real);
    },
    addOpen: (set) => {
      for (const file of contentsOf(set)) if (file.from === file.path) open.set(file.path, { set, file });
    },
    lines: async (path, found) => meet(progress, path, { ...found, next: null }),
  };
}

/** What was only noted because somebody had undone it by hand wrote nothing; it counts where it says what is there. */
function isReal(set: HistorySet, file: HistoryFile, state: TracedContent | undefined): boolean {
  const isNoted = set.undoes.some(
    ({ already }) => already.includes(file.path) || already.includes(file.from),
  );
  return !isNoted || (state?.hash ?? null) === file.before;
}

async function take(progress: Progress, set: HistorySet, files: readonly HistoryFile[]): Promise<void> {
  const { now, own, open, befores, undone } = progress;
  const olds: LineRuns[] = [];
  for (const { from, before } of files) {
    const runs = before === null ? [] : await meet(progress, from, { hash: before, bytes: null, next: set });
    olds.push(runs);
    remember(progress, { path: from, hash: before, runs });
  }
  if (undone.has(keyOfSet(set)))
    befores.set(
      keyOfSet(set),
      files.map(({ from, before }, index) => ({ path: from, hash: before, runs: olds[index] ?? [] })),
    );
  const made: [string, TracedContent][] = [];
  const moves = await progress.movesOf(set);
  for (const [index, file] of files.entries()) {
    const plain = await rewrite(progress, set, { file, old: olds[index] ?? [] });
    const blocks = moves.filter((move) => move.file === file);
    const runs = moveLines(plain, blocks, { set, oldOf: (source) => olds[files.indexOf(source)] });
    made.push([file.path, { hash: file.after, runs, last: set }]);
    remember(progress, { path: file.path, hash: file.after, runs });
  }
  for (const { from, path } of files) if (from !== path) now.set(from, { hash: null, runs: [], last: set });
  for (const [path, content] of made) {
    now.set(path, content);
    if (set.ledger === undefined) own.set(path, content);
  }
  for (const { path } of files) open.delete(path);
}

function remember({ known, wanted }: Progress, { path, hash, runs }: UndoneContent): void {
  if (hash === null || !wanted.has(hash)) return;
  const places = known.get(hash) ?? [];
  places.push({ path, runs });
  known.set(hash, places);
}

/** Its own name comes first: the same content may have been written twice. */
function recall({ known }: Progress, path: string, hash: ContentHash): LineRuns | undefined {
  const places = known.get(hash);
  return (places?.findLast((one) => one.path === path) ?? places?.at(-1))?.runs;
}

interface MetContent {
  readonly hash: ContentHash;
  /** Null: they are among what is kept. */
  readonly bytes: Uint8Array | null;
  /** The set that met it; null: it is on the disk. */
  readonly next: HistorySet | null;
}

/** The lines of a content that is there now, whatever happened since the last set. */
async function meet(progress: Progress, path: string, found: MetContent): Promise<LineRuns> {
  const { kept, now, open, left } = progress;
  const waiting = open.get(path);
  if (waiting !== undefined && waiting.file.after === found.hash && now.get(path)?.hash !== found.hash)
    await take(progress, waiting.set, [waiting.file]);
  const state = now.get(path);
  if (state?.hash === found.hash) return state.runs;
  const seen = recall(progress, path, found.hash);
  if (seen !== undefined && state?.last.ledger !== undefined) left.set(path, state.last);
  if (seen !== undefined) return seen;
  if (state === undefined) return allOf(progress, await beginning(progress, found), found);
  const teller = left.get(path);
  const outside: LineOrigin =
    teller === undefined
      ? { kind: 'outside', after: state.last, before: found.next }
      : { kind: 'unknown', cause: 'ledger', since: teller };
  if (state.hash === null) return allOf(progress, outside, found);
  const [old, fresh] = [await kept.bytes(state.hash), found.bytes ?? (await kept.bytes(found.hash))];
  if (fresh === null)
    return runOf(lostOrigin(kept, found.hash, found.next?.ledger === undefined ? state.last : found.next));
  if (old === null)
    return withoutOld(progress, path, { fresh, origin: lostOrigin(kept, state.hash, state.last) });
  const hunks = compareTexts(old, fresh);
  if (hunks === null) return runOf(outside);
  return replaceLines(state.runs, hunks, ({ newStart, newEnd }) => runOf(outside, newEnd - newStart));
}

/** The ledger keeps no bytes. What is as a set of a journal left it before is known all the same. */
async function withoutOld(
  { kept, own, now }: Progress,
  path: string,
  { fresh, origin }: { readonly fresh: Uint8Array; readonly origin: LineOrigin },
): Promise<LineRuns> {
  const base = now.get(path)?.last.ledger === undefined ? undefined : own.get(path);
  const bytes = base === undefined || base.hash === null ? null : await kept.bytes(base.hash);
  const hunks = bytes === null ? null : compareTexts(bytes, fresh);
  if (base === undefined || hunks === null) return runOf(origin);
  return replaceLines(base.runs, hunks, ({ newStart, newEnd }) => runOf(origin, newEnd - newStart));
}

/** Where a content comes from whose name no set had named. That nobody here wrote it is only said where nothing speaks for it. */
async function beginning({ kept, vanishedOf }: Progress, found: MetContent): Promise<LineOrigin> {
  const bytes = vanishedOf === undefined ? null : (found.bytes ?? (await kept.bytes(found.hash)));
  const vanished = bytes === null ? null : ((await vanishedOf?.(bytes, found.next)) ?? null);
  if (vanished === null) return { kind: 'earlier' };
  return { kind: 'unknown', cause: 'moved', since: vanished.last, from: vanished.path };
}

/** All lines of a content; not counted where it is not kept. */
async function allOf({ kept }: Progress, origin: LineOrigin, found: MetContent): Promise<LineRuns> {
  const bytes = found.bytes ?? (await kept.bytes(found.hash));
  return runOf(origin, bytes === null ? undefined : readLines(bytes)?.length);
}

/** The hunks that were written down count a last line as changed when it is ended for the first time. */
async function withoutEnds(
  kept: KeptContents,
  { before, after }: HistoryFile,
  { hunks, lines }: { readonly hunks: readonly LineHunk[]; readonly lines: number },
): Promise<readonly LineHunk[]> {
  const last = hunks.at(-1);
  const isAtEnd = last !== undefined && last.oldEnd === lines && last.oldEnd > last.oldStart;
  if (!isAtEnd || before === null || after === null) return hunks;
  const [old, fresh] = [await kept.bytes(before), await kept.bytes(after)];
  if (old === null || fresh === null || (isEnded(old) && isEnded(fresh))) return hunks;
  return compareTexts(old, fresh) ?? hunks;
}

const LINE_END = 10;

function isEnded(bytes: Uint8Array): boolean {
  return bytes.at(-1) === LINE_END;
}

/** A rewind or forward of which only the ledger tells. It wrote nothing itself, also where nobody knows what it took back. */
export function isReturn({ kind, ledger }: HistorySet): boolean {
  return ledger !== undefined && (kind === 'rewind' || kind === 'forward');
}

/** The lines of a file after the set. */
async function rewrite(
  progress: Progress,
  set: HistorySet,
  { file, old }: { readonly file: HistoryFile; readonly old: LineRuns },
): Promise<LineRuns> {
  const { kept, befores } = progress;
  const { path, before, after, hunks: told } = file;
  if (after === null) return [];
  const isUnclear = isReturn(set) && set.undoes.length === 0;
  const seen = isUnclear ? recall(progress, path, after) : undefined;
  if (seen !== undefined) return seen;
  const written: LineOrigin = isUnclear
    ? { kind: 'unknown', cause: 'ledger', since: set }
    : { kind: 'written', set };
  const same = before === after ? [] : undefined;
  const hunks =
    told === undefined
      ? (same ?? (await compareKept(kept, before, after)))
      : await withoutEnds(kept, file, { hunks: readHunks(told), lines: countLines(old) });
  if (hunks === null) return runOf(written);
  if ('lost' in hunks) return runOf(before === null ? written : lostOrigin(kept, hunks.lost, set));
  const plain = replaceLines(old, hunks, ({ newStart, newEnd }) => runOf(written, newEnd - newStart));
  const found = set.undoes.flatMap((one) => befores.get(keyOfSet(one)) ?? []);
  if (found.length === 0) return plain;
  return bringBackLines(kept, found, { set, path, after, hunks, written, plain });
}
