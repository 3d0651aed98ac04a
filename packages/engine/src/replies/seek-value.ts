import { closingQuote, CODE, isDigit, isSpace, isWordStart, signs } from './characters.ts';
import { isJsonObject, type JsonValue } from './json-value.ts';
import { openContainer } from './place-value.ts';
import { beginComment } from './read-comment.ts';
import { note, stopForGood, type ReaderState } from './reader-state.ts';

/** Looks through prose for the beginning of a value, and for what may belong to one that ended. */
export function seekValue(state: ReaderState): boolean {
  const { buffer } = state;
  const { length } = buffer;
  for (; state.at < length; state.at += 1) {
    const code = buffer.charCodeAt(state.at);
    if (isSpace(code)) {
      if (code === BYTE_ORDER_MARK && state.base + state.at === 0) note(state, 'byte_order_mark');
      continue;
    }
    if (code === CODE.backtick || code === CODE.less) {
      const mark = code === CODE.less ? readTag(state) : readFence(state);
      if (mark !== 'none') return mark === 'read';
    }
    if (code === CODE.slash && (state.isAtStart || state.isBehindValue)) {
      const comment = beginComment(state);
      if (comment !== 'here') return comment === 'again';
    }
    if (state.isBehindValue && judgeBehind(state, code)) return true;
    if (state.isMended && state.chosen !== undefined && PARTS.has(code))
      return stopForGood(state, 'other_text');
    dropScalar(state);
    if (beginsRoot(state, code)) return beginRoot(state, code);
    if (state.chosen !== undefined && isStray(state, code)) return stopForGood(state, 'other_text');
    state.isAtStart = false;
    if (state.proseStart < 0) state.proseStart = state.base + state.at;
    state.lastProse = code;
    if (code === CODE.quote && state.chosen === undefined) state.hasQuoteBefore = true;
    if (!state.hasLetterBehind) state.hasLetterBehind = isWordStart(code);
    if (isDigit(code)) state.hasDigitBehind = true;
  }
  return false;
}

/** Signs of a value. Behind one that was mended they show that it was mended wrongly. */
const PARTS = signs('"{}[]');
/** Whether a bracket closes something that the prose did not open: it may be the end of the value. */
function isStray(state: ReaderState, code: number): boolean {
  if (code === CODE.openBracket || code === CODE.openBrace) state.proseOpen += 1;
  if (code !== CODE.closeBracket && code !== CODE.closeBrace) return false;
  state.proseOpen -= 1;
  return state.proseOpen < 0;
}

const BYTE_ORDER_MARK = 0xfe_ff;

/** What directly follows a whole value may show that it was closed too early. True when a step was taken. */
function judgeBehind(state: ReaderState, code: number): boolean {
  if (code === state.wrapper) {
    state.wrapper = 0;
    state.at += 1;
    return true;
  }
  if (code === CODE.closeBrace || code === CODE.closeBracket) {
    state.areExtraBraces ||= !state.hasMissingBracket && !state.hasQuoteBefore && isClearlyClosed(state);
    if (code !== CODE.closeBrace || !state.areExtraBraces) return stopForGood(state, 'unclear_bracket');
    note(state, 'extra_bracket');
    state.at += 1;
    return true;
  }
  const isTouching = state.base + state.at === state.chosen?.end;
  state.isBehindValue = false;
  state.wrapper = 0;
  const belongs = BELONGS.has(code) || (isTouching && !MAY_TOUCH.has(code));
  return belongs ? stopForGood(state, 'other_text') : false;
}

/** Behind a value these go on with it. */
const BELONGS = signs(',:"，');
/** What prose may begin with when no space divides it from the value. */
const MAY_TOUCH = signs(';).`<*');

/**
 * Whether a brace behind an object is surely one too many. An object that stands before other fields might have been
 * closed too early by it; and an opening one that is missing always shows.
 */
function isClearlyClosed({ chosen, problems }: ReaderState): boolean {
  if (problems.some(({ code }) => code === 'duplicate_key')) return false;
  let object: JsonValue | undefined = chosen?.value;
  while (isJsonObject(object)) {
    const fields = Object.values(object);
    if (fields.slice(0, -1).some(isJsonObject)) return false;
    object = fields.at(-1);
    if (object === undefined || !isJsonObject(object)) return true;
  }
  return false;
}

/** A text or number that something follows was the beginning of prose. */
function dropScalar(state: ReaderState): void {
  const { chosen } = state;
  if (chosen === undefined || (typeof chosen.value === 'object' && chosen.value !== null)) return;
  state.chosen = undefined;
  state.proseStart = chosen.start;
}

