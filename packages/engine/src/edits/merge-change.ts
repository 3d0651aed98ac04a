import { carryLines, touches, type LineRange } from './carry-lines.ts';
import { diffLines, type LineHunk } from './diff-lines.ts';
import { decodeText, readableText, type FileText } from './file-text.ts';
import { finishText, tokensOf } from './finish-text.ts';
import type { Replacement } from './replacement.ts';
import { indexLines } from './text-lines.ts';

export type Merge =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly cause: MergeCause; readonly conflicts: readonly Conflict[] };

/** Why two changes cannot be joined; all but `lines` are about the whole file. */
export type MergeCause = 'lines' | 'not_text' | 'encoding' | 'line_ends';

/** A place where two changes exclude each other. */
export interface Conflict {
  /** Of the file as it is now, from 1; null: it is about all of the file. */
  readonly line: number | null;
  /** What is there now. */
  readonly ours: string;
  /** What would be put there. */
  readonly theirs: string;
}

/**
 * Makes the change from `base` to `theirs` in `ours`, which is `base` as others changed it. What others changed stays byte by byte;
 * where both changed the same lines, or lines beside each other, it is a conflict. Line ends are those of `ours`.
 */
export function mergeChange(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Merge {
  const texts = [base, ours, theirs].map((bytes) => decodeText(bytes));
  const [baseText, oursText, theirsText] = texts;
  if (!baseText || !oursText || !theirsText) return whole('not_text', ours, theirs);
  if (!isAlike(baseText, oursText, theirsText)) return whole('encoding', ours, theirs);
  const sides = {
    base: tokensOf(baseText.text),
    ours: tokensOf(oursText.text),
    theirs: tokensOf(theirsText.text),
  };
  const wanted = diffLines(sides.base, sides.theirs);
  // The change was about line ends alone, and those cannot be told apart from what others made of them.
  if (wanted.length === 0) return whole('line_ends', ours, theirs);
  const made = diffLines(sides.base, sides.ours);
  const conflicts: Conflict[] = [];
  const replacements: Replacement[] = [];
  const lines = indexLines(oursText.text);
  for (const hunk of wanted) {
    const near = made.filter((other) => touches(rangeOf(hunk), other));
    if (isSameChange(hunk, near, sides)) continue;
    const place = carryLines(rangeOf(hunk), made);
    const fresh = sides.theirs.slice(hunk.newStart, hunk.newEnd);
    if (near.length > 0) conflicts.push(conflictAt(place, sides.ours, fresh, oursText));
    else
      replacements.push({
        start: lines.start(place.start),
        end: lines.start(place.end),
        text: fresh.map(spell).join(''),
      });
  }
  if (conflicts.length > 0) return { ok: false, cause: 'lines', conflicts };
  if (replacements.length === 0) return { ok: true, bytes: ours };
  return { ok: true, bytes: finishText(oursText, replacements, ours).encode() };
}

interface Sides {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

function whole(cause: MergeCause, ours: Uint8Array, theirs: Uint8Array): Merge {
  return { ok: false, cause, conflicts: [conflictOfFile(ours, theirs)] };
}

/** Both sides of a file of which not some lines, but all of it is in question. */
export function conflictOfFile(ours: Uint8Array | null, theirs: Uint8Array | null): Conflict {
  return { line: null, ours: showFile(ours), theirs: showFile(theirs) };
}

function showFile(bytes: Uint8Array | null): string {
  if (bytes === null) return '';
  const text = bytes.length > MOST_SHOWN_BYTES ? null : decodeText(bytes);
  if (text === null) return `(${bytes.length} bytes that are not shown)\n`;
  return show(tokensOf(text.text), text);
}

/** One who changes the marks or the encoding of a file changes every byte of it. */
function isAlike(base: FileText, ours: FileText, theirs: FileText): boolean {
  return (
    base.encoding === ours.encoding &&
    base.encoding === theirs.encoding &&
    base.bom === theirs.bom &&
    (base.lineEnds === theirs.lineEnds ||
      typeof base.lineEnds === 'object' ||
      typeof theirs.lineEnds === 'object')
  );
}

function rangeOf({ oldStart, oldEnd }: LineHunk): LineRange {
  return { start: oldStart, end: oldEnd };
}

function isSameChange(hunk: LineHunk, near: readonly LineHunk[], { ours, theirs }: Sides): boolean {
  const [other] = near;
  if (other === undefined || near.length > 1) return false;
  if (other.oldStart !== hunk.oldStart || other.oldEnd !== hunk.oldEnd) return false;
  const mine = ours.slice(other.newStart, other.newEnd);
  const fresh = theirs.slice(hunk.newStart, hunk.newEnd);
  return mine.length === fresh.length && mine.every((line, index) => line === fresh[index]);
}

const MOST_LINES = 40;
const MOST_CHARACTERS = 500;
const MOST_SHOWN_BYTES = 1_000_000;

function conflictAt(
  { start, end }: LineRange,
  ours: readonly string[],
  theirs: readonly string[],
  text: FileText,
): Conflict {
  return { line: start + 1, ours: show(ours.slice(start, end), text), theirs: show(theirs, text) };
}

function show(tokens: readonly string[], { encoding }: FileText): string {
  const shown = tokens.slice(0, MOST_LINES).map((token) => spell(token).slice(0, MOST_CHARACTERS));
  const more = tokens.length - shown.length;
  const text = shown.map((line) => (line.endsWith('\n') ? line : `${line}\n`)).join('');
  return readableText(text, encoding) + (more > 0 ? `… ${more} more lines\n` : '');
}

/** A line as it stands in a text; one that ends with a break here has none there. */
function spell(token: string): string {
  return token.endsWith('\n') ? token.slice(0, -1) : `${token}\n`;
}
