import { fail, rookError, succeed, type ContentHash, type Result, type RookError } from '@rook/contract';

import { checkHash, noHash, type DiskFile, type HashRule, type ShownFile } from './check-hash.ts';
import type { LineHunk } from './diff-lines.ts';
import { decodeText, encodeText, modelText, normalizeLineEnds, type FileText } from './file-text.ts';
import { finishText, tokensOf, type FinishedText } from './finish-text.ts';
import { judgeContent, judgeFreshText, judgeIndents, judgeLostLines, suspicious } from './judge-content.ts';
import { locateSteps } from './locate-steps.ts';
import type { FileStep, PathChange } from './read-changes.ts';
import { tighten, type Replacement } from './replacement.ts';
import { indexLines, type TextLines } from './text-lines.ts';

/** What is known of one path: what is on disk, what the session was shown, or why the caller refuses it. */
export type FileState =
  | { readonly disk: DiskFile | null; readonly shown: ShownFile | null }
  | { readonly refused: RookError };

/** What becomes of one file. */
export interface FileOutcome {
  readonly before: ContentHash | null;
  /** Null where the file is gone afterwards. */
  readonly after: Uint8Array | null;
  readonly renameTo?: string;
  /** The permissions of a file that is made, where the change says them. */
  readonly mode?: number;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly LineHunk[];
}

/** Plans all that a reply does with one file. The failure `unchanged` means that there is nothing to do. */
export function planFile(change: PathChange, state: FileState, rule: HashRule): Result<FileOutcome> {
  const { path, steps, hashes, error } = change;
  if (error !== null) return fail(error);
  if ('refused' in state) return fail(state.refused);
  const sorted = sortSteps(path, steps);
  if (!sorted.ok) return sorted;
  const { disk, shown } = state;
  if (disk === null) return planMissing(change, sorted.value, shown);
  const checked = checkHash({ path, disk, shown, given: hashes, rule });
  if (!checked.ok) return checked;
  const { renameTo, content } = sorted.value;
  const whole = sorted.value.deletes || renameTo !== undefined || content !== undefined;
  if (whole && !checked.value.whole) {
    return noHash(path, 'this session was shown only a part of it, and the change is about all of it');
  }
  if (sorted.value.deletes) return succeed(removal(disk));
  const moved = renameTo === undefined ? {} : { renameTo };
  if (content === undefined && sorted.value.steps.length === 0) {
    if (renameTo === undefined) return fail(rookError('unchanged', `${path} already has this name.`));
    return succeed({ before: disk.hash, after: disk.bytes, added: 0, removed: 0, hunks: [], ...moved });
  }
  const text = decodeText(disk.bytes);
  if (text === null) return fail(suspicious(path, 'the file is no text'));
  const finished =
    content === undefined
      ? changeText(path, text, sorted.value.steps, checked.value, disk.bytes)
      : replaceText(path, text, content, disk.bytes);
  if (!finished.ok) {
    const onlyMoved = finished.error.code === 'unchanged' && renameTo !== undefined;
    if (!onlyMoved) return finished;
    return succeed({ before: disk.hash, after: disk.bytes, added: 0, removed: 0, hunks: [], ...moved });
  }
  if (sorted.value.removesFile) {
    if (finished.value.isEmpty) return succeed(removal(disk));
    return fail(rookError('malformed', `The diff deletes ${path} but does not name all of its lines.`));
  }
  const { encode, hunks, added, removed } = finished.value;
  return succeed({ before: disk.hash, after: encode(), added, removed, hunks, ...moved });
}

interface SortedSteps {
  readonly deletes: boolean;
  readonly removesFile: boolean;
  readonly renameTo: string | undefined;
  readonly content: string | undefined;
  readonly mode: number | undefined;
  /** Steps that change lines. */
  readonly steps: readonly FileStep[];
}

