import type { SearchEdit } from '@rook/contract';

import { diffLines } from './diff-lines.ts';
import { splitLines } from './file-text.ts';
import { findText } from './find-text.ts';
import { matchBlock, sharesIndent, shiftLine, trimBlankEnd, trimBlanks, type Fit } from './match-block.ts';
import { checkEnds, lastLine } from './match-ends.ts';
import { checkNeighbours } from './match-neighbours.ts';
import type { LineChange, Replacement } from './replacement.ts';
import type { TextLines } from './text-lines.ts';

/** Where one edit belongs and what it puts there, or why nobody can say. */
export type SearchMatch =
  | { readonly kind: 'characters'; readonly replacement: Replacement }
  | { readonly kind: 'lines'; readonly change: LineChange }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ambiguous'; readonly lines: readonly number[] }
  | { readonly kind: 'unclear'; readonly offset: number; readonly why: string };

/** The text in which is searched; its lines are counted only where characters do not decide. */
export interface SearchedText {
  readonly text: string;
  readonly lines: () => TextLines;
}

const MOST_PLACES = 20;

/** Finds the one place of an edit. Both of its texts have the form of the file's text. */
export function matchSearch(searched: SearchedText, { search, replace }: SearchEdit): SearchMatch {
  const { text } = searched;
  const words = longestWords(search);
  const first = text.indexOf(words);
  if (first === -1) return { kind: 'missing' };
  // Where the longest line stands once, no other place can fit, not even loosely.
  const once = words !== '' && text.indexOf(words, first + 1) === -1;
  const start = once ? first - search.indexOf(words) : findText(text, search);
  if (start < 0 || !text.startsWith(search, start)) return matchLoosely(searched, search, replace);
  if (!once && findText(text, search, start + 1) !== -1) {
    return { kind: 'ambiguous', lines: placesOf(searched, search) };
  }
  const end = start + search.length;
  const startsLine = start === 0 || text.charCodeAt(start - 1) === LINE_FEED;
  const endsLine = search.endsWith('\n') || end === text.length || text.charCodeAt(end) === LINE_FEED;
  if (startsLine && endsLine) return matchWholeLines(searched, { start, once }, search, replace);
  if (startsLine && onlyBlanksUntilLineEnd(text, end)) return matchLoosely(searched, search, replace);
  const twins = once ? [] : matchBlock(searched.lines(), splitLines(search));
  if (twins.length > 1) return { kind: 'ambiguous', lines: twins.map(({ line }) => line) };
  const why = checkEnds(text, start, search, replace);
  if (why !== null) return { kind: 'unclear', offset: start, why };
  return { kind: 'characters', replacement: { start, end, text: replace } };
}

const LINE_FEED = 10;

function placesOf({ text, lines }: SearchedText, search: string): number[] {
  const index = lines();
  const places: number[] = [];
  for (let at = findText(text, search); at !== -1 && places.length < MOST_PLACES;) {
    const line = index.lineOf(at);
    places.push(line);
    at = line + 1 < index.count ? findText(text, search, index.start(line + 1)) : -1;
  }
  return places;
}

function onlyBlanksUntilLineEnd(text: string, from: number): boolean {
  const lineEnd = text.indexOf('\n', from);
  return trimBlanks(text.slice(from, lineEnd === -1 ? text.length : lineEnd)) === '';
}

/** The search text is whole lines of the file, character by character. */
function matchWholeLines(
  searched: SearchedText,
  { start, once }: { readonly start: number; readonly once: boolean },
  search: string,
  replace: string,
): SearchMatch {
  const end = start + search.length;
  const place = { start, end: search.endsWith('\n') ? end - 1 : end };
  const why =
    checkLineBreaks(search, replace) ??
    checkNeighbours(searched.text, place, splitLines(search), splitLines(replace));
  if (why !== null) return { kind: 'unclear', offset: start, why };
  // Places that differ in blanks alone: the model may have meant any of them.
  const twins = once ? [] : matchBlock(searched.lines(), splitLines(search));
  if (twins.length > 1) return { kind: 'ambiguous', lines: twins.map(({ line }) => line) };
  if (replace === '' || !search.endsWith('\n')) {
    return { kind: 'characters', replacement: { start, end, text: replace } };
  }
  const text = replace.endsWith('\n') ? replace.slice(0, -1) : replace;
  return { kind: 'characters', replacement: { start, end: end - 1, text } };
}

