import type { JsonValue } from './json-value.ts';
import { showPart } from './place-value.ts';
import { readBlockComment, readLineComment } from './read-comment.ts';
import { readColon, readKey, readKeyToken } from './read-key.ts';
import { readText } from './read-text.ts';
import { endToken, readAfter, readTokenPart, readValue } from './read-value.ts';
import {
  createReaderState,
  note,
  stopForGood,
  type FoundValue,
  type ReaderMode,
  type ReaderOptions,
  type ReaderState,
} from './reader-state.ts';
import { readingProblem, type ReadingProblem } from './reading-problem.ts';
import { readThinking, seekValue } from './seek-value.ts';

/**
 * Reads JSON as it comes, in pieces of any size; how the text is cut into pieces changes nothing. Every character
 * is looked at a bounded number of times, no call nests, and nothing is kept but the value. Must not throw.
 */
export interface JsonReader {
  push(text: string): void;
  /** What there is so far. The value is the one that is being built: it grows with the next piece. */
  peek(): JsonReading;
  /** Nothing that comes can change anything. */
  isDone(): boolean;
  /** No more comes. */
  end(): JsonReading;
}

export interface JsonReading {
  /**
   * `whole`: a value from its beginning to its end, of which the meaning is certain. `cut`: the text ends before
   * the value does. `broken`: the meaning is not certain. `none`: no value was found.
   */
  readonly ending: 'whole' | 'cut' | 'broken' | 'none';
  /** Undefined when there is none; as far as it came when it is not whole. */
  readonly value: JsonValue | undefined;
  /** The value is whole, and all that is missing is the end of the fence around it. */
  readonly isOnlyFenceOpen: boolean;
  /** The way to what was not read to its end: names of fields and places in lists. */
  readonly openPath: readonly (string | number)[];
  /** Where the value begins, and where it or its reading ends. */
  readonly start: number;
  readonly end: number;
  /** Where the meaning was lost, when it was. */
  readonly lostAt: number | undefined;
  readonly problems: readonly ReadingProblem[];
}

export function createJsonReader(options: ReaderOptions): JsonReader {
  const state = createReaderState(options);
  return {
    push: (text) => {
      if (text !== '' && !state.hasEnded) pushText(state, text);
    },
    peek: () => describe(state),
    isDone: () => state.mode === 'stopped',
    end: () => {
      if (!state.hasEnded) endReading(state);
      return describe(state);
    },
  };
}

function pushText(state: ReaderState, text: string): void {
  const { buffer, at } = state;
  state.base += at;
  state.at = 0;
  state.buffer = at === buffer.length ? text : buffer.slice(at) + text;
  if (state.mode === 'stopped') {
    state.at = state.buffer.length;
    return;
  }
  if (state.base + state.buffer.length > state.limits.characters) {
    stopForGood(state, 'too_long');
    return;
  }
  run(state);
}

function run(state: ReaderState): void {
  const { length } = state.buffer;
  while (state.at < length && STEPS[state.mode](state));
}

const STEPS: Readonly<Record<ReaderMode, (state: ReaderState) => boolean>> = {
  seek: seekValue,
  thinking: readThinking,
  value: readValue,
  key: readKey,
  colon: readColon,
  after: readAfter,
  text: readText,
  token: readTokenPart,
  key_token: readKeyToken,
  line_comment: readLineComment,
  block_comment: readBlockComment,
  stopped: () => false,
};

function endReading(state: ReaderState): void {
  state.hasEnded = true;
  run(state);
  // A number or word at the very end is whole only when nothing is open around it.
  if (state.mode === 'token' && state.containers.length === 0) endLastToken(state);
  if (state.chosen === undefined) {
    const { givenUp } = state;
    if (givenUp !== undefined && state.root === undefined) state.problems.push(givenUp);
    return;
  }
  if (state.proseStart >= 0) note(state, 'prose_after', state.proseStart - state.base);
}

