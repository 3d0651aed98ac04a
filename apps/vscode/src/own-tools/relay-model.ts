import { ERRORS } from '@rook/contract';
import type { Model, ModelEvent, ModelRequest, TokenCounts, ToolResultPart } from '@rook/engine';

/** The name under which the journal knows who asked for the call. */
export const RELAY = 'another-participant';

/** A call that somebody else wants to have made. */
interface RelayedCall {
  /** What the message of its turn says. */
  readonly text: string;
  /** By which its result is known. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Is given what a model would be shown. */
  readonly tell: (result: ToolResultPart) => void;
}

export interface Relay {
  readonly model: Model;
  /** What the next turn is for; null: nothing. */
  readonly take: (call: RelayedCall | null) => void;
}

/**
 * Stands where a model stands, and thinks nothing: its first answer is the call that somebody else wants made, its second passes on
 * that the result was handed over. So the call walks the way of all calls.
 */
export function createRelay(): Relay {
  let call: RelayedCall | null = null;
  return {
    take: (next) => {
      call = next;
    },
    model: {
      provider: 'relay',
      name: RELAY,
      abilities: { tools: true, structured: 'none', vision: false, thinking: false },
      stream: (request, signal) => answer(call, request, signal),
    },
  };
}

async function* answer(
  call: RelayedCall | null,
  { messages }: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  if (signal.aborted) {
    yield { kind: 'failed', error: CANCELLED, mayCost: false, usage: null };
    return;
  }
  const last = messages.at(-1);
  if (call !== null && last?.role === 'user' && says(last.parts, call.text)) {
    const { id, name, input } = call;
    const text = JSON.stringify(input) ?? '';
    yield { kind: 'tool_call_begun', id, name };
    yield { kind: 'tool_call_piece', id, text };
    yield { kind: 'tool_call', part: { kind: 'tool_call', id, name, input }, text };
    yield { kind: 'finished', reason: 'tool_calls', providerReason: null, usage: FREE };
    return;
  }
  const result = last?.role === 'tool' ? last.results.find(({ id }) => id === call?.id) : undefined;
  if (result !== undefined) call?.tell(result);
  yield {
    kind: 'text',
    text: result === undefined ? NOT_HERE : 'The result was handed to who asked for it.',
  };
  yield { kind: 'finished', reason: 'stop', providerReason: null, usage: FREE };
}

type UserParts = Extract<ModelRequest['messages'][number], { readonly role: 'user' }>['parts'];

function says(parts: UserParts, text: string): boolean {
  return parts.some((part) => part.kind === 'text' && part.text.includes(text));
}

const NOT_HERE =
  'In this session other participants of the chat have their calls made, and nobody answers; ask in a chat of your own.';

/** Nobody was asked and nobody is paid. That something was written must be said, or it would be estimated. */
const FREE: TokenCounts = { input: 0, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };

const CANCELLED = {
  code: 'cancelled',
  kind: ERRORS.cancelled.kind,
  retryable: ERRORS.cancelled.retryable,
  message: 'The call was cancelled before it was made.',
} as const;
