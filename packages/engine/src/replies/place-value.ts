import {
  isJsonObject,
  isSameValue,
  setField,
  type JsonList,
  type JsonObject,
  type JsonValue,
} from './json-value.ts';
import { leave, note, stop, stopForGood, type ReaderState } from './reader-state.ts';
import type { ReadingProblemCode } from './reading-problem.ts';

/** Puts a value that was read to its end into its place. `at` is where it ends. */
export function placeValue(state: ReaderState, value: JsonValue, at: number): true {
  put(state, value);
  state.isPartShown = false;
  state.text = '';
  state.isOnNextLine = false;
  state.isBehindSigns = typeof value === 'string' && isOfSigns(value);
  state.valueEnd = state.base + at;
  state.hasComma = false;
  state.values += 1;
  if (state.values > state.limits.values) return stopForGood(state, 'too_many_values');
  if (state.containers.length === 0) return endRoot(state, at);
  state.mode = 'after';
  return true;
}

function isOfSigns(text: string): boolean {
  return text.endsWith(',') || (text.length < SHORT && !WORD.test(text));
}

const SHORT = 16;
const WORD = /[\p{L}\p{N}]/u;

export function openContainer(state: ReaderState, container: JsonList | JsonObject): true {
  if (state.containers.length >= state.limits.depth) return stopForGood(state, 'too_deep');
  put(state, container);
  state.containers.push(container);
  state.keys.push('');
  state.at += 1;
  state.hasComma = false;
  state.isAfterWord = false;
  state.isBehindWord = false;
  state.isBehindSigns = false;
  state.isQuotedKey = false;
  state.isWithoutComma = false;
  state.values += 1;
  state.mode = Array.isArray(container) ? 'value' : 'key';
  return state.values > state.limits.values ? stopForGood(state, 'too_many_values') : true;
}

/** Closes the innermost list or object with a bracket; where only one closing bracket was forgotten, that one too. */
export function closeContainer(state: ReaderState, isList: boolean): true {
  const { containers, keys } = state;
  if (Array.isArray(containers.at(-1)) !== isList) {
    const outer = containers.at(-2);
    const fits = state.mode === 'after' && outer !== undefined && Array.isArray(outer) === isList;
    if (!fits || !isClearlyOpen(containers.at(-1), isList)) return stop(state, 'unclear_bracket');
    note(state, 'missing_bracket');
    state.hasMissingBracket = true;
    containers.pop();
    keys.pop();
  }
  containers.pop();
  keys.pop();
  state.at += 1;
  state.hasComma = false;
  state.isAfterWord = false;
  state.valueEnd = state.base + state.at;
  if (containers.length === 0) return endRoot(state, state.at);
  state.mode = 'after';
  return true;
}

/**
 * Whether a closing bracket is surely missing here. Around a single item the opening one could as well be one too
 * many, and behind an item of the same kind it could be missing further in.
 */
function isClearlyOpen(open: JsonList | JsonObject | undefined, isInList: boolean): boolean {
  const items = Object.values(open ?? {});
  const last = items.at(-1);
  if (isInList) return !isJsonObject(last);
  return items.length > 1 && !Array.isArray(last);
}

/** Shows a text that is not whole yet as far as it came. */
export function showPart(state: ReaderState, text: string): void {
  const { containers } = state;
  if (containers.length === 0) return;
  put(state, text);
  state.isPartShown = true;
}

function put(state: ReaderState, value: JsonValue): void {
  const top = state.containers.at(-1);
  if (top === undefined) state.root = value;
  else if (!Array.isArray(top)) setField(top, state.keys.at(-1) ?? '', value);
  else if (state.isPartShown) top[top.length - 1] = value;
  else top.push(value);
}

/** What was mended without touching where texts and values end. */
const HARMLESS: ReadonlySet<ReadingProblemCode> = new Set([
  'prose_before',
  'comment',
  'extra_comma',
  'foreign_space',
  'control_character',
  'foreign_literal',
  'foreign_number',
  'rounded_number',
  'duplicate_key',
  'lone_surrogate',
]);

/** A whole value was read: it is the one, or another that does not count, or it makes unclear which one is meant. */
function endRoot(state: ReaderState, at: number): true {
  const { root = null, rootStart, inFence, chosen } = state;
  const isWanted = state.options.isWanted?.(root) ?? true;
  const found = { value: root, start: rootStart, end: state.base + at, inFence };
  leave(state);
  state.isBehindValue = isWanted && chosen === undefined;
  if (state.isBehindValue) {
    state.chosen = found;
    state.isMended = state.problems.slice(state.problemsBefore).some(({ code }) => !HARMLESS.has(code));
    state.proseStart = -1;
    state.proseOpen = 0;
    state.hasDigitBehind = false;
    state.hasLetterBehind = false;
    if (state.options.isFirstEnough === true) state.mode = 'stopped';
    return true;
  }
  state.problems.length = Math.min(state.problems.length, state.problemsBefore);
  if (!isWanted || chosen === undefined) {
    state.other ??= found;
    return note(state, 'other_value', rootStart - state.base);
  }
  // A model that says its reply twice means it once; values in a row may be meant as many.
  const isRepeated = state.options.isWanted !== undefined && isSameValue(chosen.value, root);
  if (isRepeated) return note(state, 'same_value', rootStart - state.base);
  if (chosen.inFence && !inFence) return note(state, 'other_value', rootStart - state.base);
  return stopForGood(state, 'several_values');
}
