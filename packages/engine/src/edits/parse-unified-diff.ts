import { fail, rookError, succeed, type Result } from '@rook/contract';

import { looksJoined, refuseJoined, type HunkLine } from './joined-line.ts';

/** One hunk of a diff or of a patch, as a block of lines that is looked for and changed. */
export interface Hunk {
  readonly lines: readonly HunkLine[];
  /** The line of the text in which the hunk begins, counted from 1, for messages. */
  readonly at: number;
  /** Lines of the file that stand above the place (`@@ class A` of a patch). */
  readonly headings: readonly string[];
  /** The last line of the hunk is the last one of the file. */
  readonly toEnd: boolean;
  /** The text ends within the last line of the hunk, which may therefore be only a part of a line. */
  readonly open: boolean;
  /** Whether the file ends with a line break afterwards, where the hunk is about that. */
  readonly close?: boolean;
}

export interface UnifiedDiff {
  readonly hunks: readonly Hunk[];
  /** Paths of the header without `a/` and `b/`; null for `/dev/null`. */
  readonly oldPath?: string | null;
  readonly newPath?: string | null;
  readonly renamed: boolean;
  /** It gives a file that is there another mode. */
  readonly modes: boolean;
  /** It makes a file that can be executed. */
  readonly executable: boolean;
}

const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const GIT_HEADER =
  /^(diff --git |index [0-9a-f]+\.\.|new file mode |deleted file mode |old mode |new mode |similarity index |dissimilarity index |Index: |={20,}$)/;

/** Reads a unified diff of one file. What is cut or does not keep the format is refused. */
export function parseUnifiedDiff(written: string): Result<UnifiedDiff> {
  const unfenced = stripFence(written.replaceAll('\r\n', '\n'));
  if (unfenced === null) return cut('its code fence is not closed');
  const lines = unfenced.split('\n');
  const header = readHeader(lines);
  if (!header.ok) return header;
  const hunks: Hunk[] = [];
  let at = header.value.next;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line === '') {
      at += 1;
      continue;
    }
    const numbers = HUNK_HEADER.exec(line);
    if (numbers === null) return fail(judgeStray(line, at));
    const hunk = readHunk(lines, at, numbers);
    if (!hunk.ok) return hunk;
    hunks.push(hunk.value.hunk);
    at = hunk.value.next;
  }
  const { oldPath, newPath, renamed, modes, executable } = header.value;
  return succeed({
    hunks,
    renamed,
    modes,
    executable,
    ...(oldPath === undefined ? {} : { oldPath }),
    ...(newPath === undefined ? {} : { newPath }),
  });
}

function judgeStray(line: string, at: number): ReturnType<typeof rookError> {
  if (line.startsWith('@@')) {
    return rookError(
      'malformed',
      `Line ${at + 1} of the diff is no header of a hunk; write it as "@@ -12,5 +12,6 @@", or use search/replace edits.`,
    );
  }
  if (line.startsWith('--- ') || line.startsWith('diff --git ')) {
    return rookError(
      'malformed',
      `Line ${at + 1} of the diff begins a second file; write one change for each file.`,
    );
  }
  return rookError(
    'malformed',
    `Line ${at + 1} of the diff keeps no unified format: a line begins with a blank, "-", "+" or "@@", and this one with ${JSON.stringify(line.slice(0, 12))}.`,
  );
}

