import type { FixtureBlock, FixtureResponse } from '@copilotkit/aimock';
import type { ScriptAnswer, ScriptEvent, ScriptRequest } from '@rook/contract';

import type { Dialect } from './dialect.ts';
import type { TokenCounts } from './write-usage.ts';

/** One answer, taken apart: what the server inside says, and what is done to it on its way out. */
export interface AnswerPlan {
  readonly healthy: FixtureResponse;
  /** How the answer breaks, if it does. */
  readonly end: Extract<ScriptEvent, { kind: 'error' | 'fault' }> | null;
  /** Nothing comes before the break. */
  readonly isEmpty: boolean;
  readonly pieceLength: number;
  /** Waited before the first byte. */
  readonly firstDelay: number;
  /** Waited before each frame after that. */
  readonly frameDelay: number;
  readonly usage: TokenCounts | null;
  readonly seal: string | undefined;
  readonly finish: NonNullable<ScriptAnswer['finish']>;
  /** A tool's input that is no JSON. */
  readonly rawInput: string | undefined;
  /** The model is one of xAI's, which words some things in its own way. */
  readonly isGrok: boolean;
}

/** Longer than any text of a script: everything comes at once. */
export const WHOLE = 10_000_000;

export function planAnswer(answer: ScriptAnswer, request: ScriptRequest, dialect: Dialect): AnswerPlan {
  const { events } = answer;
  const last = events.at(-1);
  const end = last?.kind === 'error' || last?.kind === 'fault' ? last : null;
  const thoughts = events.filter((event) => event.kind === 'thinking');
  const blocks = makeBlocks(events);
  const calls = blocks.some(({ type }) => type === 'toolCall');
  const finish = answer.finish ?? (calls ? 'tool_calls' : 'stop');
  return {
    healthy: {
      blocks: blocks.length === 0 ? [{ type: 'text', text: '' }] : blocks,
      ...(thoughts.length === 0 ? {} : { reasoning: thoughts.map(({ text }) => text).join('') }),
      ...(thoughts[0]?.seal === undefined ? {} : { reasoningSignature: thoughts[0].seal }),
      finishReason: nameFinish(dialect, finish),
    },
    end,
    isEmpty: end !== null && events.length === 1,
    pieceLength: findPieceLength(events),
    firstDelay: events[0]?.delayMilliseconds ?? 0,
    frameDelay: findFrameDelay(events),
    usage: answer.usage === undefined ? estimateUsage(events, request) : answer.usage,
    seal: thoughts[0]?.seal,
    finish,
    rawInput: events.flatMap((event) => (event.kind === 'tool_call' ? (event.inputText ?? []) : []))[0],
    isGrok: /^(?:.*\/)?grok/iu.test(request.model),
  };
}

/** A first event that comes in pieces waits before each of them, as those behind it do. */
function findFrameDelay(events: ScriptAnswer['events']): number {
  const delays = events.map((event, index) =>
    index > 0 || 'pieceLength' in event ? (event.delayMilliseconds ?? 0) : 0,
  );
  return Math.max(0, ...delays);
}

/** Two dialects have a word of their own which the server inside does not know. */
function nameFinish(dialect: Dialect, finish: AnswerPlan['finish']): string {
  if (dialect === 'gemini' && finish === 'tool_calls') return 'stop';
  return dialect === 'messages' && finish === 'content_filter' ? 'refusal' : finish;
}

/** The server inside cuts a whole answer into pieces of one length: the shortest that is asked for. */
export function findPieceLength(events: readonly ScriptEvent[]): number {
  return Math.min(
    WHOLE,
    ...events.flatMap((event) => ('pieceLength' in event ? (event.pieceLength ?? []) : [])),
  );
}

function makeBlocks(events: readonly ScriptEvent[]): FixtureBlock[] {
  let calls = 0;
  return events.flatMap((event): FixtureBlock[] => {
    if (event.kind === 'text') return [{ type: 'text', text: event.text }];
    if (event.kind !== 'tool_call') return [];
    calls += 1;
    return [
      {
        type: 'toolCall',
        name: event.name,
        id: event.id ?? `call_${calls}`,
        arguments: event.inputText ?? JSON.stringify(event.input ?? {}),
      },
    ];
  });
}

const CHARACTERS_PER_TOKEN = 4;

function estimateUsage(events: readonly ScriptEvent[], request: ScriptRequest): TokenCounts {
  const asked = request.system.length + request.messages.join('').length;
  const told = events
    .map((event) => ('text' in event ? event.text.length : 0))
    .reduce((sum, one) => sum + one, 0);
  return {
    input: Math.ceil(asked / CHARACTERS_PER_TOKEN) || 1,
    output: Math.ceil(told / CHARACTERS_PER_TOKEN),
  };
}
