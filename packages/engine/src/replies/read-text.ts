import { closingQuote, CODE, isDigit, isLetter, isSpace, plainQuote, signs } from './characters.ts';
import { judgePlain, judgeQuote, skipSpace, type QuoteVerdict } from './judge-quote.ts';
import { placeValue } from './place-value.ts';
import { note, stop, type ReaderState } from './reader-state.ts';
import { setKey } from './set-key.ts';

/** Begins a text at its quotation mark. False when more is needed to see which one it is. */
export function beginText(state: ReaderState, isKey: boolean): boolean {
  const { buffer, at, hasEnded } = state;
  const open = buffer.charCodeAt(at);
  const isDoubled = at + 1 < buffer.length && buffer.charCodeAt(at + 1) === open;
  if (!hasEnded && (at + 1 === buffer.length || (isDoubled && at + 2 === buffer.length))) return false;
  state.isTriple = isDoubled && buffer.charCodeAt(at + 2) === open;
  if (open !== CODE.quote || state.isTriple) note(state, 'foreign_quote');
  state.close = closingQuote(open);
  state.plainClose = state.isTriple ? -1 : plainQuote(open);
  state.plainQuotes = 0;
  state.textStart = state.base + at;
  state.at += state.isTriple ? 3 : 1;
  state.isKey = isKey;
  state.innerQuotes = 0;
  state.hasControl = false;
  if (!state.isJoining) {
    state.text = '';
    state.hasKeptBackslash = false;
  }
  state.tail = '';
  state.isInText = true;
  state.mode = 'text';
  return true;
}

/** Reads a text up to its end, an odd escape, or the end of what is there. False when more is needed to go on. */
export function readText(state: ReaderState): boolean {
  const { buffer, close, plainClose } = state;
  const { length } = buffer;
  let start = state.at;
  let at = start;
  let code = 0;
  let read = '';
  for (; at < length; at += 1) {
    code = buffer.charCodeAt(at);
    if (code === CODE.backslash) {
      const plain = ESCAPES[buffer.charCodeAt(at + 1)];
      if (plain === undefined) break;
      read += start === at ? plain : buffer.slice(start, at) + plain;
      at += 1;
      start = at + 1;
    } else if (code === close || code === plainClose) break;
    else if (code < CODE.space && !state.hasControl) {
      state.hasControl = true;
      note(state, 'control_character', at);
    }
  }
  if (at > start) read += start === 0 && at === length ? buffer : buffer.slice(start, at);
  if (read !== '') addText(state, read);
  state.at = at;
  if (at === length) return false;
  if (code === CODE.backslash) return readEscape(state);
  return code === close ? readQuote(state) : readPlainQuote(state);
}

/** Adds to the text. Its last signs are kept apart, because to look at the end of a long text costs all of it. */
function addText(state: ReaderState, piece: string): void {
  state.text += piece;
  state.tail = piece.length < TAIL ? state.tail.slice(-TAIL) + piece : piece;
  if (state.innerQuotes % 2 === 0) return;
  if (piece.includes('\n')) state.hasLineInPair = true;
  if (state.pairHead.length < PAIR_HEAD) state.pairHead += piece.slice(0, PAIR_HEAD);
}

const TAIL = 4;
const PAIR_HEAD = 8;

function readQuote(state: ReaderState): boolean {
  const verdict = state.isTriple ? judgeTriple(state) : judgeQuote(state);
  switch (verdict) {
    case 'wait': {
      return false;
    }
    case 'inner': {
      return readInnerQuote(state);
    }
    case 'end': {
      state.at += state.isTriple ? 3 : 1;
      return endText(state);
    }
    case 'begins_next': {
      note(state, 'missing_quote');
      return endForgotten(state);
    }
    default: {
      return stop(state, verdict);
    }
  }
}

/** A plain mark in a text that began with another one: it ends the text where a sign that divides follows, or begins a pair. */
function readPlainQuote(state: ReaderState): boolean {
  const verdict = judgePlain(state);
  if (verdict === 'wait') return false;
  state.at += 1;
  if (verdict === 'end') return endText(state);
  const { buffer, at, tail } = state;
  const isBetween = isLetter(tail.charCodeAt(tail.length - 1)) && isLetter(buffer.charCodeAt(at));
  if (!isBetween) state.plainQuotes += 1;
  addText(state, buffer.charAt(at - 1));
  return true;
}

