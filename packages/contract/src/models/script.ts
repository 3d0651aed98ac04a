import * as z from 'zod';

import { ERRORS, type ErrorCode } from '../errors.ts';

/** What a scripted failure may be called. */
export type ScriptErrorCode = Extract<ErrorCode, `model_${string}` | 'timed_out'>;

const text = z.string().max(1_000_000);
const name = z.string().min(1).max(200);
/** Waited before the event, and with `pieceLength` before each piece. */
const delayMilliseconds = z.int().min(0).max(3_600_000).exactOptional();
/** The text comes in pieces of so many characters instead of at once. */
const pieceLength = z.int().min(1).max(1_000_000).exactOptional();

/** What must be true of a request so that a step answers it; every condition that is given must hold. */
const matchSchema = z.strictObject({
  /** Text that the last message of the user contains. */
  lastUser: text.exactOptional(),
  /** Text that some message contains, whoever it is from, results of tools included. */
  anyMessage: text.exactOptional(),
  /** Text that the very last message contains, as the results of tools that the request ends with. */
  lastMessage: text.exactOptional(),
  /** Text that the system prompt contains. */
  system: text.exactOptional(),
  /** The request ends with results of tools (true), with none (false), or with one of the tool of this name. */
  toolResult: z.union([z.boolean(), name]).exactOptional(),
  /** The request offers tools (true), none (false), or the one of this name. */
  toolOffered: z.union([z.boolean(), name]).exactOptional(),
  /** Some message holds an image (true), or none does (false). */
  image: z.boolean().exactOptional(),
  /** The request asks for an answer of a given shape (true), or does not (false). */
  structured: z.boolean().exactOptional(),
  /** The name of the model that is asked. */
  model: name.exactOptional(),
  /** How many messages of the user the request holds, from 1. */
  turn: z.int().min(1).exactOptional(),
});
export type ScriptMatch = z.infer<typeof matchSchema>;

const textEvent = z.strictObject({ kind: z.literal('text'), text, pieceLength, delayMilliseconds });
const thinkingEvent = z.strictObject({
  kind: z.literal('thinking'),
  text,
  /** What the provider wants back unchanged. */
  seal: text.exactOptional(),
  pieceLength,
  delayMilliseconds,
});
const toolCallEvent = z
  .strictObject({
    kind: z.literal('tool_call'),
    name,
    /** `call_1`, `call_2` and so on when left out. */
    id: name.exactOptional(),
    input: z.json().exactOptional(),
    /** The input as raw text instead, which may be no JSON. */
    inputText: text.exactOptional(),
    pieceLength,
    delayMilliseconds,
  })
  .refine(
    (call) => call.input === undefined || call.inputText === undefined,
    'takes input or inputText, not both',
  );
/** The provider refuses: at once with a status when it comes first, otherwise in the middle of the stream. */
const errorEvent = z
  .strictObject({
    kind: z.literal('error'),
    code: z
      .custom<ScriptErrorCode>(
        (code) => typeof code === 'string' && /^model_|^timed_out$/.test(code) && Object.hasOwn(ERRORS, code),
        'no code of a model failure',
      )
      .exactOptional(),
    /** The HTTP status. */
    status: z.int().min(400).max(599).exactOptional(),
    message: text.exactOptional(),
    retryAfterSeconds: z.number().min(0).max(86_400).exactOptional(),
    delayMilliseconds,
  })
  .refine((error) => error.code !== undefined || error.status !== undefined, 'needs a code or a status');
/**
 * The line breaks. `stall`: nothing comes any more, and the stream stays open. `cut`: the stream ends without
 * saying why. `reset`: the connection breaks. `malformed`: the provider sends what nobody can read.
 */
const faultEvent = z.strictObject({
  kind: z.literal('fault'),
  fault: z.enum(['stall', 'cut', 'reset', 'malformed']),
  delayMilliseconds,
});

const eventSchema = z.discriminatedUnion('kind', [
  textEvent,
  thinkingEvent,
  toolCallEvent,
  errorEvent,
  faultEvent,
]);
export type ScriptEvent = z.infer<typeof eventSchema>;

const tokens = z.int().min(0).nullable().exactOptional();

const answerSchema = z.strictObject({
  /** In the order in which they come; an error or a fault is the last one. */
  events: z
    .array(eventSchema)
    .max(10_000)
    .refine(
      (events) => events.slice(0, -1).every(({ kind }) => kind !== 'error' && kind !== 'fault'),
      'an error or a fault ends the answer, so nothing may stand behind it',
    ),
  /** Why the answer ends; left out: `tool_calls` when it calls a tool, otherwise `stop`. */
  finish: z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'other']).exactOptional(),
  /** Left out: one token for every four characters. null: the provider says nothing about it. */
  usage: z
    .strictObject({
      input: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      output: tokens,
      reasoning: tokens,
    })
    .nullable()
    .exactOptional(),
});
export type ScriptAnswer = z.infer<typeof answerSchema>;

const stepSchema = z.strictObject({
  /** What failures call it; otherwise its number. */
  name: name.exactOptional(),
  /** Left out: every request. */
  match: matchSchema.exactOptional(),
  /** How often it answers; once when left out. */
  repeat: z.union([z.literal('always'), z.int().min(1).max(1_000_000)]).exactOptional(),
  answer: answerSchema,
});
export type ScriptStep = z.infer<typeof stepSchema>;

/** What a model says, written down: the first step that is not used up and matches answers a request. */
export const scriptSchema = z.strictObject({
  version: z.literal(1),
  description: text.exactOptional(),
  /** What the model claims to be able to do; what is left out, it can. */
  abilities: z
    .strictObject({
      tools: z.boolean().exactOptional(),
      structured: z.boolean().exactOptional(),
      vision: z.boolean().exactOptional(),
      thinking: z.boolean().exactOptional(),
    })
    .exactOptional(),
  steps: z.array(stepSchema).max(10_000),
  /** Answers what no step answers; without it such a request fails and says why no step matched. */
  default: answerSchema.exactOptional(),
});
export type Script = z.infer<typeof scriptSchema>;
