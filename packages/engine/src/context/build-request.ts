import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';

import type { CallRequest } from '../models/call-model.ts';
import { estimateRequest } from '../models/estimate-request.ts';
import type { ModelMessage, ModelTool } from '../ports/model.ts';
import { renderBlock } from './context-blocks.ts';
import type { ConversationTurn } from './conversation.ts';
import { joinMessages, textParts, type UserMessage } from './turn-messages.ts';
import { weighMessage, weighTurn } from './turn-tokens.ts';
import { callIds, uniqueCallIds } from './unique-call-ids.ts';

export interface RequestParts {
  /** The pinned system prompt. */
  readonly system: string;
  /** What `buildContextBlocks` made for this turn; the same for all its rounds. */
  readonly blocks: string;
  /** Those before this one, in order. */
  readonly turns: readonly ConversationTurn[];
  readonly current: CurrentTurn;
  readonly tools: readonly ModelTool[];
  /** What the model takes in, without what it is to write. */
  readonly maxInputTokens: number;
  /** Of the model: how many tokens it counts for an image where others count one. */
  readonly imageFactor?: number;
  readonly structured?: NonNullable<CallRequest['structured']>;
}

interface CurrentTurn {
  /** As `userMessage` made it, once for the turn. */
  readonly message: UserMessage;
  /** Answers, results and what was said meanwhile, as they are. */
  readonly rounds: readonly ModelMessage[];
}

export interface BuiltRequest {
  readonly request: CallRequest;
  /** Older turns that had no room at all. */
  readonly leftOutTurns: number;
  /** Older turns of which only what was said had room. */
  readonly shortenedTurns: number;
  readonly estimatedTokens: number;
}

/**
 * The request for the next answer. The turn that runs goes in as it is; of the older ones the newest come first
 * into what room is left, then those without their tool calls, and what has no room is said. Pure.
 */
export function buildRequest(given: RequestParts): Result<BuiltRequest> {
  const { tools, turns, maxInputTokens, current } = given;
  const parts = { ...given, current: { ...current, rounds: uniqueCallIds(current.rounds, []) } };
  const own = currentMessages(parts, { leftOut: turns.length, shortened: turns.length });
  const needed = countTokens(parts, own);
  if (needed > maxInputTokens) return fail(tooLong(parts, needed));
  const history = chooseTurns(turns, maxInputTokens - needed, tools.length > 0);
  const messages = joinMessages([
    ...uniqueCallIds(history.messages, callIds(parts.current.rounds)),
    ...currentMessages(parts, history),
  ]);
  return succeed({
    request: { ...frameOf(parts), messages },
    leftOutTurns: history.leftOut,
    shortenedTurns: history.shortened,
    estimatedTokens: needed + history.tokens,
  });
}

function frameOf({ system, tools, structured }: RequestParts): Omit<CallRequest, 'messages'> {
  return {
    system,
    ...(tools.length === 0 ? {} : { tools }),
    ...(structured === undefined ? {} : { structured }),
  };
}

interface LeftOut {
  readonly leftOut: number;
  readonly shortened: number;
}

function currentMessages({ blocks, current }: RequestParts, left: LeftOut): readonly ModelMessage[] {
  const before = [...describeLeftOut(left), ...textParts(blocks)];
  return [{ role: 'user', parts: before }, current.message, ...current.rounds];
}

function describeLeftOut({ leftOut, shortened }: LeftOut): ReturnType<typeof textParts> {
  const sentences = [
    ...(leftOut === 0
      ? []
      : [`${leftOut} older turn(s) of this conversation are left out because there is no room for them.`]),
    ...(shortened === 0
      ? []
      : [`Of ${shortened} older turn(s) the tool calls and their results are left out.`]),
  ];
  return sentences.length === 0
    ? []
    : textParts(renderBlock({ name: 'left_out_turns', text: sentences.join(' ') }));
}

interface History extends LeftOut {
  readonly messages: readonly ModelMessage[];
  readonly tokens: number;
}

/** The newest turns that have room. Without tools a provider takes no calls either, so only what was said goes in. */
function chooseTurns(turns: readonly ConversationTurn[], room: number, hasTools: boolean): History {
  const chosen: (readonly ModelMessage[])[] = [];
  let tokens = 0;
  let shortened = 0;
  let form: 'whole' | 'short' = hasTools ? 'whole' : 'short';
  for (let place = turns.length - 1; place >= 0; place -= 1) {
    const turn = turns[place];
    if (turn === undefined) break;
    let weighed = weighTurn(turn, form);
    if (form === 'whole' && tokens + weighed.tokens > room) {
      form = 'short';
      weighed = weighTurn(turn, form);
    }
    if (tokens + weighed.tokens > room) {
      // One that would have no room anywhere does not push out those before it.
      if (weighed.tokens > room / 2) continue;
      break;
    }
    tokens += weighed.tokens;
    chosen.push(weighed.messages);
    if (form === 'short' && hasCalls(turn)) shortened += 1;
  }
  return { messages: chosen.toReversed().flat(), tokens, leftOut: turns.length - chosen.length, shortened };
}

function hasCalls({ rounds }: ConversationTurn): boolean {
  return rounds.some(({ calls }) => calls.length > 0);
}

function countTokens(parts: RequestParts, messages: readonly ModelMessage[]): number {
  const frame = estimateRequest({ ...frameOf(parts), messages: [], maxOutputTokens: 0 });
  return messages.reduce((sum, message) => sum + tokensOf(message, parts), frame.input);
}

function tokensOf(message: ModelMessage, { imageFactor = 1 }: RequestParts): number {
  const { text, image } = weighMessage(message);
  return text + Math.ceil(image * imageFactor);
}

/** Says what takes the most room, and what to do about it. */
function tooLong(parts: RequestParts, needed: number): RookError {
  const { current, maxInputTokens } = parts;
  const { text, image } = weighMessage(current.message);
  const [largest] = [
    {
      tokens: text,
      advice: 'the message and what is attached to it are large; send less text or smaller files.',
    },
    {
      tokens: image * (parts.imageFactor ?? 1),
      advice: 'the images are large; attach fewer or smaller ones.',
    },
    {
      tokens: current.rounds.reduce((sum, message) => sum + tokensOf(message, parts), 0),
      advice: 'what the tools of this turn brought is large; ask for a smaller step in another message.',
    },
    {
      tokens: countTokens(parts, []),
      advice:
        'the system prompt and the tools are large; shorten AGENTS.md and CLAUDE.md, or choose a model that takes more.',
    },
  ].toSorted((a, b) => b.tokens - a.tokens);
  return rookError(
    'model_too_long',
    `The request takes about ${needed} tokens and the model takes ${maxInputTokens}: ${largest?.advice ?? ''}`,
  );
}