/** Keeps a mark that belongs to the text. Those that do not stand alone come in pairs, and pairs look like pairs. */
function readInnerQuote(state: ReaderState): true {
  const { buffer, at } = state;
  if (!state.isTriple && !isApostrophe(state) && !isInchMark(state)) {
    const isOpening = state.innerQuotes % 2 === 0;
    if (!(isOpening ? opensPair(state) : closesPair(state))) return stop(state, 'unclear_quote');
    if (state.innerQuotes === 0) note(state, 'unescaped_quote');
    if (isOpening) {
      state.hasLineInPair = false;
      state.pairHead = '';
    }
    state.innerQuotes += 1;
  }
  addText(state, buffer.charAt(at));
  state.at += 1;
  return true;
}

/** What stands before the first mark of a pair: no word, but for the letters that programs put there. */
const BEFORE_PAIR = /(?:^|[^\p{L}\p{N}])(?:[bfru]|br|fr|rb|rf)?$/iu;

function opensPair({ tail, buffer, at }: ReaderState): boolean {
  return BEFORE_PAIR.test(tail.slice(-TAIL)) && !isSpace(buffer.charCodeAt(at + 1));
}

/** Behind these a text begins; none ends. */
const OPENING = signs('[{(:');

/** A mark and a value that has none: the comma between two texts may be missing before it. */
const BEGINS_WITH_VALUE = /^.\s*(?:null|true|false|[-\d])/;

/** No space and nothing opening before it, no word behind it, and all on one line; a comma before it only when a space follows. */
function closesPair({ tail, buffer, at, hasLineInPair, pairHead }: ReaderState): boolean {
  const next = buffer.charCodeAt(at + 1);
  const last = tail.charCodeAt(tail.length - 1);
  if (isSpace(last) || isLetter(next) || isDigit(next) || hasLineInPair) return false;
  if (OPENING.has(last)) return false;
  return last !== CODE.comma || (isSpace(next) && !BEGINS_WITH_VALUE.test(pairHead));
}

/** The comma behind the text was read as a part of it; what it divides from the next is known. */
function endForgotten(state: ReaderState): true {
  state.isInText = false;
  state.isJoining = false;
  state.isAfterWord = false;
  placeValue(state, state.text.replace(/,\s*$/, ''), state.at);
  if (state.mode !== 'after') return true;
  state.hasComma = true;
  state.mode = Array.isArray(state.containers.at(-1)) ? 'value' : 'key';
  return true;
}

/** Three marks end what three marks began. */
function judgeTriple({ buffer, at, close }: ReaderState): QuoteVerdict {
  if (at + 3 > buffer.length) return 'wait';
  return buffer.charCodeAt(at + 1) === close && buffer.charCodeAt(at + 2) === close ? 'end' : 'inner';
}

/** A sign between two letters ends nothing and opens nothing. */
function isApostrophe({ buffer, at, close, tail }: ReaderState): boolean {
  return (
    close !== CODE.quote && isLetter(buffer.charCodeAt(at + 1)) && isLetter(tail.charCodeAt(tail.length - 1))
  );
}

/** `24" wide`: a mark behind a digit while no pair is open stands for inches. */
function isInchMark({ buffer, at, close, tail, innerQuotes }: ReaderState): boolean {
  if (close !== CODE.quote || innerQuotes % 2 === 1 || !isDigit(tail.charCodeAt(tail.length - 1)))
    return false;
  return buffer.charCodeAt(at + 1) === CODE.space;
}

/**
 * Who forgot to double one backslash may have forgotten others: `C:\new`, a pattern with `\b`. A line break or tab
 * right behind a drive or a word with a backslash, and signs that no text has, may be two signs each.
 */
const MIXED_ESCAPES = /[\b\f]|(?:^|[^\p{L}])[A-Za-z]:[\t\n\r]|\\[\p{L}\p{N}_.-]+[\t\n\r]/u;

