import {
  fail,
  readWritten,
  rookError,
  succeed,
  type Command,
  type Delta,
  type EntryBase,
  type Following,
  type MessageId,
  type Result,
  type RookError,
  type SessionId,
  type Workbench,
  type WorkbenchEvent,
} from '@rook/contract';

import { asksModel } from './asks-model.ts';
import { coalesce } from './coalesce.ts';
import { emptyConversation } from './conversation.ts';
import { foldEntries } from './fold-conversation.ts';
import { joinConversations } from './join-conversations.ts';
import { firstState, type PendingMessage, type SessionState } from './session-state.ts';
import { clearStream, emptyStream, foldDelta } from './stream-state.ts';

/** One session as a surface sees it: what entries say, what is coming, and how to talk to it. */
export interface SessionStore {
  subscribe(listener: () => void): () => void;
  getState(): SessionState;
  /** Loads turns before the first one; many at once for who looks for an old one. */
  loadOlder(turns?: number): Promise<void>;
  send(command: Command, options?: SendOptions): Promise<Result<void>>;
  /** Tries again to load what could not be loaded. */
  reload(): Promise<void>;
  dispose(): void;
}

interface SendOptions {
  /** Who sends keeps the words of a message that was not taken, so the conversation need not show them. */
  readonly isKept?: boolean;
  /** The message that a new session begins with, where this is not it. */
  readonly begins?: MessageId;
}

const FIRST_TURNS = 30;
const OLDER_TURNS = 60;
const MOST_NOTICES = 20;
const FOLLOW_AGAIN_MS = 1000;
const NOTHING_WRITTEN = { entries: [], hasOlder: false };

/** `begun` is told the id of a session that began with its first message; `chosen` is the model that a person chose for it. */
export function createSessionStore(
  workbench: Workbench,
  session: SessionId | null,
  begun: (session: SessionId) => void,
  chosen: () => string | null = () => null,
): SessionStore {
  const parts = createParts(workbench, session);
  if (session !== null) void load(parts, session);
  return {
    subscribe: (listener) => {
      parts.listeners.add(listener);
      return () => parts.listeners.delete(listener);
    },
    getState: () => parts.state,
    loadOlder: async (turns = OLDER_TURNS) => loadOlder(parts, turns),
    send: async (command, options = {}) => send(parts, { command, options, begun, chosen }),
    reload: async () => {
      const { session: id, phase } = parts.state;
      if (id !== null && phase === 'failed') await load(parts, id);
    },
    dispose: () => {
      parts.isDisposed = true;
      parts.following?.stop();
      parts.frame.cancel();
      if (parts.timer !== null) clearTimeout(parts.timer);
      parts.listeners.clear();
    },
  };
}

interface StoreParts {
  readonly workbench: Workbench;
  readonly listeners: Set<() => void>;
  readonly set: (change: Partial<SessionState>) => void;
  /** Deltas that wait for the next frame. */
  readonly deltas: Delta[];
  readonly frame: ReturnType<typeof coalesce>;
  state: SessionState;
  following: Following | null;
  timer: ReturnType<typeof setTimeout> | null;
  isDisposed: boolean;
  /** This store has begun it with something that was sent. */
  hasBegun: boolean;
}

function createParts(workbench: Workbench, session: SessionId | null): StoreParts {
  const parts: StoreParts = {
    workbench,
    listeners: new Set(),
    deltas: [],
    state: firstState(session),
    following: null,
    timer: null,
    isDisposed: false,
    hasBegun: false,
    set: (change) => {
      if (parts.isDisposed) return;
      parts.state = { ...parts.state, ...change };
      for (const listener of parts.listeners) listener();
    },
    frame: coalesce(() => {
      const stream = takeDeltas(parts);
      if (stream !== parts.state.stream) parts.set({ stream });
    }),
  };
  return parts;
}

function takeDeltas(parts: StoreParts): SessionState['stream'] {
  let { stream } = parts.state;
  for (const delta of parts.deltas.splice(0)) stream = foldDelta(stream, delta);
  return stream;
}

