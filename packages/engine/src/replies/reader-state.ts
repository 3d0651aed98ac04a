import type { JsonList, JsonObject, JsonValue } from './json-value.ts';
import { readingProblem, type ReadingProblem, type ReadingProblemCode } from './reading-problem.ts';

export interface ReaderOptions {
  /** `any`: every JSON value. `object`: objects, and a text that is nothing but one string. */
  readonly accepts: 'any' | 'object';
  /** Which of several values is looked for; left out, it is the only one. Also asked about values that are not whole. */
  readonly isWanted?: (value: JsonValue) => boolean;
  /** Ends with the first value, whatever follows it. */
  readonly isFirstEnough?: boolean;
  readonly limits?: Partial<ReaderLimits>;
}

interface ReaderLimits {
  readonly characters: number;
  readonly depth: number;
  readonly values: number;
}

const READER_LIMITS: ReaderLimits = { characters: 64 * 1024 * 1024, depth: 1000, values: 5_000_000 };
const MOST_PROBLEMS = 100;
/** Who begins so often and never writes a value does not write one. */
const MOST_GIVEN_UP = 10_000;

/** What the next character is read as. */
export type ReaderMode =
  | 'seek'
  | 'thinking'
  | 'value'
  | 'key'
  | 'colon'
  | 'after'
  | 'text'
  | 'token'
  | 'key_token'
  | 'line_comment'
  | 'block_comment'
  | 'stopped';

/** A value that was read to its end. */
export interface FoundValue {
  readonly value: JsonValue;
  /** Where it begins and where it ends. */
  readonly start: number;
  readonly end: number;
  readonly inFence: boolean;
}

/** The reader between two characters. Nothing in it grows but the value, the text being read and what is not judged yet. */
export interface ReaderState {
  readonly options: ReaderOptions;
  readonly limits: ReaderLimits;
  /** What was pushed and not yet read, and where in it we are. */
  buffer: string;
  at: number;
  /** Where the buffer begins in the whole text. */
  base: number;
  hasEnded: boolean;
  mode: ReaderMode;
  /** What a comment goes back to. */
  modeBefore: ReaderMode;

  /** The open lists and objects, from the outermost; beside each object the field that is read. */
  readonly containers: (JsonList | JsonObject)[];
  readonly keys: string[];
  root: JsonValue | undefined;
  rootStart: number;
  /** A part of a text was put into its place, to be shown. */
  isPartShown: boolean;
  values: number;
  /** After a comma. */
  hasComma: boolean;
  /** Where the last value ended, and whether it was a word without quotation marks. */
  valueEnd: number;
  isAfterWord: boolean;
  /** The last value was a text that ends with a comma or has no letter and digit: its signs may belong elsewhere. */
  isBehindSigns: boolean;
  /** A line ended since. */
  isOnNextLine: boolean;
  /** The item or field before the comma was a word without quotation marks. */
  isBehindWord: boolean;
  /** What is read follows the last value without a comma. */
  isWithoutComma: boolean;
  /** Two values or fields of this one touch. */
  isBehindTouching: boolean;
  hasMissingBracket: boolean;
  /** The value that was chosen had to be mended. */
  isMended: boolean;
  /** The braces behind the value are surely too many. */
  areExtraBraces: boolean;
  /** The bracket that must follow the value because its partner stands right before it; 0 when none must. */
  wrapper: number;

  /** The text or token that is read. */
  text: string;
  /** At least its last four signs, if it has so many. */
  tail: string;
  textStart: number;
  /** A text was begun and is not at its end. */
  isInText: boolean;
  isKey: boolean;
  close: number;
  /** The plain mark that may end it as well; -1 when none may. And how many of those stand in it. */
  plainClose: number;
  plainQuotes: number;
  /** Three marks opened it, and three end it. */
  isTriple: boolean;
  /** What a comment begins with, and whether signs of a value stand in it. */
  commentHead: string;
  hasSignsInComment: boolean;
  /** How many unescaped quotation marks stand in it. */
  innerQuotes: number;
  /** What the last pair of them begins with. */
  pairHead: string;
  /** A line ended since the last pair of them began. */
  hasLineInPair: boolean;
  hasControl: boolean;
  /** A backslash was kept in it although it escapes nothing. */
  hasKeptBackslash: boolean;
  /** A joined text goes on here. */
  isJoining: boolean;
  isQuotedKey: boolean;
  /** Where the name of the field ended. */
  keyEnd: number;

  inFence: boolean;
  /** The fence around the value was closed behind it. */
  isFenceClosed: boolean;
  /** The prose before or after the value begins here; -1 when there is none. */
  proseStart: number;
  /** Digits and letters stand in the prose behind the value. */
  hasDigitBehind: boolean;
  hasLetterBehind: boolean;
  /** Quotation marks stand in the prose before the value. */
  hasQuoteBefore: boolean;
  /** How many brackets the prose behind the value opened and did not close. */
  proseOpen: number;
  /** The last sign of the prose that is no space. */
  lastProse: number;
  /** Nothing but space and a fence came so far. */
  isAtStart: boolean;
  /** A value just ended; what follows it is looked at closely. */
  isBehindValue: boolean;
  chosen: FoundValue | undefined;
  other: FoundValue | undefined;
  /** Something that looked like JSON was given up. */
  hasDoubt: boolean;
  givenUp: ReadingProblem | undefined;
  givenUpTimes: number;

