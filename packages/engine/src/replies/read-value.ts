import { closingQuote, CODE, isDigit, isTokenPart, isWordStart, signs } from './characters.ts';
import type { JsonValue } from './json-value.ts';
import { closeContainer, openContainer, placeValue } from './place-value.ts';
import { beginText } from './read-text.ts';
import { goesOn, LONGEST_WORD, readToken } from './read-token.ts';
import { note, stop, type ReaderState } from './reader-state.ts';
import { isBehindOdd, isPlainName } from './set-key.ts';
import { skipBetween } from './skip-between.ts';

/** Reads the beginning of a value, or the end of a list. */
export function readValue(state: ReaderState): boolean {
  const skipped = skipBetween(state);
  if (skipped !== 'here') return skipped === 'again';
  const { buffer, at, containers } = state;
  const code = buffer.charCodeAt(at);
  if (code === CODE.quote) return beginText(state, false);
  if (state.isJoining) return closingQuote(code) === 0 ? stop(state, 'unexpected') : beginText(state, false);
  if (code === CODE.openBrace) return openContainer(state, {});
  if (code === CODE.openBracket) return openContainer(state, []);
  if (isDigit(code) || code === CODE.minus || code === CODE.plus || isWordStart(code))
    return beginToken(state);
  if (code === CODE.point) return readPoint(state);
  const isInList = Array.isArray(containers.at(-1));
  if (code === CODE.closeBracket && isInList) {
    if (state.hasComma) note(state, 'extra_comma');
    return closeContainer(state, true);
  }
  if (code === CODE.colon && !isInList) return readExtraColon(state);
  if (code === CODE.comma || code === CODE.wideComma)
    return stop(state, isInList ? 'unclear_comma' : 'missing_value');
  if (closingQuote(code) !== 0) return beginText(state, false);
  if (code === 0x20_26) return stop(state, 'left_out');
  if (code === CODE.closeBrace || code === CODE.closeBracket)
    return stop(state, isInList ? 'unclear_bracket' : 'missing_value');
  return stop(state, code === CODE.backslash ? 'escaped_text' : 'unexpected');
}

/** A colon behind a colon says nothing; before a word it may be a part of it. */
function readExtraColon(state: ReaderState): boolean {
  const { buffer, at, hasEnded } = state;
  if (at + 1 === buffer.length && !hasEnded) return false;
  const next = buffer.charCodeAt(at + 1);
  if (isWordStart(next) || next === CODE.equals) return stop(state, 'unexpected');
  state.at += 1;
  return note(state, 'extra_colon');
}

function beginToken(state: ReaderState): true {
  state.text = '';
  state.textStart = state.base + state.at;
  state.mode = 'token';
  return true;
}

/** `.5` is a number; `...` stands for something that was left out. */
function readPoint(state: ReaderState): boolean {
  const { buffer, at, hasEnded } = state;
  if (at + 1 === buffer.length && !hasEnded) return false;
  return isDigit(buffer.charCodeAt(at + 1)) ? beginToken(state) : stop(state, 'left_out');
}

/** Reads a number or bare words up to their end. */
export function readTokenPart(state: ReaderState): boolean {
  const { buffer, at: start } = state;
  let at = start;
  while (at < buffer.length && isTokenPart(buffer.charCodeAt(at))) at += 1;
  if (at > start) state.text += buffer.slice(start, at);
  state.at = at;
  if (at === buffer.length) return false;
  if (buffer.charCodeAt(at) !== CODE.space) return readInnerSign(state) ?? endToken(state);
  if (!canGoOn(state)) return endToken(state);
  let next = at;
  while (next < buffer.length && next - at <= LONGEST_WORD && buffer.charCodeAt(next) === CODE.space)
    next += 1;
  if (next === buffer.length && !state.hasEnded) return next - at > LONGEST_WORD ? endToken(state) : false;
  const code = buffer.charCodeAt(next);
  if (!isWordStart(code) && !isDigit(code)) return endToken(state);
  state.text += buffer.slice(at, next);
  state.at = next;
  return true;
}

/** Signs of an address or a time that are none of a word. Null when the token is at its end. */
function readInnerSign(state: ReaderState): boolean | null {
  const { buffer, at, containers, hasEnded } = state;
  if (containers.length === 0 || !INNER_SIGNS.has(buffer.charCodeAt(at))) return null;
  if (at + 3 > buffer.length && !hasEnded) return false;
  if (!goesOn(state.text, buffer.slice(at, at + 3))) return null;
  state.text += buffer.charAt(at);
  state.at += 1;
  return true;
}

