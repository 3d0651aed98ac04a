import type { FinishReason } from '../ports/model.ts';
import { createJsonReader, type JsonReading } from './json-reader.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import { looksCut } from './looks-cut.ts';
import { placeProblems, type PlacedProblem } from './place-problems.ts';
import type { ReaderOptions } from './reader-state.ts';
import { readingProblem, type ReadingProblem, type ReadingProblemCode } from './reading-problem.ts';
import { recoverFields, type RecoveredFields } from './recover-fields.ts';
import { isReplyLike } from './reply-fields.ts';
import { unwrapText } from './unwrap-text.ts';
import { makeWholeReply, type WholeReply } from './whole-reply.ts';

/** What a model's answer says, as far as its meaning is certain, and whether that is all of it. */
export type ReplyReading = WholeReading | PartReading;

interface Reading {
  /** The value as it was written, as far as it was read; null when there is none. */
  readonly value: JsonValue;
  readonly recovered: RecoveredFields;
  readonly problems: readonly PlacedProblem[];
}

export interface WholeReading extends Reading {
  readonly complete: true;
  readonly ending: 'whole';
  readonly value: JsonObject;
  readonly reply: WholeReply;
}

/** Nothing of it may be applied. */
export interface PartReading extends Reading {
  readonly complete: false;
  /** `none`: the answer is prose. */
  readonly ending: JsonReading['ending'];
}

export interface ReplyEnd {
  /** What the provider said; left out when nobody knows. */
  readonly finishReason?: FinishReason | undefined;
  /** Problems of the bytes that the text was made from. */
  readonly problems?: readonly ReadingProblem[];
}

/** Reads a reply while it comes. */
export interface ReplyReader {
  push(text: string): void;
  /** The value so far; it grows with the next piece. */
  peek(): JsonValue | undefined;
  end(end?: ReplyEnd): ReplyReading;
}

const REPLIES: ReaderOptions = { accepts: 'object', isWanted: isReplyLike };

export function createReplyReader(): ReplyReader {
  const reader = createJsonReader(REPLIES);
  let text = '';
  return {
    push: (piece) => {
      text += piece;
      reader.push(piece);
    },
    peek: () => reader.peek().value,
    end: (end = {}) => judgeReply(text, reader.end(), end),
  };
}

/** Reads a whole answer. Must not throw. */
export function readReply(text: string, end: ReplyEnd = {}): ReplyReading {
  const reader = createJsonReader(REPLIES);
  reader.push(text);
  return judgeReply(text, reader.end(), end);
}

/** Finish reasons after which more would have come. */
const STOPPED_EARLY: ReadonlySet<FinishReason> = new Set(['length', 'cut', 'content_filter']);
/** JSON allows these and says what they mean; in a reply they show that something was lost or is said twice. */
const NOT_IN_REPLIES: ReadonlySet<ReadingProblemCode> = new Set(['duplicate_key', 'lone_surrogate']);

function judgeReply(text: string, first: JsonReading, end: ReplyEnd): ReplyReading {
  const unwrapped = unwrapText(text, first, REPLIES);
  // A text that holds no reply is prose.
  const isProse = typeof unwrapped.value === 'string';
  const reading: JsonReading = isProse ? asProse(unwrapped) : unwrapped;
  const { finishReason } = end;
  let problems: readonly ReadingProblem[] = [...(end.problems ?? []), ...reading.problems];
  let { ending } = reading;
  if (finishReason === 'stop' && reading.isOnlyFenceOpen) {
    ending = 'whole';
    problems = problems.filter(({ code }) => code !== 'open_fence');
  }
  if (finishReason !== undefined && STOPPED_EARLY.has(finishReason)) {
    ending = 'cut';
    problems = [...problems, readingProblem('finish_reason', text.length)];
  } else if (finishReason === undefined && isUnstructured(reading) && looksCut(text)) {
    problems = [...problems, readingProblem('looks_cut', text.length)];
  }
  const isCertain = problems.every(({ code, certain }) => certain && !NOT_IN_REPLIES.has(code));
  if (ending === 'whole' && !isCertain) ending = 'broken';
  const recovered = recoverFields(text, reading);
  const { value = null } = reading;
  if (ending !== 'whole' || !isJsonObject(value))
    return { complete: false, ending, value, recovered, problems: placeProblems(text, problems) };
  const reply = makeWholeReply(value);
  const placed = placeProblems(text, problems, { misshapen: reply.misshapen, at: reading.start });
  return { complete: true, ending, value, recovered, problems: placed, reply };
}

/** Whole JSON that is no reply is something else, and not the beginning of one. */
function isUnstructured({ ending, problems }: JsonReading): boolean {
  return ending === 'none' && !problems.some(({ code }) => code === 'no_reply');
}

function asProse(reading: JsonReading): JsonReading {
  const problems = [...reading.problems, readingProblem('no_value', reading.start)];
  return { ...reading, value: undefined, ending: 'none', problems };
}