  readonly problems: ReadingProblem[];
  /** How many problems there were before the value that is read began. */
  problemsBefore: number;
  stoppedBy: ReadingProblem | undefined;
}

export function createReaderState(options: ReaderOptions): ReaderState {
  return {
    options,
    limits: { ...READER_LIMITS, ...options.limits },
    buffer: '',
    at: 0,
    base: 0,
    hasEnded: false,
    mode: 'seek',
    modeBefore: 'seek',
    containers: [],
    keys: [],
    root: undefined,
    rootStart: 0,
    isPartShown: false,
    values: 0,
    hasComma: false,
    valueEnd: 0,
    isAfterWord: false,
    isBehindSigns: false,
    isOnNextLine: false,
    isBehindWord: false,
    isWithoutComma: false,
    isBehindTouching: false,
    hasMissingBracket: false,
    isMended: false,
    areExtraBraces: false,
    wrapper: 0,
    text: '',
    tail: '',
    textStart: 0,
    isInText: false,
    isKey: false,
    close: 0,
    plainClose: -1,
    plainQuotes: 0,
    isTriple: false,
    commentHead: '',
    hasSignsInComment: false,
    innerQuotes: 0,
    pairHead: '',
    hasLineInPair: false,
    hasControl: false,
    hasKeptBackslash: false,
    isJoining: false,
    isQuotedKey: false,
    keyEnd: 0,
    inFence: false,
    isFenceClosed: false,
    proseStart: -1,
    hasDigitBehind: false,
    hasLetterBehind: false,
    hasQuoteBefore: false,
    proseOpen: 0,
    lastProse: 0,
    isAtStart: true,
    isBehindValue: false,
    chosen: undefined,
    other: undefined,
    hasDoubt: false,
    givenUp: undefined,
    givenUpTimes: 0,
    problems: [],
    problemsBefore: 0,
    stoppedBy: undefined,
  };
}

/** Notes a problem at a place of the buffer; always true, so that a step can end with it. */
export function note(state: ReaderState, code: ReadingProblemCode, at: number = state.at): true {
  const { problems } = state;
  if (problems.length < MOST_PROBLEMS) problems.push(readingProblem(code, state.base + at));
  else if (problems.length === MOST_PROBLEMS) problems.push(readingProblem('more_problems', state.base + at));
  return true;
}

/**
 * The meaning is not certain here. What was read so far is the value; but braces in prose were never meant as one,
 * and where a certain value is looked for, it may still come.
 */
export function stop(state: ReaderState, code: ReadingProblemCode, at: number = state.at): true {
  const problem = readingProblem(code, state.base + at);
  const isProse = state.containers.length === 0 || isPlaceholder(state, code);
  if (!isProse && (state.options.isWanted === undefined || isTaken(state))) {
    state.stoppedBy = problem;
    state.mode = 'stopped';
    return true;
  }
  state.givenUp ??= problem;
  state.givenUpTimes += 1;
  if (state.givenUpTimes > MOST_GIVEN_UP) return stopForGood(state, 'other_text');
  if (!isProse) state.hasDoubt = true;
  if (state.containers.length > 0) state.proseOpen += 1;
  leave(state);
  state.problems.length = Math.min(state.problems.length, state.problemsBefore);
  if (state.proseStart < 0) state.proseStart = state.rootStart;
  state.isAtStart = false;
  state.isBehindValue = false;
  return true;
}

/** Nothing is read any more, whatever there was. */
export function stopForGood(state: ReaderState, code: ReadingProblemCode): true {
  state.stoppedBy = readingProblem(code, state.base + state.at);
  state.mode = 'stopped';
  return true;
}

/** Back to looking for a value. */
export function leave(state: ReaderState): void {
  state.containers.length = 0;
  state.keys.length = 0;
  state.root = undefined;
  state.text = '';
  state.isPartShown = false;
  state.isInText = false;
  state.isJoining = false;
  state.mode = 'seek';
}

function isTaken({ options, root, keys: [name = ''] }: ReaderState): boolean {
  if (root === undefined) return false;
  const { isWanted = () => true } = options;
  return isWanted(root) || (!Array.isArray(root) && isWanted({ [name]: null }));
}

/** `{name}` and `{%` in prose were never meant as JSON. */
function isPlaceholder({ isQuotedKey, containers }: ReaderState, code: ReadingProblemCode): boolean {
  return containers.length === 1 && !Array.isArray(containers[0]) && !isQuotedKey && code === 'not_json';
}
