import { fail, rookError, succeed, type LineOperation, type Result, type SearchEdit } from '@rook/contract';

import { noHash } from './check-hash.ts';
import { explainMissing } from './explain-missing.ts';
import { modelText, readableText, splitLines, type FileText } from './file-text.ts';
import { findJoinedLine, refuseJoined } from './joined-line.ts';
import { trimBlankEnd } from './match-block.ts';
import { matchHunk, type HunkMatch } from './match-hunk.ts';
import { matchSearch, type SearchedText, type SearchMatch } from './match-search.ts';
import type { Hunk } from './parse-unified-diff.ts';
import type { FileStep } from './read-changes.ts';
import {
  joinLineChanges,
  orderReplacements,
  tighten,
  toReplacement,
  type LineChange,
  type Replacement,
} from './replacement.ts';

export interface LocatedFile extends SearchedText {
  readonly path: string;
  readonly encoding: FileText['encoding'];
  /** Whether the session was shown the line, counted from 0; null when it was shown the whole file. */
  readonly isShown: ((line: number) => boolean) | null;
}

/** Where all steps of one file belong, as replacements in the order of the text. */
export function locateSteps(file: LocatedFile, steps: readonly FileStep[]): Result<readonly Replacement[]> {
  const replacements: Replacement[] = [];
  const changes: LineChange[] = [];
  const earlier: SearchEdit[] = [];
  for (const [list, step] of steps.entries()) {
    const located =
      step.kind === 'edits'
        ? locateEdits(file, step.edits, earlier)
        : step.kind === 'lines'
          ? locateOperations(file, step.operations, list)
          : step.kind === 'hunks'
            ? locateHunks(file, step.hunks)
            : succeed({ replacements: [], changes: [] });
    if (!located.ok) return located;
    replacements.push(...located.value.replacements);
    changes.push(...located.value.changes);
  }
  const joined = changes.length === 0 ? [] : joinLineChanges(changes);
  if (joined === null) return overlap(file.path);
  for (const change of joined) {
    const { start, end, text } = tighten(toReplacement(file.lines(), change), file.text);
    replacements.push({ start, end, text });
  }
  const ordered = orderReplacements(replacements);
  return ordered === null ? overlap(file.path) : succeed(ordered);
}

interface Located {
  readonly replacements: readonly Replacement[];
  readonly changes: readonly LineChange[];
}

function overlap(path: string): ReturnType<typeof refuse> {
  return refuse('malformed', `Two changes of ${path} overlap; make them one.`);
}

function locateEdits(
  file: LocatedFile,
  edits: readonly SearchEdit[],
  earlier: SearchEdit[],
): Result<Located> {
  const replacements: Replacement[] = [];
  const changes: LineChange[] = [];
  for (const { search, replace } of edits) {
    const edit = {
      search: withoutBom(modelText(search, file.encoding)),
      replace: withoutBom(modelText(replace, file.encoding)),
    };
    const name = `Edit ${earlier.length + 1} of ${file.path}`;
    if (edit.search === '')
      return refuse('malformed', `${name} searches for nothing; write the lines that it replaces.`);
    const match = matchSearch(file, edit);
    const inside = earlier.findIndex(
      (other) => other.replace.includes(edit.search) && !other.search.includes(edit.search),
    );
    if (inside !== -1) {
      return refuse(
        'ambiguous',
        `${name} also fits what edit ${inside + 1} puts in. All edits are found in the file as it was shown; make the two one.`,
      );
    }
    earlier.push(edit);
    if (match.kind !== 'characters' && match.kind !== 'lines')
      return refuseMatch(file, name, match, edit.search);
    const { start, end } = spanOf(file, match);
    const hidden = findHidden(file, start, end);
    if (hidden !== null) return hidden;
    if (match.kind === 'lines') changes.push(match.change);
    else replacements.push(tighten(match.replacement, file.text));
  }
  return succeed({ replacements, changes });
}

function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function spanOf(
  file: LocatedFile,
  match: Extract<SearchMatch, { kind: 'characters' | 'lines' }>,
): { start: number; end: number } {
  if (match.kind === 'characters') return match.replacement;
  const { from, to } = match.change;
  return { start: file.lines().start(from), end: file.lines().end(to - 1) };
}

/** Refuses what lies in lines that the session never saw. */
function findHidden(file: LocatedFile, start: number, end: number): ReturnType<typeof refuse> | null {
  if (file.isShown === null) return null;
  const lines = file.lines();
  const from = lines.lineOf(start);
  const to = lines.lineOf(Math.max(end - 1, start));
  return hiddenLines(file, from, to + 1);
}

function hiddenLines(file: LocatedFile, from: number, to: number): ReturnType<typeof refuse> | null {
  const { isShown, path } = file;
  if (isShown === null) return null;
  for (let line = from; line < to; line += 1) {
    if (!isShown(line))
      return noHash(path, `this session was not shown line ${line + 1}, which the change names`);
  }
  return null;
}

function refuseMatch(
  file: LocatedFile,
  name: string,
  match: Extract<SearchMatch | HunkMatch, { kind: 'missing' | 'ambiguous' | 'unclear' }>,
  search: string,
): ReturnType<typeof refuse> {
  if (match.kind === 'ambiguous') {
    return refuse(
      'ambiguous',
      `${name} fits several places: lines ${listLines(match.lines)}. Add lines around it so that it fits one.`,
    );
  }
  if (match.kind === 'unclear') {
    const line = 'offset' in match ? file.lines().lineOf(match.offset) : match.line;
    const place = line === null ? '' : ` (line ${line + 1})`;
    return refuse('ambiguous', `${name} leaves open what is meant${place}: ${match.why}.`);
  }
  const why = explainMissing(file.lines(), splitLines(search), file.isShown ?? (() => true));
  return refuse(
    'not_found',
    `${name} is not in the file. ${readableText(why, file.encoding)} Look at the file again, or correct the text.`,
  );
}

