import {
  rookError,
  succeed,
  type Command,
  type EntryBase,
  type LiveState,
  type Result,
  type RookError,
  type SessionId,
  type SessionOverview,
  type Workbench,
} from '@rook/contract';

/** A fold of entries. */
export interface Conversation {
  readonly entries: readonly EntryBase[];
  /** Questions that a person has to answer. */
  readonly approvals: readonly EntryBase[];
}

export interface StreamState {
  readonly text: string;
}

export interface SessionState {
  /** Null: a new one that begins with its first message. */
  readonly session: SessionId | null;
  readonly phase: 'new' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly error: RookError | null;
  readonly conversation: Conversation;
  readonly live: LiveState | null;
  readonly stream: StreamState;
  readonly isLinkUp: boolean;
  readonly hasOlder: boolean;
  readonly overview: SessionOverview | null;
  readonly notices: readonly string[];
}

export interface SessionStore {
  subscribe(listener: () => void): () => void;
  getState(): SessionState;
  /** Loads the turns before the first one. */
  loadOlder(): Promise<void>;
  send(command: Command, options?: { model?: string }): Promise<Result<void>>;
  dispose(): void;
}

export function createSessionStore(
  workbench: Workbench,
  session: SessionId | null,
  begun: (session: SessionId) => void,
): SessionStore {
  const listeners = new Set<() => void>();
  let state: SessionState = {
    session,
    phase: session === null ? 'new' : 'loading',
    error: null,
    conversation: { entries: [], approvals: [] },
    live: null,
    stream: { text: '' },
    isLinkUp: true,
    hasOlder: false,
    overview: null,
    notices: [],
  };
  const set = (changes: Partial<SessionState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  let stop = (): void => undefined;
  const open = async (id: SessionId): Promise<void> => {
    const overview = await workbench.call('session_overview', { session: id });
    if (!overview.ok)
      return set({ phase: overview.error.code === 'not_found' ? 'gone' : 'failed', error: overview.error });
    const { approvals } = overview.value;
    set({ phase: 'ready', overview: overview.value, conversation: { entries: [], approvals } });
    const following = workbench.follow({ session: id, after: -1 });
    stop = () => following.stop();
    for await (const event of following.events) {
      if (event.type === 'entries')
        set({ conversation: { approvals, entries: [...state.conversation.entries, ...event.entries] } });
      else if (event.type === 'state') set({ live: event.state });
      else if (event.type === 'delta' && event.delta.type === 'text')
        set({ stream: { text: state.stream.text + event.delta.text } });
      else if (event.type === 'link') set({ isLinkUp: event.isUp });
      else if (event.type === 'gone')
        set({ phase: 'gone', error: rookError('not_found', 'It was deleted.') });
    }
  };
  if (session !== null) void open(session);
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getState: () => state,
    loadOlder: async () => undefined,
    send: async (command, options) => {
      const sent = await workbench.call('session_send', { session: state.session, command, ...options });
      if (!sent.ok) return sent;
      if (state.session === null) {
        set({ session: sent.value.session });
        begun(sent.value.session);
        void open(sent.value.session);
      }
      return succeed(undefined);
    },
    dispose: () => stop(),
  };
}