/** Steps that exclude each other are refused: nobody knows which was meant. */
function sortSteps(path: string, steps: readonly FileStep[]): Result<SortedSteps> {
  const contents = new Set<string>();
  const targets = new Set<string>();
  const others: FileStep[] = [];
  let deletes = false;
  let mode: number | undefined;
  for (const step of steps) {
    if ('mode' in step) ({ mode } = step);
    if (step.kind === 'write') contents.add(step.content);
    else if (step.kind === 'rename') {
      if (step.to !== path) targets.add(step.to);
    } else if (step.kind === 'delete') deletes = true;
    else others.push(step);
  }
  const kinds = (deletes ? 1 : 0) + contents.size + (others.length > 0 ? 1 : 0);
  if (kinds > 1 || targets.size > 1 || (deletes && targets.size > 0)) {
    return fail(
      rookError(
        'malformed',
        `The reply changes ${path} in ways that exclude each other; make them one change.`,
      ),
    );
  }
  const removesFile = others.some((step) => step.kind === 'hunks' && step.removesFile);
  const [renameTo] = targets;
  const [content] = contents;
  return succeed({ deletes, removesFile, renameTo, content, mode, steps: others });
}

function removal({ bytes, hash }: DiskFile): FileOutcome {
  const text = decodeText(bytes);
  const removed = text === null ? 0 : tokensOf(text.text).length;
  const hunks = removed === 0 ? [] : [{ oldStart: 0, oldEnd: removed, newStart: 0, newEnd: 0 }];
  return { before: hash, after: null, added: 0, removed, hunks };
}

/** There is no file: it can only be made, and only if nobody believed it to be there. */
function planMissing(
  { path, hashes }: PathChange,
  sorted: SortedSteps,
  shown: ShownFile | null,
): Result<FileOutcome> {
  if (hasBlankEnds(path)) return fail(refuseBlankEnds(path));
  const content = sorted.content ?? soleContent(sorted.steps);
  if (content === null || sorted.renameTo !== undefined || sorted.deletes) {
    return fail(
      rookError('not_found', `${path} is not there. Nothing was written; look at the folder again.`),
    );
  }
  const known = shown === null ? hashes[0] : `sha256:${shown.sha256}`;
  if (known !== undefined) {
    return fail(
      rookError(
        'stale_file',
        `Stale file: ${path} was known as ${known.slice(0, 80)} and is gone now. Nothing was written; look at the folder again.`,
      ),
    );
  }
  const problem = judgeContent(path, null, content) ?? judgeFreshText(path, content, () => false);
  if (problem !== null) return fail(problem);
  const added = tokensOf(normalizeLineEnds(content).text).length;
  const hunks = added === 0 ? [] : [{ oldStart: 0, oldEnd: 0, newStart: 0, newEnd: added }];
  const after = Buffer.from(content, 'utf8');
  const mode = sorted.mode === undefined ? {} : { mode: sorted.mode };
  return succeed({ before: null, after, added, removed: 0, hunks, ...mode });
}

/** A file is hardly ever to be named so, and without the blanks it would be another file. */
export function hasBlankEnds(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return path.trim() !== path || name.trim() !== name;
}

export function refuseBlankEnds(path: string): RookError {
  return rookError(
    'suspicious',
    `The path ${JSON.stringify(path)} begins or ends with a blank, and no such file is there. Nothing was written; write the path without it.`,
  );
}

/** An edit that searches for nothing in a file that is not there makes the file. */
function soleContent(steps: readonly FileStep[]): string | null {
  const [step, ...others] = steps;
  if (step?.kind !== 'edits' || others.length > 0 || step.edits.length !== 1) return null;
  const [edit] = step.edits;
  return edit?.search === '' ? edit.replace : null;
}