/** Null when a fence is opened and not closed. */
function stripFence(text: string): string | null {
  if (!text.startsWith('```')) return text;
  const inner = text.slice(text.indexOf('\n') + 1);
  const end = /(?:^|\n)```\s*$/.exec(inner);
  return end === null || !text.includes('\n') ? null : `${inner.slice(0, end.index)}\n`;
}

interface Header {
  readonly oldPath?: string | null;
  readonly newPath?: string | null;
  readonly renamed: boolean;
  readonly modes: boolean;
  readonly executable: boolean;
  readonly next: number;
}

function readHeader(lines: readonly string[]): Result<Header> {
  const paths: { oldPath?: string | null; newPath?: string | null } = {};
  let renamed = false;
  const modes = new Map<string, string>();
  let at = 0;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('@@')) break;
    const [, which, mode = ''] = /^(old|new|new file) mode (\d+)\s*$/.exec(line) ?? [];
    if (which !== undefined) modes.set(which, mode);
    if (which !== undefined && !/^100\d{3}$/.test(mode)) {
      return fail(rookError('malformed', 'The diff is one of a link or a module, which cannot be applied.'));
    }
    if (/^(Binary files |GIT binary patch)/.test(line)) {
      return fail(rookError('malformed', 'The diff is one of binary files, which cannot be applied.'));
    }
    if (line.startsWith('*** Begin Patch')) {
      return fail(rookError('malformed', 'The diff is in the "*** Begin Patch" format; give it as "patch".'));
    }
    if (line.startsWith('--- ') && paths.oldPath === undefined) paths.oldPath = headerPath(line);
    else if (line.startsWith('+++ ') && paths.oldPath !== undefined && paths.newPath === undefined) {
      paths.newPath = headerPath(line);
    } else if (/^(rename|copy) (from|to) /.test(line)) renamed = true;
    else if (line !== '' && (!GIT_HEADER.test(line) || paths.oldPath !== undefined)) {
      return fail(judgeStray(line, at));
    }
  }
  if (paths.oldPath !== undefined && paths.newPath === undefined) return cut('its header is not complete');
  const executable = /[1357]/.test(modes.get('new file')?.slice(3) ?? '');
  return succeed({ ...paths, renamed, modes: modes.get('old') !== modes.get('new'), executable, next: at });
}

function headerPath(line: string): string | null {
  const path = (line.slice(4).split('\t')[0] ?? '').replace(/^\s*"(.*)"\s*$/, '$1');
  return path.trim() === '/dev/null' ? null : path.replace(/^[ab]\//, '');
}

/** Reads the lines of one hunk; the numbers of lines in its header show where it ends and whether it was cut. */
function readHunk(
  lines: readonly string[],
  at: number,
  numbers: RegExpExecArray,
): Result<{ hunk: Hunk; next: number }> {
  const left = { old: Number(numbers[2] ?? 1), fresh: Number(numbers[4] ?? 1) };
  const read: HunkLine[] = [];
  const marks = { old: false, fresh: false };
  const lastText = lines.findLastIndex((line) => line !== '');
  let next = at + 1;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const full = left.old <= 0 && left.fresh <= 0;
    if (line.startsWith('@@') || (full && isFileHeader(lines, next))) break;
    if (line.startsWith('\\')) {
      markEnd(read, marks);
      continue;
    }
    if (line === '' && (full || next > lastText)) {
      if (full || next === lines.length - 1) break;
    }
    const [first] = line;
    if (line !== '' && first !== ' ' && first !== '-' && first !== '+') return fail(judgeStray(line, next));
    const kind = first === '-' || first === '+' ? first : ' ';
    read.push({ kind, text: line.slice(1) });
    if (kind !== '+') left.old -= 1;
    if (kind !== '-') left.fresh -= 1;
  }
  const last = next > lastText;
  const joined = read.find(({ kind, text }) => kind === '-' && looksJoined(text));
  if (joined !== undefined && (left.old !== 0 || left.fresh !== 0)) return fail(refuseJoined(joined.text));
  if (last && (left.old > 0 || left.fresh > 0))
    return cut('its last hunk has fewer lines than its header says');
  if (last && next >= lines.length && read.at(-1)?.kind === '+') return cut('it ends within an added line');
  // Where both sides have no line break at the end, the change is not about it.
  const close = marks.old === marks.fresh ? {} : { close: marks.old };
  const toEnd = marks.old || marks.fresh;
  const open = last && next >= lines.length && !toEnd;
  return succeed({ hunk: { lines: read, at: at + 1, headings: [], toEnd, open, ...close }, next });
}

/** `\ No newline at end of file` speaks of the line above it. */
function markEnd(read: readonly HunkLine[], marks: { old: boolean; fresh: boolean }): void {
  const kind = read.at(-1)?.kind;
  if (kind !== '+') Object.assign(marks, { old: true });
  if (kind !== '-') Object.assign(marks, { fresh: true });
}

function isFileHeader(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return (
    line.startsWith('diff --git ') || (line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ '))
  );
}

function cut(how: string): { readonly ok: false; readonly error: ReturnType<typeof rookError> } {
  return fail(
    rookError('truncated', `The diff is cut off: ${how}. Nothing was written; write it again whole.`),
  );
}