/** The last turns first, because they are what a person looks at; then all that comes behind them. */
async function load(parts: StoreParts, session: SessionId): Promise<void> {
  parts.set({ session, phase: 'loading', error: null });
  const read = await parts.workbench.call('session_read', { session, turns: FIRST_TURNS });
  if (parts.isDisposed || parts.state.session !== session) return;
  const page = read.ok || !isUnwritten(parts, read.error) ? read : succeed(NOTHING_WRITTEN);
  if (!page.ok) {
    parts.set({ phase: page.error.code === 'not_found' ? 'gone' : 'failed', error: page.error });
    return;
  }
  const conversation = foldEntries(emptyConversation(), page.value.entries);
  parts.set({
    phase: 'ready',
    conversation,
    hasOlder: page.value.hasOlder,
    pending: dropArrived(parts.state.pending, page.value.entries),
  });
  follow(parts, session);
  await refreshOverview(parts, session);
}

/** A session that began here is there before its first entry: a mode or an intent alone writes nothing. */
function isUnwritten({ hasBegun, state }: StoreParts, error: RookError): boolean {
  return hasBegun && error.code === 'not_found' && state.conversation.firstSeq === null;
}

async function refreshOverview(parts: StoreParts, session: SessionId): Promise<void> {
  const overview = await parts.workbench.call('session_overview', { session });
  if (parts.isDisposed || parts.state.session !== session) return;
  const isYounger = overview.ok && overview.value.through >= (parts.state.overview?.through ?? -1);
  if (isYounger) parts.set({ overview: overview.value });
  if (overview.ok || isUnwritten(parts, overview.error)) return;
  addNotice(parts, overview.error.message);
}

function addNotice(parts: StoreParts, text: string): void {
  if (parts.state.notices.at(-1) === text) return;
  parts.set({ notices: [...parts.state.notices, text].slice(-MOST_NOTICES) });
}

function follow(parts: StoreParts, session: SessionId): void {
  parts.following?.stop();
  parts.set({ stream: freshStream(parts) });
  const following = parts.workbench.follow({ session, after: parts.state.conversation.lastSeq });
  parts.following = following;
  void listen(parts, following, session);
}

/** A way that ends without being stopped is gone along again, from the last entry on. */
async function listen(parts: StoreParts, following: Following, session: SessionId): Promise<void> {
  try {
    for await (const event of following.events) {
      if (parts.isDisposed || parts.following !== following) return;
      hear(parts, event, session);
    }
  } catch {
    parts.set({ isLinkUp: false });
  }
  if (parts.isDisposed || parts.following !== following || parts.state.phase === 'gone') return;
  parts.set({ isLinkUp: false });
  parts.timer = setTimeout(() => {
    if (!parts.isDisposed) follow(parts, session);
  }, FOLLOW_AGAIN_MS);
}

function hear(parts: StoreParts, event: WorkbenchEvent, session: SessionId): void {
  switch (event.type) {
    case 'entries':
      hearEntries(parts, event.entries);
      break;
    case 'delta':
      parts.deltas.push(event.delta);
      parts.frame.ask();
      break;
    case 'state': {
      const isIdle = event.state.running === null;
      parts.set({ live: event.state, ...(isIdle ? { stream: quietStream(parts) } : {}) });
      break;
    }
    case 'caught_up':
      parts.set({ isLinkUp: true });
      break;
    case 'notice':
      addNotice(parts, event.text);
      break;
    case 'gone':
      parts.set({ phase: 'gone', live: null, stream: emptyStream() });
      break;
    case 'link':
      parts.set({ isLinkUp: event.isUp, ...(event.isUp ? { stream: freshStream(parts) } : {}) });
      if (event.isUp) void refreshOverview(parts, session);
      break;
    case 'sessions_changed':
      break;
  }
}

/** On a new way all that is live is told from its beginning, but for what a question would do. */
function freshStream({ deltas, state }: StoreParts): SessionState['stream'] {
  deltas.splice(0);
  return { ...emptyStream(), previews: state.stream.previews };
}

/** Where nothing runs, nothing is on its way but what commands in the background print. */
function quietStream(parts: StoreParts): SessionState['stream'] {
  const { outputs } = takeDeltas(parts);
  return { ...emptyStream(), outputs };
}

/** Deltas that came before an entry are taken in before it, so that it lets go of them. */
function hearEntries(parts: StoreParts, entries: readonly EntryBase[]): void {
  const { lastSeq, firstSeq } = parts.state.conversation;
  const fresh = entries.filter(({ seq }) => seq > lastSeq);
  if (fresh.length === 0) return;
  let stream = takeDeltas(parts);
  for (const entry of fresh) {
    const read = readWritten(entry);
    if (read.kind === 'known') stream = clearStream(stream, read.entry);
  }
  const { session } = parts.state;
  parts.set({
    conversation: foldEntries(parts.state.conversation, fresh),
    stream,
    pending: dropArrived(parts.state.pending, fresh),
  });
  const isOther = firstSeq === null || fresh.some(isOverviewed);
  if (session !== null && isOther) void refreshOverview(parts, session);
}

