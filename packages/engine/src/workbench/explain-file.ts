import { fail, rookError, succeed, type CallOutput, type ExplainedRange, type Result } from '@rook/contract';

import { createFileTracer, type FileTracer, type TracedFile } from '../edits/trace-file.ts';
import type { ExplainLines } from '../gate/workspace-gate.ts';
import type { IntentBook } from '../intents/intent-book.ts';
import { loadLedgerSets } from '../intents/ledger-sets.ts';
import type { HistorySet } from '../journal/history-set.ts';
import { loadPathHistory, type PathHistory } from '../journal/load-path-history.ts';
import { loadReasons } from '../journal/load-reasons.ts';
import { readAlsoTrash } from '../journal/read-also-trash.ts';
import type { LedgerFile } from '../ports/ledger-file.ts';
import type { Store } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';
import { explainRange, explainSet, rangesOf, setsOf, type WhyFacts, type WhyRange } from './why-origin.ts';

/** What tells why a line is there. */
export interface ExplainSources {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly ledger: Pick<LedgerFile, 'read'>;
  readonly intents: Pick<IntentBook, 'read'>;
}

/** From 1; both ends belong to it. */
interface WhyLines {
  readonly start: number;
  readonly end: number;
}

/** What somebody asks about. */
export interface WhyTarget {
  readonly path: string;
  /** Null: the file is not there any more. */
  readonly content: Parameters<FileTracer>[1];
  /** Null: all of them. */
  readonly lines: WhyLines | null;
  /** Also why the file was changed before, which takes a look into more sessions. */
  readonly withChanges: boolean;
}

/** A file and what is said of it. */
export interface Explained {
  readonly path: string;
  readonly traced: TracedFile;
  readonly ranges: readonly WhyRange[];
  readonly isThere: boolean;
  /** Null: all of them were asked for. */
  readonly lines: WhyLines | null;
  readonly facts: WhyFacts;
}

type FoundFile = Pick<WhyTarget, 'path' | 'content'>;

export interface FileExplainer {
  readonly history: PathHistory;
  /** What is meant by a path of the workspace; null where neither the files nor the history know it. */
  readonly find: (path: string) => Promise<Result<FoundFile | null>>;
  readonly explain: (target: WhyTarget) => Promise<Result<Explained>>;
}

/** More of the history of a file is in the list of changes. */
const MOST_CHANGES = 50;
const MOST_BYTES = 64_000_000;

/** Reads once what all sessions and the ledger say of the files, and explains any of them. */
export async function openExplainer(sources: ExplainSources): Promise<Result<FileExplainer>> {
  const { store, workspace } = sources;
  const history = await loadPathHistory(readAlsoTrash(store), await loadLedgerSets(sources.ledger));
  if (!history.ok) return history;
  const isOnDisk = async (name: string): Promise<boolean> => {
    const located = await workspace.locate(name);
    return located.ok && located.value.kind !== 'missing';
  };
  const trace = createFileTracer({ history: history.value, blobs: store.blobs, isOnDisk });
  return succeed({
    history: history.value,
    find: async (path) => findFile(workspace, history.value, path),
    explain: async (target) => explain(sources, trace, target),
  });
}

/** Why lines of a file are there; null: all of them. */
export async function explainPath(
  sources: ExplainSources,
  { path, lines, withChanges }: Pick<WhyTarget, 'path' | 'lines' | 'withChanges'>,
): Promise<Result<CallOutput<'why'>>> {
  const opened = await openExplainer(sources);
  if (!opened.ok) return opened;
  const found = await opened.value.find(path);
  if (!found.ok) return found;
  if (found.value === null)
    return fail(rookError('not_found', `There is no file ${path} here, and no change set names one.`));
  const explained = await opened.value.explain({ ...found.value, lines, withChanges });
  return explained.ok ? succeed(describeExplained(explained.value)) : explained;
}

/** The same for a session, whose model asks it. */
export function createLineExplainer(sources: ExplainSources): ExplainLines {
  return async (path, lines) => explainPath(sources, { path, lines, withChanges: false });
}

async function findFile(
  workspace: Workspace,
  history: PathHistory,
  path: string,
): Promise<Result<FoundFile | null>> {
  const located = await workspace.locate(path);
  if (!located.ok) return located;
  const { kind, path: real } = located.value;
  if (kind === 'missing')
    return succeed(history.indexesOf(real).length > 0 ? { path: real, content: null } : null);
  if (kind !== 'file') return fail(rookError('invalid_value', `${path} is no file; name one.`));
  const content = await workspace.read(real, { maxBytes: MOST_BYTES });
  return content.ok ? succeed({ path: real, content: content.value }) : content;
}

async function explain(
  { store, intents: book }: ExplainSources,
  trace: FileTracer,
  { path, content, lines, withChanges }: WhyTarget,
): Promise<Result<Explained>> {
  const traced = await trace(path, content);
  const all = rangesOf(traced.runs);
  const count = all.at(-1)?.end ?? 0;
  if (lines !== null && content !== null && traced.text === null)
    return fail(
      rookError(
        'invalid_value',
        `${path} is no text, so it has no lines; \`rook intent why ${path}\` says where it comes from.`,
      ),
    );
  if (lines !== null && lines.end > count) {
    const missing = lines.start > count ? lines.start : lines.end;
    const has = `${count} ${count === 1 ? 'line' : 'lines'}`;
    return fail(rookError('not_found', `${path} has ${has}, so there is no line ${missing}.`));
  }
  const ranges = lines === null ? all : cutRanges(all, lines);
  const asked = [...setsOf(ranges.map(({ run }) => run)), ...(withChanges ? newestOf(traced) : [])];
  const reasons = await loadReasons(readAlsoTrash(store), asked);
  if (!reasons.ok) return reasons;
  const intents = await book.read();
  const facts: WhyFacts = {
    reasons: reasons.value,
    // What the intents are called is said where it can be read.
    intents: new Map(intents.ok ? intents.value.map((intent) => [intent.id, intent]) : []),
  };
  return succeed({ path, traced, ranges, isThere: content !== null, lines, facts });
}

function newestOf({ sets }: TracedFile): readonly HistorySet[] {
  return sets.slice(0, MOST_CHANGES);
}

function cutRanges(ranges: readonly WhyRange[], { start, end }: WhyLines): readonly WhyRange[] {
  return ranges
    .filter((range) => range.end >= start && range.start <= end)
    .map(({ run, ...range }) => ({
      start: Math.max(start, range.start),
      end: Math.min(end, range.end),
      run,
    }));
}

/** For a script and for a surface. */
export function describeExplained(explained: Explained): CallOutput<'why'> {
  const { path, traced, ranges, isThere, facts } = explained;
  const { text } = traced;
  return {
    file: path,
    exists: isThere,
    isText: isThere ? text !== null : null,
    lines: text?.length ?? null,
    ranges: ranges.map((range) => describeRange(explained, range)),
    changes: newestOf(traced).map((set) => explainSet(set, facts)),
    moreChanges: Math.max(0, traced.sets.length - MOST_CHANGES),
  };
}

function describeRange({ traced: { text }, lines, facts }: Explained, range: WhyRange): ExplainedRange {
  const explained = explainRange(range, facts);
  if (text === null) return { ...explained, start: null, end: null };
  return lines === null ? explained : { ...explained, text: text.slice(range.start - 1, range.end) };
}
