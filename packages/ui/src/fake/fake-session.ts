import {
  entryIdSchema,
  FIRST_PREV,
  turnIdSchema,
  type Command,
  type EntryBase,
  type LiveState,
  type SessionId,
  type SessionItem,
  type SessionOverview,
  type WorkbenchEvent,
} from '@rook/contract';

import type { EventChannel } from './event-channel.ts';

/** One session in memory: what was written, what runs, and who follows. */
export interface FakeSession {
  item: SessionItem;
  deleted: string | null;
  readonly entries: EntryBase[];
  live: LiveState;
  readonly followers: Set<EventChannel>;
  /** What its overview says beside what every one does. */
  facts: () => Partial<SessionOverview>;
}

export function createFakeSession(item: SessionItem): FakeSession {
  const running = item.isRunning ? turnIdSchema.parse('t0001') : null;
  return {
    item,
    deleted: null,
    entries: [],
    live: {
      isHeld: item.heldBy === null,
      running,
      waiting: 0,
      left: [],
      unwritten: 0,
      mode: 'ask',
      activeIntent: null,
      heldBy: item.heldBy,
    },
    followers: new Set(),
    facts: () => ({}),
  };
}

export function tellFollowers(session: FakeSession, event: WorkbenchEvent): void {
  for (const follower of session.followers) follower.push(event);
}

export function appendEntry(
  session: FakeSession,
  type: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const seq = session.entries.length;
  const entry: EntryBase = {
    schema_version: 1,
    event_id: entryIdSchema.parse(`00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`),
    timestamp: new Date().toISOString(),
    workspace: { name: 'garden', uri: 'file:///garden', trusted: true },
    session_id: session.item.id,
    mode: { agent_mode: null, safety: session.live.mode },
    seq,
    prev: FIRST_PREV,
    event_type: type,
    ...fields,
  };
  session.entries.push(entry);
  tellFollowers(session, { type: 'entries', entries: [entry] });
}

/** Does to the session what an engine would, as far as a list and a composer can see. */
export function obey(session: FakeSession, command: Command): void {
  const change = (changes: Partial<LiveState>): void => {
    session.live = { ...session.live, ...changes };
    tellFollowers(session, { type: 'state', state: session.live });
  };
  if (command.type === 'mode_set') change({ mode: command.mode });
  if (command.type === 'intent_select') change({ activeIntent: command.intent_id });
  if (command.type === 'turn_cancel') change({ running: null });
  if (command.type !== 'message_send') return;
  const { message_id: id, text, files, images } = command;
  appendEntry(session, 'message_admitted', {
    message_id: id,
    text,
    ...(files === undefined ? {} : { files }),
    ...(images === undefined ? {} : { images }),
  });
  if (session.live.running !== null) return change({ waiting: session.live.waiting + 1 });
  const turn = turnIdSchema.parse(`t${String(session.item.turns + 1).padStart(4, '0')}`);
  session.item = { ...session.item, turns: session.item.turns + 1, updated: new Date().toISOString() };
  appendEntry(session, 'turn_started', { turn_id: turn, message_id: command.message_id, model: 'fake' });
  change({ running: turn });
}

export function streamText(session: FakeSession, text: string): void {
  const { running } = session.live;
  if (running === null) return;
  const delta = { type: 'text', session_id: session.item.id, turn_id: running, text } as const;
  tellFollowers(session, { type: 'delta', delta });
}

export function overviewOf({ item, live, entries, facts }: FakeSession): SessionOverview {
  return {
    id: item.id,
    docType: 'chat',
    projectId: 'garden',
    createdAt: item.created,
    updatedAt: item.updated,
    summary: item.title,
    archived: item.archived,
    labels: item.labels,
    status: item.status,
    todos: [],
    bugs: [],
    changeHistory: { history: [], position: -1 },
    fileRegistry: {},
    failedCommands: [],
    auditGenerating: false,
    tags: [],
    actions: [],
    usage: { input_tokens: 1200, output_tokens: 85, cost_usd: item.costUsd },
    entries: entries.length,
    approvals: item.waits ? [askedEntry(item.id)] : [],
    mode: live.mode,
    activeIntent: live.activeIntent,
    turns: item.turns,
    through: entries.length - 1,
    ...facts(),
  };
}

function askedEntry(session: SessionId): EntryBase {
  return {
    schema_version: 1,
    event_id: entryIdSchema.parse('00000000-0000-4000-8000-000000000000'),
    timestamp: new Date().toISOString(),
    workspace: { name: 'garden', uri: 'file:///garden', trusted: true },
    session_id: session,
    mode: { agent_mode: null, safety: 'ask' },
    seq: 0,
    prev: FIRST_PREV,
    event_type: 'approval_requested',
  };
}
