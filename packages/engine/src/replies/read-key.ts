import { closingQuote, CODE, isDigit, isTokenPart, isWordStart } from './characters.ts';
import { closeContainer } from './place-value.ts';
import { beginText } from './read-text.ts';
import { note, stop, type ReaderState } from './reader-state.ts';
import { isBehindOdd, isPlainName, setKey } from './set-key.ts';
import { skipBetween } from './skip-between.ts';

/** Reads the beginning of a field's name, or the end of the object. */
export function readKey(state: ReaderState): boolean {
  const skipped = skipBetween(state);
  if (skipped !== 'here') return skipped === 'again';
  const { buffer, at } = state;
  const code = buffer.charCodeAt(at);
  if (code === CODE.quote) return beginText(state, true);
  if (code === CODE.closeBrace) {
    if (state.hasComma) note(state, 'extra_comma');
    return closeContainer(state, false);
  }
  if (code === CODE.comma || code === CODE.wideComma) {
    note(state, 'extra_comma');
    state.at += 1;
    return true;
  }
  if (closingQuote(code) !== 0) return beginText(state, true);
  if (isWordStart(code) || isDigit(code) || code === CODE.at) {
    note(state, 'unquoted_key');
    state.text = '';
    state.mode = 'key_token';
    return true;
  }
  if (code === CODE.backslash) return stop(state, 'escaped_text');
  const isDots = code === CODE.point || code === ELLIPSIS;
  // Templates and dots in braces are prose.
  if (isFirst(state) && (isDots || code === CODE.percent)) return stop(state, 'not_json');
  return stop(state, isDots ? 'left_out' : 'unexpected');
}

const ELLIPSIS = 0x20_26;

/** Whether nothing of the outermost object was read yet. */
function isFirst({ containers, keys }: ReaderState): boolean {
  return containers.length === 1 && keys[0] === '' && Object.keys(containers[0] ?? {}).length === 0;
}

const BARE_NAME = /^@?[\p{L}\p{N}_$][\p{L}\p{N}_$.-]{0,200}$/u;

/** Reads a name without quotation marks; one of them at its end was then forgotten at its beginning. */
export function readKeyToken(state: ReaderState): boolean {
  const { buffer, at: start } = state;
  let at = start;
  if (state.text === '' && buffer.charCodeAt(at) === CODE.at) at += 1;
  while (at < buffer.length && isTokenPart(buffer.charCodeAt(at))) at += 1;
  state.text += buffer.slice(start, at);
  state.at = at;
  if (at === buffer.length) return false;
  if (!BARE_NAME.test(state.text)) return stop(state, 'unexpected');
  const code = buffer.charCodeAt(at);
  if (code === CODE.quote) {
    if (at + 1 === buffer.length) return false;
    if (buffer.charCodeAt(at + 1) !== CODE.colon || state.isBehindWord || isBehindOdd(state))
      return stop(state, 'unexpected');
    state.at += 1;
  }
  return setKey(state, state.text, false);
}

/** Reads what stands between a field's name and its value. */
export function readColon(state: ReaderState): boolean {
  const skipped = skipBetween(state);
  if (skipped !== 'here') return skipped === 'again';
  const { buffer, at } = state;
  const code = buffer.charCodeAt(at);
  state.mode = 'value';
  if (code === CODE.colon) {
    state.at += 1;
    return true;
  }
  if (code === CODE.wideColon) {
    note(state, 'foreign_sign');
    state.at += 1;
    return true;
  }
  if (code === CODE.equals) return readEquals(state);
  const isSpaced = state.base + at > state.keyEnd;
  const isQuote = closingQuote(code) !== 0;
  const opens = code === CODE.openBrace || code === CODE.openBracket;
  const isCertain = state.isQuotedKey
    ? opens || isDigit(code) || (isSpaced && beginsValue(code))
    : isSpaced && isQuote;
  if (isCertain && isPlainName(state.keys.at(-1) ?? '')) return note(state, 'missing_colon');
  state.mode = 'colon';
  const isName = code === CODE.closeBrace && !state.isQuotedKey && state.containers.length === 1;
  return stop(state, isName && isFirstField(state) ? 'not_json' : 'missing_value');
}

function isFirstField({ containers }: ReaderState): boolean {
  return Object.keys(containers[0] ?? {}).length === 0;
}

/** `=` and `=>` stand for a colon in other languages. */
function readEquals(state: ReaderState): boolean {
  const { buffer, at, hasEnded } = state;
  if (at + 1 === buffer.length && !hasEnded) {
    state.mode = 'colon';
    return false;
  }
  note(state, 'foreign_sign');
  state.at += buffer.charCodeAt(at + 1) === CODE.more ? 2 : 1;
  return true;
}

function beginsValue(code: number): boolean {
  if (code === CODE.openBrace || code === CODE.openBracket || code === CODE.minus) return true;
  return closingQuote(code) !== 0 || isDigit(code) || isWordStart(code);
}
