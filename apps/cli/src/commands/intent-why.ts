import { isAbsolute, relative, resolve, sep } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import {
  createFileTracer,
  loadLedgerSets,
  loadPathHistory,
  loadReasons,
  readAlsoTrash,
  type FileTracer,
  type PathHistory,
  type Workspace,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeIntents, type IntentComposition } from '../compose-intents.ts';
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

/** More of the history of a file is in `rook changes`. */
const MOST_CHANGES = 50;
const MOST_BYTES = 64_000_000;

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
  if (lines !== null && lines.start > count)
    return fail(rookError('not_found', `${path} has ${count} lines, so there is no line ${lines.start}.`));
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
    ...(lines === null || traced.text === null
      ? {}
      : { text: traced.text.slice(range.start - 1, range.end) }),
  }));
  const changes = traced.sets.slice(0, MOST_CHANGES).map((set) => setJson(set, facts));
  return {
    file: path,
    exists: isThere,
    lines: traced.text?.length ?? null,
    ranges: shown,
    ...(lines === null ? { changes, moreChanges: Math.max(0, traced.sets.length - MOST_CHANGES) } : {}),
  };
}

interface Lines {
  readonly start: number;
  readonly end: number;
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

interface Target {
  readonly path: string;
  readonly content: { readonly hash: PathContent['hash']; readonly bytes: Uint8Array } | null;
  /** Null: all of them. */
  readonly lines: Lines | null;
}

type PathContent = NonNullable<Parameters<FileTracer>[1]>;

interface Places {
  readonly workspace: Workspace;
  readonly history: PathHistory;
}

/** A file whose name ends like a line number is meant as the file, if it is there. */
async function findTarget(
  call: CommandCall,
  { folders }: Pick<IntentComposition, 'folders'>,
  { workspace, history }: Places,
): Promise<Result<Target>> {
  const given = call.arguments.get('FILE') ?? '';
  if (given.trim() === '') return fail(rookError('usage', 'FILE is empty; name a file, as in src/a.ts:12.'));
  const [, file = '', first, last = first] = /^(.+):([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/u.exec(given) ?? [];
  const named = first === undefined ? null : { start: Number(first), end: Number(last) };
  if (named !== null && named.end < named.start)
    return fail(rookError('usage', `${given} ends before it begins; the smaller line comes first.`));
  const wishes = [{ name: given, lines: null }, ...(named === null ? [] : [{ name: file, lines: named }])];
  let refusal = rookError('not_found', `There is no file ${given} here, and no change set names one.`);
  for (const { name, lines } of wishes)
    for (const path of pathsOf(name, call.surroundings.currentFolder, folders.workspace ?? '')) {
      const located = await workspace.locate(path);
      if (!located.ok) {
        if (located.error.code !== 'not_found') refusal = located.error;
        continue;
      }
      const { kind, path: real } = located.value;
      if (kind === 'missing' && history.indexesOf(real).length > 0 && lines === null)
        return succeed({ path: real, content: null, lines: null });
      if (kind === 'missing' && history.indexesOf(real).length > 0)
        refusal = rookError(
          'not_found',
          `${real} is not there any more, so it has no lines; \`rook intent why ${real}\` says what changed it.`,
        );
      if (kind === 'missing') continue;
      if (kind !== 'file') return fail(rookError('invalid_value', `${name} is no file; name one.`));
      const content = await workspace.read(real, { maxBytes: MOST_BYTES });
      return content.ok ? succeed({ path: real, content: content.value, lines }) : content;
    }
  return fail(refusal);
}

/** As seen from the current folder, then from the root of the workspace. */
function pathsOf(name: string, folder: string, root: string): readonly string[] {
  const below = relative(root, resolve(folder, name));
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  const here = isOutside ? [] : [below.split(sep).join('/')];
  return [...new Set([...here, ...(isAbsolute(name) ? [] : [name.replace(/^\.\//u, '')])])];
}