/** The session as a whole is another one after it: a turn is over, or a person changed files between turns. */
function isOverviewed(entry: EntryBase): boolean {
  const { event_type: type, turn_id: turn } = entry;
  return type === 'turn' || (type === 'change_set_applied' && turn === undefined);
}

function dropArrived(
  pending: readonly PendingMessage[],
  entries: readonly EntryBase[],
): readonly PendingMessage[] {
  if (pending.length === 0) return pending;
  const arrived = new Set(entries.map((entry) => entry['message_id']));
  return pending.filter(({ id }) => !arrived.has(id));
}

async function loadOlder(parts: StoreParts, turns: number): Promise<void> {
  const { session, hasOlder, isLoadingOlder, conversation } = parts.state;
  const { firstSeq } = conversation;
  if (session === null || !hasOlder || isLoadingOlder || firstSeq === null) return;
  parts.set({ isLoadingOlder: true });
  const read = await parts.workbench.call('session_read', { session, before: firstSeq, turns });
  if (parts.isDisposed) return;
  if (!read.ok) {
    parts.set({ isLoadingOlder: false });
    addNotice(parts, read.error.message);
    return;
  }
  const before = read.value.entries.filter(({ seq }) => seq < firstSeq);
  const older = foldEntries(emptyConversation(), before);
  parts.set({
    isLoadingOlder: false,
    hasOlder: read.value.hasOlder && before.length > 0,
    conversation: joinConversations(older, parts.state.conversation),
  });
}

interface Sending {
  readonly command: Command;
  readonly options: SendOptions;
  readonly begun: (session: SessionId) => void;
  readonly chosen: () => string | null;
}

async function send(parts: StoreParts, sending: Sending): Promise<Result<void>> {
  const { command, options, begun, chosen } = sending;
  if (parts.isDisposed) return fail(rookError('cancelled', 'The view was closed before it was sent.'));
  const { session, live } = parts.state;
  const { isKept = false, begins } = options;
  const model = asksModel(command, live) ? chosen() : null;
  showPending(parts, command);
  const sent = await parts.workbench.call('session_send', {
    session,
    command,
    ...(begins === undefined || session !== null ? {} : { begins }),
    ...(model === null ? {} : { model }),
  });
  if (!sent.ok) {
    failPending(parts, command, isKept ? null : sent.error);
    return sent;
  }
  if (session === null && parts.state.session === null && !parts.isDisposed) {
    parts.hasBegun = true;
    const loaded = load(parts, sent.value.session);
    begun(sent.value.session);
    await loaded;
  }
  return succeed(undefined);
}

/** What a person said is on the screen at once, in place of what did not arrive before. */
function showPending(parts: StoreParts, command: Command): void {
  if (command.type !== 'message_send' && command.type !== 'batch_run') return;
  const { message_id: id, text } = command;
  if (parts.state.conversation.turns.some(({ messageId }) => messageId === id)) return;
  const others = parts.state.pending.filter((one) => one.id !== id && one.error === null);
  const dismiss = (): void => failPending(parts, command, null);
  const { files = [], images = [], whole } = command.type === 'message_send' ? command : {};
  const said = {
    question: { text, cut: whole === undefined ? null : { hash: whole, bytes: text.length } },
    files,
    images: images.map(({ blob, media_type: mediaType }) => ({ hash: blob, mediaType })),
  };
  const sent = new Date().toISOString();
  parts.set({ pending: [...others, { id, text, said, sent, error: null, dismiss }] });
}

/** Null: it is not shown any more. */
function failPending(parts: StoreParts, command: Command, error: PendingMessage['error']): void {
  if (command.type !== 'message_send' && command.type !== 'batch_run') return;
  const { message_id: id } = command;
  const { pending } = parts.state;
  const place = pending.findIndex((one) => one.id === id);
  const failed = pending[place];
  if (failed === undefined) return;
  parts.set({
    pending: error === null ? pending.toSpliced(place, 1) : pending.with(place, { ...failed, error }),
  });
}