const INNER_SIGNS = signs(':/&=%~@');

/** Several words on one line are one text, unless the first has a meaning of its own. */
function canGoOn({ text, containers }: ReaderState): boolean {
  if (containers.length === 0 || text.length > LONGEST_WORD || !isWordStart(text.charCodeAt(0))) return false;
  return readToken(text).kind !== 'value';
}

/** Behind a word these make it a call, an address or something else that is no text. */
const NOT_BEHIND_WORD = new Set('({[/\\@%*&|<>=?!~^:;');

/** What the token means; a sign that belongs to neither JSON nor the token makes it unclear. */
export function endToken(state: ReaderState): boolean {
  const { text, textStart, base, buffer, at } = state;
  const token = readToken(text);
  const begin = textStart - base;
  if (token.kind === 'unclear') return stop(state, token.code, begin);
  if (buffer.charCodeAt(at) === CODE.hash) return stop(state, 'unclear_word', begin);
  if (token.kind === 'word') return endWord(state, text);
  if (token.problem !== null) note(state, token.problem, begin);
  state.isAfterWord = false;
  return placeValue(state, token.value, at);
}

/** A word without quotation marks is a text, and so are several on one line; a mark at its end lost its partner. */
function endWord(state: ReaderState, word: string): boolean {
  const { textStart, base, buffer, at, containers, hasEnded } = state;
  const begin = textStart - base;
  const next = buffer.charAt(at);
  if (containers.length === 0 || NOT_BEHIND_WORD.has(next)) return stop(state, 'unclear_word', begin);
  const isMarked = next === '"' && isAlone(state) && isPlainName(state.keys.at(-1) ?? '');
  if (isMarked && at + 1 === buffer.length && !hasEnded) return false;
  if (next === '"' && !(isMarked && /[,}\]]/.test(buffer.charAt(at + 1))))
    return stop(state, 'unclear_word', begin);
  note(state, isMarked ? 'missing_quote' : 'unquoted_text', begin);
  if (isMarked) state.at += 1;
  state.isAfterWord = !isMarked;
  return placeValue(state, word, state.at);
}

/** Whether nothing before a word with one mark hints that the text began there, or that the mark belongs elsewhere. */
function isAlone(state: ReaderState): boolean {
  if (state.isWithoutComma || state.isBehindWord || state.isBehindTouching || isBehindOdd(state))
    return false;
  const last = lastValue(state);
  return last === undefined || typeof last === 'string' || (typeof last === 'object' && last !== null);
}

/** Reads what follows a value in a list or an object: a comma, the end, or the next one without a comma. */
export function readAfter(state: ReaderState): boolean {
  const skipped = skipBetween(state);
  if (skipped !== 'here') return skipped === 'again';
  const code = state.buffer.charCodeAt(state.at);
  const isInList = Array.isArray(state.containers.at(-1));
  if (code === CODE.comma || code === CODE.wideComma) {
    if (code === CODE.wideComma) note(state, 'foreign_sign');
    state.at += 1;
    state.hasComma = true;
    state.isBehindWord = state.isAfterWord;
    state.isAfterWord = false;
    state.isWithoutComma = false;
    state.mode = isInList ? 'value' : 'key';
    return true;
  }
  if (code === CODE.closeBrace) return closeContainer(state, false);
  if (code === CODE.closeBracket) return closeContainer(state, true);
  return readWithoutComma(state, code, isInList);
}

function readWithoutComma(state: ReaderState, code: number, isInList: boolean): boolean {
  const isQuote = closingQuote(code) !== 0;
  if (state.isAfterWord && !state.isOnNextLine && (isInList || !isQuote)) return stop(state, 'unclear_word');
  const isSpaced = state.base + state.at > state.valueEnd;
  const opens = code === CODE.openBrace || code === CODE.openBracket;
  const isScalar = isQuote || isDigit(code) || code === CODE.minus || isWordStart(code);
  const isBehindScalar = !isSpaced && typeof lastValue(state) !== 'object';
  const follows = isInList
    ? (opens && !isBehindScalar) || (isSpaced && isScalar)
    : isQuote || (isSpaced && isWordStart(code));
  if (!follows) return stop(state, code === CODE.point ? 'left_out' : 'unexpected');
  if (!isSpaced) state.isBehindTouching = true;
  note(state, 'missing_comma');
  state.isWithoutComma = true;
  state.mode = isInList ? 'value' : 'key';
  return true;
}

function lastValue({ containers }: ReaderState): JsonValue | undefined {
  const open = containers.at(-1);
  return Array.isArray(open) ? open.at(-1) : undefined;
}