function beginsRoot({ options, isAtStart }: ReaderState, code: number): boolean {
  if (code === CODE.openBrace) return true;
  if (options.accepts === 'object') return isAtStart && code === CODE.quote;
  if (code === CODE.openBracket) return true;
  // Backticks around prose are Markdown.
  return (
    isAtStart &&
    code !== CODE.backtick &&
    (closingQuote(code) !== 0 || isDigit(code) || isWordStart(code) || SIGNS.has(code))
  );
}

const SIGNS = signs('-+.');

function beginRoot(state: ReaderState, code: number): true {
  state.rootStart = state.base + state.at;
  state.problemsBefore = state.problems.length;
  if (state.proseStart >= 0 && state.chosen === undefined)
    note(state, 'prose_before', state.proseStart - state.base);
  state.hasMissingBracket = state.chosen !== undefined && state.hasMissingBracket;
  state.isBehindTouching = false;
  state.hasControl = false;
  state.close = 0;
  state.isAtStart = false;
  if (state.chosen === undefined) state.wrapper = WRAPPERS.get(state.lastProse) ?? 0;
  if (code === CODE.openBrace) return openContainer(state, {});
  if (code === CODE.openBracket) return openContainer(state, []);
  if (closingQuote(code) !== 0) {
    state.mode = 'value';
    return true;
  }
  state.text = '';
  state.textStart = state.rootStart;
  state.mode = 'token';
  return true;
}

const WRAPPERS: ReadonlyMap<number, number> = new Map(
  ['[]', '()'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

type Mark = 'none' | 'read' | 'wait';

/** Opens or closes a fence; the word behind an opening one names the language. */
function readFence(state: ReaderState): Mark {
  const { buffer, at, hasEnded } = state;
  if (at + 3 > buffer.length && !hasEnded) return 'wait';
  if (!buffer.startsWith('```', at)) return 'none';
  let end = at + 3;
  while (end < buffer.length && end < at + LONGEST_LANGUAGE && buffer.charCodeAt(end) === CODE.backtick)
    end += 1;
  if (end === buffer.length && !hasEnded) return 'wait';
  if (!state.inFence) {
    while (end < buffer.length && end < at + LONGEST_LANGUAGE && isLanguage(buffer.charCodeAt(end))) end += 1;
    if (end === buffer.length && end < at + LONGEST_LANGUAGE && !hasEnded) return 'wait';
    note(state, 'fence');
  }
  state.inFence = !state.inFence;
  if (state.chosen !== undefined && !state.inFence) state.isFenceClosed = true;
  state.at = end;
  return 'read';
}

const LONGEST_LANGUAGE = 24;

function isLanguage(code: number): boolean {
  return isWordStart(code) || isDigit(code) || SIGNS.has(code);
}

const TAGS = ['<thinking>', '<think>', '</thinking>', '</think>'];
const LONGEST_TAG = 11;

/** Thoughts in tags may hold drafts of the value; they are not the answer. */
function readTag(state: ReaderState): Mark {
  const { buffer, at, hasEnded } = state;
  const here = buffer.slice(at, at + LONGEST_TAG);
  const tag = TAGS.find((one) => here.startsWith(one));
  if (tag === undefined) return !hasEnded && TAGS.some((one) => one.startsWith(here)) ? 'wait' : 'none';
  if (tag.startsWith('</')) forgetThoughts(state);
  else state.mode = 'thinking';
  note(state, 'thinking');
  state.at += tag.length;
  return 'read';
}

/** Only the end of thoughts is marked: all that came so far was thought. */
function forgetThoughts(state: ReaderState): void {
  state.problems.length = 0;
  state.chosen = undefined;
  state.other = undefined;
  state.givenUp = undefined;
  state.hasDoubt = false;
  state.isBehindValue = false;
  state.inFence = false;
  state.isFenceClosed = false;
  state.proseStart = -1;
  state.lastProse = 0;
  state.hasQuoteBefore = false;
  state.isAtStart = true;
}

const END_TAG = /<\/think(?:ing)?>/g;
const LONGEST_END_TAG = 11;

export function readThinking(state: ReaderState): boolean {
  END_TAG.lastIndex = state.at;
  const found = END_TAG.exec(state.buffer);
  if (found === null) {
    state.at = Math.max(state.at, state.buffer.length - LONGEST_END_TAG);
    return false;
  }
  state.at = found.index + found[0].length;
  state.mode = 'seek';
  return true;
}
