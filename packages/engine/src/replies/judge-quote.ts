import { closingQuote, CODE, isDigit, isSpace, isWordStart } from './characters.ts';
import type { ReaderState } from './reader-state.ts';
import type { ReadingProblemCode } from './reading-problem.ts';

/**
 * Whether a quotation mark ends its text, belongs to it, or cannot be judged. `begins_next`: it opens the name of the
 * next field, and the one that should have ended the text was forgotten. `wait`: it cannot be judged yet.
 */
export type QuoteVerdict =
  | 'end'
  | 'inner'
  | 'wait'
  | 'begins_next'
  | Extract<ReadingProblemCode, 'unclear_quote'>;

/** How far is looked ahead to judge one; proper JSON never needs it. */
const FAR = 256;

/**
 * Judges the quotation mark at which the reader stands by what follows it. In proper JSON a comma, a colon or a
 * bracket does, and it is the end. Marks inside a text come in pairs; where a pair is open and the text could as
 * well end, it is not clear.
 */
export function judgeQuote(state: ReaderState): QuoteVerdict {
  const { buffer, at, containers, innerQuotes } = state;
  if (state.isKey) return isNextNeeded(state) ? 'wait' : 'end';
  if (containers.length === 0) return judgeLast(state);
  const next = skipSpace(buffer, at + 1);
  if (next === TOO_FAR) return 'end';
  if (next === buffer.length) return undecided(state);
  const code = buffer.charCodeAt(next);
  const isPaired = innerQuotes % 2 === 0;
  if (code === CODE.comma || code === CODE.wideComma) return isPaired ? 'end' : judgeComma(state, next + 1);
  if (isClosing(code)) return isPaired ? 'end' : 'unclear_quote';
  if (code === CODE.colon) return isPaired ? 'unclear_quote' : 'inner';
  return isPaired ? judgeFollower(state, next) : judgeInnerEnd(state, next);
}

/** Behind a name that ends with a colon the mark may open the value; what follows it tells. */
function isNextNeeded({ buffer, at, text, hasEnded }: ReaderState): boolean {
  return !hasEnded && at + 1 === buffer.length && text.length <= FAR && /:\s*$/.test(text);
}

/** Judges a plain mark in a text that another kind of mark began: alone before a sign that divides, it is the end. */
export function judgePlain(state: ReaderState): 'end' | 'inner' | 'wait' {
  const { buffer, at, containers, hasEnded, isKey } = state;
  if (state.plainQuotes % 2 === 1 || containers.length === 0) return 'inner';
  const next = skipSpace(buffer, at + 1);
  if (next === buffer.length) return hasEnded ? 'inner' : 'wait';
  if (next === TOO_FAR) return 'inner';
  const code = buffer.charCodeAt(next);
  if (isKey) return code === CODE.colon ? 'end' : 'inner';
  return code === CODE.comma || isClosing(code) ? 'end' : 'inner';
}

/** The text is all there is, unless a plus and another follow. */
function judgeLast(state: ReaderState): QuoteVerdict {
  const { buffer, at } = state;
  const next = skipSpace(buffer, at + 1);
  if (next === buffer.length) return undecided(state);
  if (next === TOO_FAR || buffer.charCodeAt(next) !== CODE.plus) return 'end';
  return skipSpace(buffer, next + 1) === buffer.length ? undecided(state) : 'end';
}

/** A comma behind a mark that would close a pair: a next value would make it the end as well. */
function judgeComma(state: ReaderState, from: number): QuoteVerdict {
  const { buffer } = state;
  const next = skipSpace(buffer, from);
  if (next === TOO_FAR) return 'unclear_quote';
  if (next === buffer.length) return undecided(state);
  const code = buffer.charCodeAt(next);
  if (!isWordStart(code)) return startsValue(code) || isClosing(code) ? 'unclear_quote' : 'inner';
  return asVerdict(state, findBareKey(buffer, next), 'unclear_quote', 'inner');
}

function judgeInnerEnd(state: ReaderState, next: number): QuoteVerdict {
  const { buffer } = state;
  if (closingQuote(buffer.charCodeAt(next)) === 0) return 'inner';
  const sight = findKey(buffer, next);
  return sight === 'unseen' && state.hasEnded ? 'inner' : asVerdict(state, sight, 'unclear_quote', 'inner');
}

/** No pair is open and neither comma nor bracket follows: a comma may be missing, or a pair begins. */
function judgeFollower(state: ReaderState, next: number): QuoteVerdict {
  const { buffer, at, containers } = state;
  const code = buffer.charCodeAt(next);
  const isSpaced = next > at + 1;
  if (code === CODE.plus) return judgePlus(state, next + 1);
  if (code === CODE.slash) {
    const verdict = judgeSlash(state, next + 1, isSpaced);
    return verdict === 'inner' && state.text === '' ? 'unclear_quote' : verdict;
  }
  if (code === CODE.hash && isSpaced) return 'end';
  if (code === CODE.backtick) {
    if (next + 3 > buffer.length) return undecided(state);
    if (buffer.startsWith('```', next)) return 'end';
  }
  // Two marks in a row: an empty text, or a mark that another language doubles.
  if (!isSpaced && state.text === '') return 'unclear_quote';
  const isInList = Array.isArray(containers.at(-1));
  if (closingQuote(code) !== 0) {
    if (!isInList) return asVerdict(state, findKey(buffer, next), 'end', 'inner');
    return isSpaced ? 'end' : 'unclear_quote';
  }
  const forgotten = isSpaced ? 'no' : findForgotten(state, isInList);
  if (forgotten !== 'no') return asVerdict(state, forgotten, 'begins_next', 'inner');
  const hasLineBreak = buffer.slice(at + 1, next).includes('\n');
  if (isInList) {
    const opens = code === CODE.openBrace || code === CODE.openBracket;
    if (!isSpaced && opens) return 'unclear_quote';
    return isSpaced && startsValue(code) ? 'end' : 'inner';
  }
  if (!hasLineBreak || !isWordStart(code)) return 'inner';
  return asVerdict(state, findBareKey(buffer, next), 'end', 'inner');
}