function endText(state: ReaderState): true {
  const { text, textStart, base } = state;
  if (state.hasKeptBackslash && MIXED_ESCAPES.test(text))
    return stop(state, 'unclear_escape', textStart - base);
  state.isInText = false;
  if (!text.isWellFormed()) note(state, 'lone_surrogate', textStart - base);
  if (state.isKey) return endKey(state, text);
  state.isJoining = false;
  state.isAfterWord = false;
  if (!isFollowedByPlus(state)) return placeValue(state, text, state.at);
  note(state, 'joined_texts');
  state.isJoining = true;
  state.mode = 'value';
  return true;
}

const NAME_AND_COLON = /^([\p{L}\p{N}_$-](?:[\p{L}\p{N}_$ -]{0,98}[\p{L}\p{N}_$-])?)\s*:\s*$/u;

/** The mark that ends a name may be the one that opens the value, when the one before the colon was forgotten. */
function endKey(state: ReaderState, text: string): true {
  // A name with a line or with quotation marks in it began or ended elsewhere.
  const isForeign = state.hasControl || state.close !== CODE.quote || state.isTriple;
  if (isForeign && /["\n\r{}[\]]/.test(text)) return stop(state, 'unclear_quote', state.at - 1);
  const [, name] = NAME_AND_COLON.exec(text) ?? [];
  const next = state.buffer.charCodeAt(state.at);
  const opensValue = name !== undefined && (isLetter(next) || isDigit(next));
  if (!opensValue) return setKey(state, text, true);
  note(state, 'missing_quote');
  state.at -= 1;
  setKey(state, name, true);
  state.mode = 'value';
  return true;
}

/** Skips to the next text of a sum of texts. That one follows inside of others was seen when the mark was judged. */
function isFollowedByPlus(state: ReaderState): boolean {
  const { buffer, containers } = state;
  const at = skipSpace(buffer, state.at);
  if (buffer.charCodeAt(at) !== CODE.plus) return false;
  if (containers.length === 0 && closingQuote(buffer.charCodeAt(skipSpace(buffer, at + 1))) === 0)
    return false;
  state.at = at + 1;
  return true;
}

/** What a sign behind a backslash stands for, by its code. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 128 }, (_none, code) => {
  const place = String.raw`"\/bfnrt`.indexOf(String.fromCharCode(code));
  return place < 0 ? undefined : '"\\/\b\f\n\r\t'.charAt(place);
});
const FOUR_DIGITS = /^[0-9a-fA-F]{4}$/;
/** Other languages know these, and a path or a pattern may mean the backslash itself. */
const UNCLEAR_ESCAPE = /^[\d\sxU]$/;
const UNICODE_LENGTH = 6;

function readEscape(state: ReaderState): boolean {
  const { buffer, at } = state;
  const sign = buffer.charAt(at + 1);
  if (sign === '') return false;
  if (sign === 'u') return readUnicodeEscape(state);
  if (UNCLEAR_ESCAPE.test(sign)) return stop(state, 'unclear_escape');
  const code = sign.charCodeAt(0);
  const own = code === state.close || closingQuote(code) === state.close;
  // Before another mark it may be a part of what the text says, as in a line of code.
  if (!own && closingQuote(code) !== 0) return stop(state, 'unclear_escape');
  note(state, 'invalid_escape');
  // Before the mark that ends the text the backslash can only have been meant to escape it.
  if (!own) state.hasKeptBackslash = true;
  return addEscaped(state, own ? sign : `\\${sign}`, 2);
}

function readUnicodeEscape(state: ReaderState): boolean {
  const { buffer, at } = state;
  const digits = buffer.slice(at + 2, at + UNICODE_LENGTH);
  if (FOUR_DIGITS.test(digits))
    return addEscaped(state, String.fromCharCode(Number.parseInt(digits, 16)), UNICODE_LENGTH);
  if (/^[0-9a-fA-F]*$/.test(digits) && at + UNICODE_LENGTH > buffer.length) return false;
  if (/^[0-9a-fA-F{]/.test(digits)) return stop(state, 'unclear_escape');
  note(state, 'invalid_escape');
  state.hasKeptBackslash = true;
  return addEscaped(state, String.raw`\u`, 2);
}

function addEscaped(state: ReaderState, text: string, length: number): true {
  addText(state, text);
  state.at += length;
  return true;
}
