import { fail, rookError, succeed, type Result } from '@rook/contract';
import { createFileTracer, loadLedgerSets, loadPathHistory, loadReasons, readAlsoTrash } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { loadWorkspace, openLedger } from '../compose.ts';
import {
  rangeJson,
  rangesOf,
  setJson,
  setsOf,
  type Explained,
  type WhyFacts,
  type WhyRange,
} from './why-origin.ts';
import { printLine, printRanges } from './why-print.ts';
import { findTarget, type Lines } from './why-target.ts';

/** More of the history of a file is in `rook changes`. */
const MOST_CHANGES = 50;

/** Says of a line, or of every line of a file, why it is there. */
export async function explainFile(call: CommandCall): Promise<Result<void>> {
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const { store, folders, book } = composed.value;
  const workspace = await loadWorkspace(folders.workspace ?? '');
  const reader = readAlsoTrash(store);
  const history = await loadPathHistory(reader, await loadLedgerSets(openLedger(folders)));
  if (!history.ok) return history;
  const found = await findTarget(call, composed.value, { workspace, history: history.value });
  if (!found.ok) return found;
  const { path, content, lines } = found.value;
  const isOnDisk = async (name: string): Promise<boolean> => {
    const located = await workspace.locate(name);
    return located.ok && located.value.kind !== 'missing';
  };
  const trace = createFileTracer({ history: history.value, blobs: store.blobs, isOnDisk });
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
  const changes = traced.sets.slice(0, MOST_CHANGES);
  const asked = [...setsOf(ranges.map(({ run }) => run)), ...(lines === null ? changes : [])];
  const reasons = await loadReasons(reader, asked);
  if (!reasons.ok) return reasons;
  const intents = await book.read();
  const facts: WhyFacts = {
    reasons: reasons.value,
    // What the intents are called is said where it can be read.
    intents: new Map(intents.ok ? intents.value.map((intent) => [intent.id, intent]) : []),
  };
  const about = { path, traced, ranges, isThere: content !== null };
  if (call.json) call.terminal.printJson(toJson(about, lines, facts));
  else if (lines !== null) for (const range of ranges) printLine(call, about, range, facts);
  else await printRanges(call, about, facts);
  return succeed(undefined);
}

function toJson({ path, traced, ranges, isThere }: Explained, lines: Lines | null, facts: WhyFacts): object {
  const shown = ranges.map((range) => ({
    ...rangeJson(range, facts),
    ...(traced.text === null ? { start: null, end: null } : {}),
    ...(lines === null || traced.text === null
      ? {}
      : { text: traced.text.slice(range.start - 1, range.end) }),
  }));
  const changes = traced.sets.slice(0, MOST_CHANGES).map((set) => setJson(set, facts));
  return {
    file: path,
    exists: isThere,
    isText: isThere ? traced.text !== null : null,
    lines: traced.text?.length ?? null,
    ranges: shown,
    ...(lines === null ? { changes, moreChanges: Math.max(0, traced.sets.length - MOST_CHANGES) } : {}),
  };
}

function cutRanges(ranges: readonly WhyRange[], { start, end }: Lines): readonly WhyRange[] {
  return ranges
    .filter((range) => range.end >= start && range.start <= end)
    .map(({ run, ...range }) => ({
      start: Math.max(start, range.start),
      end: Math.min(end, range.end),
      run,
    }));
}