/** Behind a point at the very end more digits were to come. */
function endLastToken(state: ReaderState): void {
  if (/^[+-]?[\d_]+\.$/.test(state.text)) stopForGood(state, 'cut');
  else endToken(state);
}

function describe(state: ReaderState): JsonReading {
  const { ending, problem } = judgeEnd(state);
  const problems = problem === undefined ? [...state.problems] : [...state.problems, problem];
  const isOnlyFenceOpen = problem?.code === 'open_fence';
  const { chosen, other, root, rootStart } = state;
  const lost = state.stoppedBy ?? (state.hasDoubt ? state.givenUp : undefined);
  const common = { ending, problems, isOnlyFenceOpen, openPath: [], lostAt: lost?.offset };
  const found = chosen ?? (root === undefined && !state.hasDoubt ? other : undefined);
  if (found !== undefined) return { ...common, value: found.value, start: found.start, end: found.end };
  const end = lost?.offset ?? state.base + state.at;
  if (root === undefined) return { ...common, value: undefined, start: 0, end };
  showText(state);
  return { ...common, openPath: pathTo(state), value: root, start: rootStart, end };
}

interface End {
  readonly ending: JsonReading['ending'];
  readonly problem: ReadingProblem | undefined;
}

/** What begins and ends with a sign of its own. */
const OPEN_MODES: ReadonlySet<ReaderMode> = new Set(['thinking', 'block_comment']);

function judgeEnd(state: ReaderState): End {
  const { stoppedBy, chosen, hasEnded, options } = state;
  const here = state.base + state.at;
  if (stoppedBy !== undefined)
    return { ending: stoppedBy.code === 'cut' ? 'cut' : 'broken', problem: stoppedBy };
  const isOpen = state.root !== undefined || state.isInText || OPEN_MODES.has(state.mode);
  if (chosen === undefined) {
    if (isOpen) return { ending: 'cut', problem: readingProblem('cut', here) };
    if (state.hasDoubt) return { ending: 'broken', problem: undefined };
    const code = state.other === undefined ? 'no_value' : 'no_reply';
    return { ending: 'none', problem: hasEnded ? readingProblem(code, here) : undefined };
  }
  if (!hasEnded) return { ending: 'cut', problem: undefined };
  if (state.hasDoubt) return { ending: 'broken', problem: readingProblem('other_text', chosen.start) };
  const isSecond = state.root !== undefined && (options.isWanted?.(state.root) ?? true);
  // Digits without a word are a value of their own, where any value counts.
  const isNumberBehind = options.isWanted === undefined && state.hasDigitBehind && !state.hasLetterBehind;
  if (isNumberBehind)
    return { ending: 'broken', problem: readingProblem('several_values', state.proseStart) };
  if (isSecond) return { ending: 'broken', problem: readingProblem('several_values', state.rootStart) };
  if ((state.isBehindValue && state.wrapper !== 0) || state.mode === 'block_comment')
    return { ending: 'cut', problem: readingProblem('cut', here) };
  if (isFenceOpen(state, chosen)) return { ending: 'cut', problem: readingProblem('open_fence', here) };
  return { ending: 'whole', problem: undefined };
}

function isFenceOpen({ isFenceClosed }: ReaderState, { inFence }: FoundValue): boolean {
  return inFence && !isFenceClosed;
}

/** Puts a text that is not whole into its place, without half a character at its end. */
function showText(state: ReaderState): void {
  const { text, isKey, isInText, isJoining } = state;
  if (isJoining ? isKey : isKey || !isInText) return;
  const last = text.charCodeAt(text.length - 1);
  showPart(state, last >= 0xd8_00 && last <= 0xdb_ff ? text.slice(0, -1) : text);
}

function pathTo({ containers, keys, isPartShown }: ReaderState): (string | number)[] {
  const path = containers.map((container, index) =>
    Array.isArray(container) ? container.length - 1 : (keys[index] ?? ''),
  );
  return isPartShown ? path : path.slice(0, -1);
}