/** The longest line without the blanks around it; empty when there are only blanks. */
function longestWords(search: string): string {
  if (!search.includes('\n')) return trimBlanks(search);
  let longest = '';
  for (const line of search.split('\n')) {
    if (line.length <= longest.length) continue;
    const words = trimBlanks(line);
    if (words.length > longest.length) longest = words;
  }
  return longest;
}

/** Why it is unclear whether the line break after the lines belongs to the change; null when it is clear. */
function checkLineBreaks(search: string, replace: string): string | null {
  if (search.endsWith('\n')) {
    // The line break alone was left out where both end with the same line.
    return replace === '' || replace.endsWith('\n') || lastLine(search.slice(0, -1)) === lastLine(replace)
      ? null
      : 'the search text ends with a line break and the replacement does not; end both alike';
  }
  if (replace === '') {
    return 'it is whole lines and the replacement is empty; end the search text with a line break to remove the lines';
  }
  return replace.endsWith('\n')
    ? 'the replacement ends with a line break and the search text does not; end both alike'
    : null;
}

/** Whole lines that differ in trailing blanks or by one indentation alone. */
function matchLoosely(searched: SearchedText, search: string, replace: string): SearchMatch {
  const lines = searched.lines();
  const block = splitLines(search);
  const [fit, ...others] = matchBlock(lines, block);
  if (fit === undefined || (fit.shift.kind === 'other' && others.length === 0)) return { kind: 'missing' };
  if (others.length > 0) {
    return { kind: 'ambiguous', lines: [fit, ...others].map(({ line }) => line) };
  }
  const offset = lines.start(fit.line);
  const replacement = splitLines(replace);
  const place = { start: offset, end: lines.end(fit.line + block.length - 1) };
  const why = checkLineBreaks(search, replace) ?? checkNeighbours(searched.text, place, block, replacement);
  if (why !== null) return { kind: 'unclear', offset, why };
  const fresh = sharesIndent(block, replacement, fit.shift)
    ? composeLines(lines, fit, block, replacement)
    : null;
  if (fresh === null) {
    const said =
      'the lines there differ in blanks, and what the replacement means is not certain; write all blanks as they are in the file';
    return { kind: 'unclear', offset, why: said };
  }
  return { kind: 'lines', change: { from: fit.line, to: fit.line + block.length, lines: fresh } };
}

/** The new lines: what the replacement keeps of the search text stays as it is in the file. */
function composeLines(
  lines: TextLines,
  { line, shift }: Fit,
  block: readonly string[],
  replacement: readonly string[],
): string[] | null {
  const hunks = diffLines(block.map(trimBlankEnd), replacement.map(trimBlankEnd));
  const blanked = new Set(block.filter((_, index) => endsInBlanks(lines.at(line + index))).map(trimBlankEnd));
  const fresh: string[] = [];
  let [oldAt, newAt] = [0, 0];
  // Blanks at the end of a line that is kept: those of the search text or those of the file, and the same for all lines.
  const ways = new Set<'searched' | 'found'>();
  const keep = (until: number): boolean => {
    for (; oldAt < until; oldAt += 1, newAt += 1) {
      const found = lines.at(line + oldAt);
      const [there, was, wanted] = [found, block[oldAt] ?? '', replacement[newAt] ?? ''].map(blankEndOf);
      if (wanted !== was && wanted !== there) return false;
      if (was !== there) ways.add(wanted === was ? 'searched' : 'found');
      if (ways.size > 1) return false;
      fresh.push(found);
    }
    return true;
  };
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    if (!keep(oldStart)) return null;
    for (const written of replacement.slice(newStart, newEnd)) {
      const moved = shiftLine(written, shift);
      // Blanks at the ends of lines are not to be trusted where the search text has them wrong.
      if (moved === null || endsInBlanks(moved) || blanked.has(written)) return null;
      fresh.push(moved);
    }
    [oldAt, newAt] = [oldEnd, newEnd];
  }
  return keep(block.length) ? fresh : null;
}

function blankEndOf(line: string): string {
  return line.slice(trimBlankEnd(line).length);
}

function endsInBlanks(line: string): boolean {
  return trimBlankEnd(line) !== line;
}
