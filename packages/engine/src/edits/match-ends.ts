import { isBlank, trimBlanks } from './match-block.ts';

const WORD = /[\p{L}\p{M}\p{N}_$]/u;

/**
 * Why a search text that begins or ends within a line leaves open what was meant; null when it does not.
 *
 * A model that drops the end of a line from its search text, or the indentation of its lines, still names one
 * place. Replacing just these characters would then leave a rest of the old line behind.
 */
export function checkEnds(text: string, start: number, search: string, replace: string): string | null {
  const end = start + search.length;
  if (isInWord(text, start) || isInWord(text, end)) {
    return 'it begins or ends in the middle of a word; write whole lines';
  }
  const many = search.includes('\n') || replace.includes('\n');
  return checkStart(text, start, search, replace, many) ?? checkEnd(text, end, search, replace, many);
}

function breaksBefore(text: string): number {
  return /^\n*/.exec(text)?.[0].length ?? 0;
}

function isInWord(text: string, offset: number): boolean {
  return WORD.test(text.charAt(offset - 1)) && WORD.test(text.charAt(offset));
}

function checkStart(
  text: string,
  start: number,
  search: string,
  replace: string,
  many: boolean,
): string | null {
  if (search.startsWith('\n')) {
    // As lines these are blank ones, and as characters the first ends the line above.
    return breaksBefore(search) === 1 && (replace === '' || breaksBefore(replace) === 1)
      ? null
      : 'it begins with other line breaks than the replacement; begin both with a line that has text';
  }
  if (start === 0 || text.charCodeAt(start - 1) === 10) return null;
  const before = trimBlanks(text.slice(text.lastIndexOf('\n', start - 1) + 1, start));
  if (before === '') return checkIndent(search, replace, restOfLine(text, start + search.length));
  if (many) {
    return firstLine(search) === firstLine(replace)
      ? null
      : 'it begins within a line; begin it with the whole line';
  }
  if (replace === '' || search.charAt(0) === replace.charAt(0)) return null;
  return replace.startsWith(before.charAt(0))
    ? 'it begins within a line, and the replacement seems to begin that line anew; write the whole line'
    : null;
}

/** Only the indentation stands before the place: were all lines written without it, or the first alone? */
function checkIndent(search: string, replace: string, rest: string): string | null {
  if (replace.trim() === '') {
    return rest === '' || search.endsWith('\n')
      ? 'the replacement is empty; write the whole line with its line break to remove it'
      : null;
  }
  if (indentOf(search) !== indentOf(replace)) {
    return 'it begins within the indentation of a line, and the replacement begins differently; write both with the full indentation';
  }
  const written = search.split('\n').filter((line) => trimBlanks(line) !== '').length;
  const fresh = replace.split('\n').filter((line) => trimBlanks(line) !== '').length;
  const sameStart = firstLine(search) === firstLine(replace) && !isIndentedAnew(search, replace);
  return fresh + written > 2 && (written === 1 || !sameStart)
    ? 'it begins after the indentation of a line, and it is not clear how the others are indented; write both with the full indentation'
    : null;
}

/** Whether a line comes back with another indentation, so that the one of the first line is not certain either. */
function isIndentedAnew(search: string, replace: string): boolean {
  const old = new Map(search.split('\n').map((line) => [trimBlanks(line), line]));
  return replace.split('\n').some((line) => (old.get(trimBlanks(line)) ?? line) !== line);
}

function indentOf(text: string): number {
  let length = 0;
  while (isBlank(text.charCodeAt(length))) length += 1;
  return length;
}

