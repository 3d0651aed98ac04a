import type { TextLines } from './text-lines.ts';

/** How the lines of a file differ from the lines that a model wrote, where the meaning is certain. */
export interface Fit {
  /** The first line of the place. */
  readonly line: number;
  /** Nothing differs. */
  readonly exact: boolean;
  /**
   * Blanks that every line of the file has more in front (`more`) or less (`less`) than was written. `other`: the
   * indentation differs in another way; nothing can be changed there, but the model may have meant it.
   */
  readonly shift: { readonly kind: 'none' | 'more' | 'less' | 'other'; readonly blanks: string };
}

/** More places than this are not told apart by anybody. */
const MOST_FITS = 20;
/** After so many compared lines a file counts as one of equal lines, and each of its lines is looked at once. */
const MOST_COMPARED = 100_000;

/**
 * All places of a block of lines. Trailing blanks may differ, and the indentation if it differs by the same
 * blanks in every line; nothing else may. A block of nothing but blank lines has no places here.
 */
export function matchBlock(lines: TextLines, block: readonly string[]): Fit[] {
  const rows = block.map(toRow);
  const anchor = longestRow(rows);
  const words = rows[anchor]?.words ?? '';
  const fits: Fit[] = [];
  if (words === '') return fits;
  const { text } = lines;
  const work = { compared: 0 };
  let tried = -1;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
    const line = lines.lineOf(at);
    if (line === tried) continue;
    tried = line;
    const fit = fitAt(lines, rows, line - anchor, work);
    if (work.compared > MOST_COMPARED) return matchByWords(lines, rows);
    if (fit !== null) fits.push(fit);
    if (fits.length >= MOST_FITS) break;
  }
  return fits;
}

/**
 * The same places in one pass over the file: after a line that does not fit, the longest beginning of the block
 * that still fits is gone on with, as Knuth, Morris and Pratt do with characters.
 */
function matchByWords(lines: TextLines, rows: readonly Row[]): Fit[] {
  const fallback = [0];
  for (let at = 1, same = 0; at < rows.length; at += 1) {
    while (same > 0 && rows[same]?.words !== rows[at]?.words) same = fallback[same - 1] ?? 0;
    if (rows[same]?.words === rows[at]?.words) same += 1;
    fallback.push(same);
  }
  const fits: Fit[] = [];
  let same = 0;
  for (let line = 0; line < lines.count && fits.length < MOST_FITS; line += 1) {
    const words = trimBlanks(lines.at(line));
    while (same > 0 && rows[same]?.words !== words) same = fallback[same - 1] ?? 0;
    if (rows[same]?.words === words) same += 1;
    if (same < rows.length) continue;
    const fit = fitAt(lines, rows, line - rows.length + 1, { compared: 0 });
    if (fit !== null) fits.push(fit);
    same = fallback[same - 1] ?? 0;
  }
  return fits;
}

/** One line that a model wrote. */
interface Row {
  readonly written: string;
  readonly indent: string;
  /** Without the blanks around it. */
  readonly words: string;
}

function toRow(written: string): Row {
  const words = trimBlanks(written);
  return { written, words, indent: words === '' ? '' : written.slice(0, written.indexOf(words)) };
}

function longestRow(rows: readonly Row[]): number {
  let longest = 0;
  for (const [index, { words }] of rows.entries()) {
    if (words.length > (rows[longest]?.words.length ?? 0)) longest = index;
  }
  return longest;
}

function fitAt(
  lines: TextLines,
  rows: readonly Row[],
  first: number,
  work: { compared: number },
): Fit | null {
  if (first < 0 || first + rows.length > lines.count) return null;
  let shift: Fit['shift'] | null = null;
  let exact = true;
  for (const [index, { written, indent, words }] of rows.entries()) {
    const found = lines.at(first + index);
    work.compared += 1;
    if (found === written) {
      if (words === '') continue;
      shift = shift === null || shift.kind === 'none' ? NO_SHIFT : OTHER_SHIFT;
      continue;
    }
    exact = false;
    const foundWords = trimBlanks(found);
    if (foundWords !== words) return null;
    if (words === '') continue;
    const own = compareIndents(found.slice(0, found.indexOf(words)), indent);
    const same: boolean = shift === null || (shift.kind === own.kind && shift.blanks === own.blanks);
    shift = same ? own : OTHER_SHIFT;
  }
  return { line: first, exact, shift: shift ?? NO_SHIFT };
}

const OTHER_SHIFT: Fit['shift'] = { kind: 'other', blanks: '' };
const NO_SHIFT: Fit['shift'] = { kind: 'none', blanks: '' };

function compareIndents(found: string, written: string): Fit['shift'] {
  if (found === written) return NO_SHIFT;
  if (found.endsWith(written)) {
    return { kind: 'more', blanks: found.slice(0, found.length - written.length) };
  }
  if (written.endsWith(found)) {
    return { kind: 'less', blanks: written.slice(0, written.length - found.length) };
  }
  return OTHER_SHIFT;
}

/** Spaces and tabs only: other characters that look empty are characters. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export function trimBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/**
 * Whether new lines are indented as the written block is, and not already as the file is: only then they can be
 * moved with it. They begin like the block, and none of its lines comes back with the indentation of the file.
 */
export function sharesIndent(
  block: readonly string[],
  fresh: readonly string[],
  shift: Fit['shift'],
): boolean {
  if (shift.kind === 'none') return true;
  const rows = block.map(toRow).filter(({ words }) => words !== '');
  const freshRows = fresh.map(toRow).filter(({ words }) => words !== '');
  const [first] = freshRows;
  if (first === undefined) return true;
  if (first.indent !== rows[0]?.indent) return false;
  const written = new Set(rows.map(({ words, indent }) => indent + words));
  const isSeen = freshRows.some(({ words, indent }) => written.has(indent + words));
  // Where no line comes back, the least indented ones have to show that both are written alike.
  if (!isSeen && leastIndent(rows) !== leastIndent(freshRows)) return false;
  const moved = new Set<string>();
  for (const { words, indent } of rows) {
    const own = movedIndent(indent, shift);
    if (own !== indent) moved.add(own + words);
  }
  return !freshRows.some(({ words, indent }) => moved.has(indent + words));
}

function leastIndent(rows: readonly Row[]): number {
  return Math.min(...rows.map(({ indent }) => indent.length));
}

function movedIndent(indent: string, { kind, blanks }: Fit['shift']): string {
  return kind === 'more' ? blanks + indent : indent.slice(blanks.length);
}

/** A line of the model's, moved as the place was; null where it cannot be moved with certainty. */
export function shiftLine(line: string, { kind, blanks }: Fit['shift']): string | null {
  if (kind === 'other') return null;
  if (kind === 'none') return line;
  if (trimBlanks(line) === '') return line;
  if (kind === 'less') return line.startsWith(blanks) ? line.slice(blanks.length) : null;
  const own = line.slice(0, line.indexOf(trimBlanks(line)));
  const mixes = (/\t/.test(blanks) && / /.test(own)) || (/ /.test(blanks) && /\t/.test(own));
  return mixes ? null : blanks + line;
}
