import type { ErrorCode, RookError } from '@rook/contract';

/** One model behind one connection: a request goes out, events come back. */
export interface Model {
  /** The provider as prices and settings name it: `anthropic`. */
  readonly provider: string;
  /** The name by which the provider knows the model. */
  readonly name: string;
  readonly abilities: ModelAbilities;
  /**
   * Sends the request once; nothing is tried again here. Events come in order as they arrive; the last one is
   * `finished` or `failed`, whatever happens, and there is exactly one of them. Must not throw. When the signal
   * aborts, the connection is closed and the last event is `failed` with `cancelled`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export interface ModelAbilities {
  readonly tools: boolean;
  /** `strict`: the provider holds the answer to the schema. */
  readonly structured: 'strict' | 'none';
  readonly vision: boolean;
  readonly thinking: boolean;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly maxOutputTokens: number;
  readonly effort?: 'adaptive' | 'off' | 'low' | 'medium' | 'high';
  /** The shape that the answer must have; left out where the model cannot. */
  readonly structured?: { readonly name: string; readonly schema: JsonSchema };
}

export type ModelMessage =
  | { readonly role: 'user'; readonly parts: readonly (TextPart | ImagePart)[] }
  | { readonly role: 'assistant'; readonly parts: readonly (TextPart | ThinkingPart | ToolCallPart)[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResultPart[] };

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
}
export interface ImagePart {
  readonly kind: 'image';
  readonly bytes: Uint8Array;
  /** As in `image/png`. */
  readonly mediaType: string;
}
/** What the model thought; `seal` is what the provider wants back unchanged, as JSON. */
export interface ThinkingPart {
  readonly kind: 'thinking';
  readonly text: string;
  readonly seal?: string;
}
export interface ToolCallPart {
  readonly kind: 'tool_call';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly seal?: string;
}
export interface ToolResultPart {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly failed: boolean;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Text, thinking and calls come as they arrive; pieces that arrived together may be told as one. */
export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  /** A part of a thought is over; it is to be sent back as it is. */
  | { readonly kind: 'thought'; readonly part: ThinkingPart }
  | { readonly kind: 'tool_call_begun'; readonly id: string; readonly name: string }
  | { readonly kind: 'tool_call_piece'; readonly id: string; readonly text: string }
  /** The whole call. `input` is undefined when `text` is no JSON. */
  | { readonly kind: 'tool_call'; readonly part: ToolCallPart; readonly text: string }
  /** The answer goes on, but what came is kept until it can be told as a whole; who waits need not give up. */
  | { readonly kind: 'working' }
  | FinishedEvent
  | FailedEvent;

export interface FinishedEvent {
  readonly kind: 'finished';
  readonly reason: FinishReason;
  /** The provider's own word. */
  readonly providerReason: string | null;
  readonly usage: TokenCounts;
}

export interface FailedEvent {
  readonly kind: 'failed';
  readonly error: ModelError;
  /**
   * Whether the provider may have worked on the request and so may want to be paid: false only when the request
   * never left this machine, or was refused with a status before any answer began.
   */
  readonly mayCost: boolean;
  /** What is known to have been spent; null when the provider said nothing. */
  readonly usage: TokenCounts | null;
}

/** `cut`: the stream ended without saying why; what came may be a part. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'cut' | 'other';

/** Null where the provider did not say; each kind of token in its own bucket, none counted twice. */
export interface TokenCounts {
  /** Read at the full price, without those of the cache. */
  readonly input: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  /** Written, thinking included. */
  readonly output: number | null;
  /** How many of `output` were thinking. */
  readonly reasoning: number | null;
}

export type ModelErrorCode = Extract<ErrorCode, `model_${string}` | 'cancelled' | 'timed_out'>;

export interface ModelError extends RookError {
  readonly code: ModelErrorCode;
  /** How long the provider asks to wait. */
  readonly retryAfterMilliseconds?: number;
  readonly status?: number;
}
