import { diffLines, type LineHunk } from './diff-lines.ts';
import { decodeText, readableText } from './file-text.ts';
import { tokensOf } from './finish-text.ts';

export interface PreviewLimits {
  /** Lines of the preview; the rest is counted. */
  readonly lines: number;
  /** Characters of one line. */
  readonly characters: number;
}

const CONTEXT = 3;
const DEFAULT_LIMITS: PreviewLimits = { lines: 400, characters: 500 };

/**
 * A unified diff for a person. Null stands for no file. Line ends are not shown. `from` is the old name of a file that
 * is renamed.
 */
export function previewChange(
  path: string,
  before: Uint8Array | null,
  after: Uint8Array | null,
  limits: PreviewLimits = DEFAULT_LIMITS,
  from: string = path,
): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const header = [
    `--- ${before === null ? '/dev/null' : `a/${visibleName(from)}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${visibleName(path)}`}`,
  ];
  if (old === null || fresh === null) return `${header.join('\n')}\nBinary files differ\n`;
  const shown: string[] = [];
  let total = 0;
  const show = (line: string): void => {
    total += 1;
    if (shown.length < limits.lines) shown.push(cutLine(line, limits.characters));
  };
  for (const group of groupHunks(diffLines(old, fresh))) showGroup(group, old, fresh, show);
  if (total === 0) show(explainSame(before, after));
  const more = total - shown.length;
  if (more > 0) shown.push(`… ${more} more lines`);
  return `${[...header, ...shown].join('\n')}\n`;
}

/** Why there is nothing to show although something changes, or that nothing does. */
function explainSame(before: Uint8Array | null, after: Uint8Array | null): string {
  if (before === null || after === null) return 'an empty file';
  if (Buffer.compare(before, after) === 0) return 'the content stays the same';
  const [from, to] = [countEnds(before), countEnds(after)];
  if (from !== to) return `only line ends change: ${from} → ${to}`;
  return `only bytes change that are not shown, such as a byte order mark: ${before.length} → ${after.length} bytes`;
}

function countEnds(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
  return `${lf} LF, ${crlf} CRLF`;
}

/** Line breaks, control characters and marks that turn the direction of text: a name must not forge lines. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function visibleName(path: string): string {
  return path.replaceAll(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function linesOf(bytes: Uint8Array | null): string[] | null {
  if (bytes === null) return [];
  const text = decodeText(bytes);
  return text === null ? null : tokensOf(readableText(text.text, text.encoding));
}

function cutLine(line: string, most: number): string {
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** Hunks whose context would touch stand under one header. */
function groupHunks(hunks: readonly LineHunk[]): LineHunk[][] {
  const groups: LineHunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hunk.oldStart - last.oldEnd <= 2 * CONTEXT) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function showGroup(
  group: readonly LineHunk[],
  old: readonly string[],
  fresh: readonly string[],
  show: (line: string) => void,
): void {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  const oldStart = Math.max(first.oldStart - CONTEXT, 0);
  const newStart = first.newStart - (first.oldStart - oldStart);
  const oldEnd = Math.min(last.oldEnd + CONTEXT, old.length);
  const newEnd = last.newEnd + (oldEnd - last.oldEnd);
  show(`@@ -${rangeOf(oldStart, oldEnd)} +${rangeOf(newStart, newEnd)} @@`);
  let at = oldStart;
  for (const hunk of group) {
    for (; at < hunk.oldStart; at += 1) showLine(' ', old[at], show);
    for (; at < hunk.oldEnd; at += 1) showLine('-', old[at], show);
    for (let line = hunk.newStart; line < hunk.newEnd; line += 1) showLine('+', fresh[line], show);
  }
  for (; at < oldEnd; at += 1) showLine(' ', old[at], show);
}

function rangeOf(start: number, end: number): string {
  const count = end - start;
  return `${count === 0 ? start : start + 1},${count}`;
}

function showLine(mark: string, token: string | undefined, show: (line: string) => void): void {
  const line = token ?? '';
  show(mark + (line.endsWith('\n') ? line.slice(0, -1) : line));
  if (line.endsWith('\n')) show('\\ No newline at end of file');
}