function checkEnd(text: string, end: number, search: string, replace: string, many: boolean): string | null {
  if (search.endsWith('\n')) {
    return replace.endsWith('\n')
      ? null
      : 'it ends with a line break and the replacement does not; end both alike';
  }
  const rest = restOfLine(text, end);
  if (rest === '') {
    return replace.endsWith('\n')
      ? 'the replacement ends with a line break and it does not; end both alike'
      : null;
  }
  if (many) {
    return lastLine(search) === lastLine(replace) && !CLOSING.test(rest)
      ? null
      : 'it ends within a line; end it with the whole line';
  }
  const start = end - search.length;
  const fromStart = trimBlanks(text.slice(text.lastIndexOf('\n', start - 1) + 1, start)) === '';
  if (
    fromStart &&
    search.at(-1) !== replace.at(-1) &&
    (replace === '' || OPEN_END.test(search) || leavesOpen(search, replace, rest))
  ) {
    return 'it ends within a line, as if it was cut off; write the whole line';
  }
  if (replace === '') return null;
  const isOther = edgeOf(search, LAST) !== edgeOf(replace, LAST);
  if (fromStart && isOther && /\S\s+\S/u.test(search) && edgeOf(search, FIRST) !== edgeOf(replace, FIRST))
    return OTHER_LINE;
  if (fromStart && repeatsWords(rest, search, replace)) return LINE_AGAIN;
  if (search.at(-1) !== replace.at(-1) && replace.at(-1) === rest.at(-1)) return LINE_AGAIN;
  if (replace.endsWith(rest) && !search.endsWith(rest)) return LINE_AGAIN;
  const appended = replace.startsWith(search) ? replace.slice(search.length) : '';
  if (fromStart && beginsAlike(trimBlanks(appended), rest)) return LINE_AGAIN;
  return rest.length > 2 && appended.includes(rest) ? LINE_AGAIN : null;
}

/** More than one character is seldom the same by chance. */
function beginsAlike(a: string, b: string): boolean {
  return a.length > 1 && b.length > 1 && a.slice(0, 2) === b.slice(0, 2);
}

const FIRST = /^\s*([\p{L}\p{N}_$]+|[^\p{L}\p{N}_$])/u;
const LAST = /([\p{L}\p{N}_$]+|[^\p{L}\p{N}_$])$/u;

/** The word or the character with which a text begins or ends. */
function edgeOf(text: string, edge: RegExp): string {
  return edge.exec(text)?.[1] ?? '';
}

/** Whether the replacement brings words that stand in the rest of the line, which the search text does not reach. */
function repeatsWords(rest: string, search: string, replace: string): boolean {
  const words = rest.match(/[\p{L}\p{N}_$]{4,}/gu) ?? [];
  return words.some((word) => replace.includes(word) && !search.includes(word));
}

function isOdd(text: string, quote: string): boolean {
  return text.split(quote).length % 2 === 0;
}

const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

function depthOf(text: string, open: string, close: string): number {
  return text.split(open).length - text.split(close).length;
}

/** Whether the search text opens a quotation or a bracket that the replacement also closes. */
function leavesOpen(search: string, replace: string, rest: string): boolean {
  const opens = BRACKETS.some(
    ([open, close]) =>
      rest.includes(close) && depthOf(search, open, close) > 0 && depthOf(replace, open, close) === 0,
  );
  if (opens) return true;
  return ["'", '"', '`'].some(
    (quote) => rest.includes(quote) && isOdd(search, quote) && !isOdd(replace, quote),
  );
}

/** What stands at the end of a piece of a line that goes on. */
const OPEN_END = /[\s=+\-*/%&|<>!?:,.({[$@#~^]$/;
/** The end of a line that is easily forgotten: whether it is to stay, nobody can say. */
const CLOSING = /^[;,)\]}]+$/;
const LINE_AGAIN =
  'it ends within a line, and the replacement seems to write the rest of that line too; write the whole line';

const OTHER_LINE =
  'it ends within a line, and the replacement begins and ends otherwise, so that it is not clear what becomes of the rest; write the whole line';

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

export function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function restOfLine(text: string, from: number): string {
  const lineEnd = text.indexOf('\n', from);
  return trimBlanks(text.slice(from, lineEnd === -1 ? text.length : lineEnd));
}
