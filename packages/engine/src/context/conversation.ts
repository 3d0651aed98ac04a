import type { ContentHash, MessageId, TurnId } from '@rook/contract';

/** The conversation as the model needs it: a projection of the journal. */
export interface Conversation {
  /** In order; the last one may still run. */
  readonly turns: readonly ConversationTurn[];
  /** Messages that were admitted and have no turn yet, in order. */
  readonly waiting: readonly ConversationMessage[];
}

export interface ConversationMessage {
  readonly id: MessageId;
  readonly text: string;
  readonly files: readonly string[];
  readonly images: readonly { readonly blob: ContentHash; readonly mediaType: string }[];
}

export interface ConversationTurn {
  readonly id: TurnId;
  readonly message: ConversationMessage;
  readonly rounds: readonly ConversationRound[];
  readonly status: 'running' | 'completed' | 'cancelled' | 'failed' | 'crashed';
}

/** One answer of the model, what it called, and what was said to it meanwhile. */
export interface ConversationRound {
  readonly text: string;
  readonly calls: readonly ConversationCall[];
  readonly steering: readonly ConversationMessage[];
}

export interface ConversationCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** What the model was told; null while the call is under way. */
  readonly reply: string | null;
  readonly failed: boolean;
}