const ENDS_WITH_COMMA = /^[^,{}[\]\n]*[\p{L}\p{N}.!?)],\s*$/u;
const ENDS_WITH_LINE = /^[^,{}[\]\n]*[\p{L}\p{N}.!?)],[ \t\r]*\n\s*$/u;

/** Whether the text should have ended before a comma, and this mark opens what comes next. */
function findForgotten({ buffer, at, text, innerQuotes }: ReaderState, isInList: boolean): Sight {
  const rest = innerQuotes > 0 || text.length > FAR ? '' : text;
  if (isInList) return ENDS_WITH_LINE.test(rest) ? findItem(buffer, at) : 'no';
  return ENDS_WITH_COMMA.test(rest) ? findKey(buffer, at) : 'no';
}

function judgePlus(state: ReaderState, from: number): QuoteVerdict {
  const next = skipSpace(state.buffer, from);
  if (next === TOO_FAR) return 'inner';
  if (next === state.buffer.length) return undecided(state);
  if (state.buffer.charCodeAt(next) === CODE.slash) return judgeSlash(state, next + 1, true);
  return closingQuote(state.buffer.charCodeAt(next)) === 0 ? 'inner' : 'end';
}

/** A comment may follow. Two slashes right behind the mark may as well belong to an address. */
function judgeSlash(state: ReaderState, next: number, isSpaced: boolean): QuoteVerdict {
  if (next === state.buffer.length) return undecided(state);
  const code = state.buffer.charCodeAt(next);
  return code === CODE.star || (code === CODE.slash && isSpaced) ? 'end' : 'inner';
}

/** What follows is not there yet; at the end of the text the value is cut whatever it would have been. */
function undecided({ hasEnded }: ReaderState): QuoteVerdict {
  return hasEnded ? 'end' : 'wait';
}

type Sight = 'yes' | 'no' | 'unseen';

function asVerdict(state: ReaderState, sight: Sight, yes: QuoteVerdict, no: QuoteVerdict): QuoteVerdict {
  if (sight === 'unseen') return undecided(state);
  return sight === 'yes' ? yes : no;
}

/** Whether a name in quotation marks and a colon stand here. */
function findKey(buffer: string, from: number): Sight {
  const end = findMark(buffer, from);
  if (typeof end === 'string') return end;
  return NAME.test(buffer.slice(from + 1, end)) ? findSign(buffer, end + 1, from + FAR, ':') : 'no';
}

/** What a name looks like where something else could stand. */
const NAME = /^[\p{L}\p{N}_$][\p{L}\p{N}_$. -]*$/u;

/** Whether a text in quotation marks stands here that a comma or the end of the list follows. */
function findItem(buffer: string, from: number): Sight {
  const end = findMark(buffer, from);
  return typeof end === 'string' ? end : findSign(buffer, end + 1, from + FAR, ',]');
}

/** The mark that ends what this one opens, on the same line and not far. */
function findMark(buffer: string, from: number): number | Sight {
  const close = closingQuote(buffer.charCodeAt(from));
  const limit = from + FAR;
  let at = from + 1;
  for (; at < limit; at += 1) {
    if (at === buffer.length) return 'unseen';
    const code = buffer.charCodeAt(at);
    if (code === close) break;
    if (code === CODE.lineFeed) return 'no';
  }
  return at === from + 1 || at === limit ? 'no' : at;
}

/** Whether a bare name and a colon stand here. */
function findBareKey(buffer: string, from: number): Sight {
  const limit = from + FAR;
  let at = from;
  while (at < limit && (isWordStart(buffer.charCodeAt(at)) || isDigit(buffer.charCodeAt(at)))) at += 1;
  return findSign(buffer, at, limit, ':');
}

function findSign(buffer: string, from: number, limit: number, signs: string): Sight {
  if (from >= limit) return 'no';
  const at = skipSpace(buffer, from);
  if (at === TOO_FAR) return 'no';
  if (at >= buffer.length) return 'unseen';
  return signs.includes(buffer.charAt(at)) ? 'yes' : 'no';
}

const TOO_FAR = -1;

/** Skips spaces, but not so many that it would be dear to do it again with the next piece: then it gives a place that is none. */
export function skipSpace(buffer: string, from: number): number {
  const limit = from + FAR;
  let at = from;
  while (at < buffer.length && isSpace(buffer.charCodeAt(at))) {
    at += 1;
    if (at > limit) return TOO_FAR;
  }
  return at;
}

function startsValue(code: number): boolean {
  if (isDigit(code) || code === CODE.minus || closingQuote(code) !== 0) return true;
  return code === CODE.openBrace || code === CODE.openBracket;
}

function isClosing(code: number): boolean {
  return code === CODE.closeBrace || code === CODE.closeBracket;
}