function listLines(lines: readonly number[]): string {
  const named = lines.slice(0, 8).map((line) => line + 1);
  return `${named.join(', ')}${lines.length > named.length ? ' and more' : ''}`;
}

function locateHunks(file: LocatedFile, hunks: readonly Hunk[]): Result<Located> {
  const lines = file.lines();
  const changes: LineChange[] = [];
  for (const written of hunks) {
    const hunk = {
      ...written,
      lines: written.lines.map(({ kind, text }) => ({ kind, text: modelText(text, file.encoding) })),
    };
    const match = matchHunk(lines, hunk);
    const name = `The hunk in line ${hunk.at} of the change of ${file.path}`;
    if (match.kind !== 'found') {
      const joined = match.kind === 'missing' ? findJoinedLine(lines, hunk.lines) : null;
      if (joined !== null) return fail(refuseJoined(joined));
      return refuseMatch(file, name, match, match.kind === 'missing' ? match.block.join('\n') : '');
    }
    const hidden = hiddenLines(file, match.from, match.to);
    if (hidden !== null) return hidden;
    if (hunk.close === false && match.to !== lines.count) {
      return refuse('not_found', `${name} is about the end of the file, and its lines stand elsewhere.`);
    }
    changes.push(...match.changes);
  }
  return succeed({ replacements: [], changes });
}

function locateOperations(
  file: LocatedFile,
  operations: readonly LineOperation[],
  list: number,
): Result<Located> {
  const changes: LineChange[] = [];
  for (const [index, operation] of operations.entries()) {
    const change = locateOperation(file, operation, `Line operation ${index + 1} of ${file.path}`);
    if (!change.ok) return change;
    changes.push({ ...change.value, list });
  }
  return succeed({ replacements: [], changes });
}

function locateOperation(file: LocatedFile, operation: LineOperation, name: string): Result<LineChange> {
  const { type, line, endLine = line, content, expectedContent } = operation;
  const lines = file.lines();
  const inserts = type === 'insert';
  const last = inserts ? lines.count + 1 : lines.count;
  if (line > last || endLine > last || endLine < line) {
    return refuse('not_found', `${name} names lines ${line}-${endLine}, and the file has ${lines.count}.`);
  }
  if (inserts && endLine !== line)
    return refuse('malformed', `${name} inserts and names an endLine; leave it out.`);
  if (type === 'delete' ? content !== undefined && content !== '' : content === undefined) {
    return refuse(
      'malformed',
      type === 'delete' ? `${name} deletes and has content.` : `${name} has no content.`,
    );
  }
  const from = line - 1;
  const to = inserts ? from : endLine;
  const expected =
    expectedContent === undefined ? null : splitLines(modelText(expectedContent, file.encoding));
  if (expected !== null) {
    const wrong = expected.findIndex(
      (text, index) => trimBlankEnd(text) !== trimBlankEnd(lineAt(file, from + index)),
    );
    if (wrong !== -1 || (!inserts && expected.length !== to - from)) {
      const why = explainMissing(lines, expected, file.isShown ?? (() => true));
      return refuse('not_found', `${name} expects other lines than those in ${line}-${endLine}. ${why}`);
    }
  }
  const { isShown } = file;
  const seen = isShown === null || (inserts && (isShown(from) || (from > 0 && isShown(from - 1))));
  const hidden = seen ? null : hiddenLines(file, from, inserts ? from + 1 : to);
  if (hidden !== null) return hidden;
  const fresh = type === 'delete' ? [] : contentLines(modelText(content ?? '', file.encoding));
  const repeated = inserts ? null : findRepeated(file, { from, to, lines: fresh });
  if (repeated !== null) {
    return refuse(
      'suspicious',
      `${name} repeats line ${repeated + 1} of the file, which stays beside it; check its line numbers.`,
    );
  }
  return succeed({ from, to, lines: fresh });
}

/** A line beside the replaced ones that the new lines begin or end with: their numbers are likely wrong by one. */
function findRepeated(file: LocatedFile, { from, to, lines: fresh }: LineChange): number | null {
  const old = new Set(
    Array.from({ length: to - from }, (_, index) => trimBlankEnd(lineAt(file, from + index))),
  );
  const sides = [
    [from - 1, fresh[0]],
    [to, fresh.at(-1)],
  ] as const;
  for (const [line, text = ''] of sides) {
    const telling = /\w.*\w.*\w/.test(text) && !old.has(trimBlankEnd(text));
    if (line >= 0 && telling && trimBlankEnd(lineAt(file, line)) === trimBlankEnd(text)) return line;
  }
  return null;
}

function lineAt({ lines }: LocatedFile, line: number): string {
  const index = lines();
  return line < index.count ? index.at(line) : '';
}

/** The content of an operation is lines: empty content is one empty line. */
function contentLines(content: string): string[] {
  return content === '' ? [''] : splitLines(content);
}

function refuse(code: Parameters<typeof rookError>[0], message: string): ReturnType<typeof noHash> {
  return fail(rookError(code, message));
}