/** The whole content: line ends and BOM of the file are kept unless the change is about nothing else. */
function replaceText(path: string, old: FileText, content: string, bytes: Uint8Array): Result<FinishedText> {
  if (old.encoding === 'bytes') {
    return fail(
      suspicious(
        path,
        'the file holds bytes that are no UTF-8, which whole content would lose; change single lines',
      ),
    );
  }
  const hasBom = content.startsWith('\uFEFF');
  const { text: fresh, lineEnds } = normalizeLineEnds(hasBom ? content.slice(1) : content);
  const problem = judgeContent(path, old.text, fresh) ?? judgeFreshText(path, fresh, oldLines(old.text));
  if (problem !== null) return fail(problem);
  if (fresh === old.text) {
    if (lineEnds === '\n' || sameEnds(lineEnds, old.lineEnds)) return unchanged(path);
    const count = tokensOf(fresh).length;
    const hunks = [{ oldStart: 0, oldEnd: count, newStart: 0, newEnd: count }];
    const encode = (): Uint8Array => encodeText({ ...old, lineEnds });
    return succeed({ isEmpty: false, hunks, added: count, removed: count, fresh: '', encode });
  }
  const whole = tighten({ start: 0, end: old.text.length, text: fresh }, old.text);
  // A file without lines has no line ends to keep.
  const own = old.text.includes('\n') ? {} : { lineEnds };
  const bom = hasBom ? '\uFEFF' : old.bom;
  const finished = finishText({ ...old, ...own, bom }, [whole], bytes);
  const lost = judgeLostLines(path, finished, oldLines(old.text));
  return lost === null ? succeed(finished) : fail(lost);
}

function sameEnds(a: FileText['lineEnds'], b: FileText['lineEnds']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function unchanged(path: string): { readonly ok: false; readonly error: RookError } {
  return fail(rookError('unchanged', `${path} is already as the change wants it.`));
}

function changeText(
  path: string,
  old: FileText,
  steps: readonly FileStep[],
  shown: ShownFile,
  bytes: Uint8Array,
): Result<FinishedText> {
  let index: TextLines | null = null;
  const lines = (): TextLines => (index ??= indexLines(old.text));
  const { text, encoding } = old;
  const isShown = shown.whole ? null : (line: number) => isInRanges(shown.ranges, line + 1);
  const empty = text === '' ? soleContent(steps) : null;
  const located =
    empty === null
      ? locateSteps({ path, text, encoding, lines, isShown }, steps)
      : succeed([{ start: 0, end: 0, text: modelText(empty, encoding) }]);
  if (!located.ok) return located;
  const finished = finishText(old, located.value, bytes);
  if (located.value.every(isNothing)) {
    const says = steps.some(
      (step) =>
        step.kind === 'hunks' && step.hunks.some((hunk) => hunk.lines.some(({ kind }) => kind !== ' ')),
    );
    if (!says) return unchanged(path);
    return fail(
      rookError('malformed', `The diff of ${path} has removed and added lines, but they change nothing.`),
    );
  }
  const problem =
    judgeFreshText(path, finished.fresh, oldLines(text)) ??
    judgeLostLines(path, finished, oldLines(text)) ??
    judgeIndents(path, text, finished.fresh) ??
    judgeBytes(path, old, located.value);
  return problem === null ? succeed(finished) : fail(problem);
}

/** What is the same in both texts was left out of a replacement before. */
function isNothing({ start, end, text }: Replacement): boolean {
  return start === end && text === '';
}

function isInRanges(ranges: ShownFile['ranges'], line: number): boolean {
  return ranges.some(({ start, end }) => line >= start && line <= end);
}

/** In a file with bytes that are no UTF-8, nobody knows how other characters are to be written. */
function judgeBytes(path: string, old: FileText, replacements: readonly Replacement[]): RookError | null {
  if (old.encoding !== 'bytes') return null;
  const unclear = replacements.some(
    ({ start, end, text }) => !isUtf8(old.text.slice(start, end)) || /[\u0080-\u00ff]/.test(text),
  );
  return unclear
    ? suspicious(path, 'the file holds bytes that are no UTF-8; change only other lines, and with ASCII text')
    : null;
}

function isUtf8(text: string): boolean {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

function oldLines(text: string): (line: string) => boolean {
  let lines: ReadonlySet<string> | null = null;
  return (line) => (lines ??= new Set(text.split('\n').map((old) => old.trim()))).has(line.trim());
}
