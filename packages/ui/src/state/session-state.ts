import type { LiveState, RookError, SessionId, SessionOverview } from '@rook/contract';

import { emptyConversation, type Conversation, type TurnView } from './conversation.ts';
import { emptyStream, type StreamState } from './stream-state.ts';

/** A message that was sent, until an entry says it. */
export interface PendingMessage {
  readonly id: string;
  readonly text: string;
  /** All of it, for who edits it. */
  readonly said: Pick<TurnView, 'question' | 'files' | 'images'>;
  /** When it was sent. */
  readonly sent: string;
  /** Why it did not arrive. */
  readonly error: RookError | null;
  /** Takes it off the screen. */
  readonly dismiss: () => void;
}

export interface SessionState {
  /** Null: a new one, which begins with its first message. */
  readonly session: SessionId | null;
  readonly phase: 'new' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly error: RookError | null;
  readonly conversation: Conversation;
  readonly live: LiveState | null;
  readonly stream: StreamState;
  readonly isLinkUp: boolean;
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly overview: SessionOverview | null;
  readonly notices: readonly string[];
  readonly pending: readonly PendingMessage[];
}

export function firstState(session: SessionId | null): SessionState {
  return {
    session,
    phase: session === null ? 'new' : 'loading',
    error: null,
    conversation: emptyConversation(),
    live: null,
    stream: emptyStream(),
    isLinkUp: true,
    hasOlder: false,
    isLoadingOlder: false,
    overview: null,
    notices: [],
    pending: [],
  };
}
