import {
  commandSchema,
  contentHashSchema,
  fail,
  rookError,
  sessionIdSchema,
  succeed,
  type About,
  type BlobPart,
  type CallInput,
  type CallName,
  type CallOutput,
  type Command,
  type Result,
  type SessionId,
  type SessionItem,
  type Workbench,
} from '@rook/contract';

import { createEventChannel, type EventChannel } from './event-channel.ts';
import { createFakeChanges, type FakeChanges } from './fake-changes.ts';
import { fakeGovernance } from './fake-governance.ts';
import { createFakeIntents } from './fake-intents.ts';
import {
  appendEntry,
  createFakeSession,
  obey,
  overviewOf,
  streamText,
  tellFollowers,
  type FakeSession,
} from './fake-session.ts';
import { sampleChanges } from './sample-changes.ts';
import { sampleEvidence, sampleRegistry, sampleTodos, SEEN_HASH } from './sample-evidence.ts';
import { sampleAbout, samplePaths, sampleSessions } from './sample-sessions.ts';

interface FakeOptions {
  readonly about?: Partial<About>;
  readonly sessions?: readonly SessionItem[];
  /** The first session has changes, files, todos, commands and questions behind it. */
  readonly hasEvidence?: boolean;
}

/** A workbench in memory, for work on the views without an engine, and the strings to pull on it. */
export interface FakeWorkbench extends Workbench {
  /** Commands that were sent, in order. */
  readonly sent: readonly {
    readonly session: SessionId;
    readonly command: Command;
    readonly model?: string;
  }[];
  /** These calls fail with the sentence; null: they work again. */
  breakCalls(names: readonly CallName[], sentence: string | null): void;
  setLink(isUp: boolean): void;
  /** Words of the turn that runs. */
  stream(session: SessionId, text: string): void;
  /** An entry of the session, whatever it says. */
  append(session: SessionId, type: string, fields: Readonly<Record<string, unknown>>): void;
  /** A file changes on the disk. */
  touch(): void;
  /** The file of intents cannot be read; null: it can again. */
  spoilIntents(problem: string | null): void;
}

type Handlers = { readonly [Name in CallName]: (input: CallInput<Name>) => Result<CallOutput<Name>> };

function cutPart(bytes: Uint8Array | undefined, part: BlobPart | undefined): Uint8Array | null {
  const end = part === undefined ? undefined : part.from + part.bytes;
  return bytes?.subarray(part?.from ?? 0, end) ?? null;
}

export function createFakeWorkbench(options: FakeOptions = {}): FakeWorkbench {
  const sessions = new Map<string, FakeSession>(
    (options.sessions ?? sampleSessions(Date.now())).map((item) => [item.id, createFakeSession(item)]),
  );
  const lists = new Set<EventChannel>();
  const blobs = new Map<string, Uint8Array>();
  const broken = new Map<CallName, string>();
  const sent: { session: SessionId; command: Command; model?: string }[] = [];
  const about = { ...sampleAbout, ...options.about };
  const tellLists = (): void => {
    for (const list of lists) list.push({ type: 'sessions_changed' });
  };
  const intents = createFakeIntents(about.isGoverned, options.hasEvidence === true);
  const first = options.hasEvidence === true ? [...sessions.values()][0] : undefined;
  const changes = createEvidence(first);
  const handlers: Handlers = {
    ...sessionHandlers(sessions, sent, tellLists),
    ...placeHandlers(about),
    ...intents.calls,
    ...fakeGovernance(about.isGoverned),
    ...changes.calls,
    ...unfilledHandlers,
  };
  return {
    sent,
    call: async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
      await new Promise((resolve) => setTimeout(resolve));
      const sentence = broken.get(name);
      if (sentence !== undefined) return fail(rookError('busy', sentence));
      const handle: Handlers[Name] = handlers[name];
      return handle(input);
    },
    follow: ({ session, after }) => {
      const channel = createEventChannel();
      const followed = session === null ? undefined : sessions.get(session);
      const place = followed?.followers ?? lists;
      place.add(channel);
      if (followed !== undefined) {
        channel.push({ type: 'entries', entries: followed.entries.filter(({ seq }) => seq > after) });
        channel.push({ type: 'state', state: followed.live });
      }
      channel.push({ type: 'caught_up' });
      return {
        events: channel.events,
        stop: () => {
          place.delete(channel);
          channel.stop();
        },
      };
    },
    readBlob: async (hash, part) => succeed(cutPart(blobs.get(hash), part)),
    keepBlob: async (bytes) => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
      const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const hash = contentHashSchema.parse(`sha256:${hex}`);
      blobs.set(hash, bytes);
      return succeed(hash);
    },
    breakCalls: (names, sentence) => {
      for (const name of names) {
        if (sentence === null) broken.delete(name);
        else broken.set(name, sentence);
      }
    },
    setLink: (isUp) => {
      for (const list of lists) list.push({ type: 'link', isUp });
      for (const session of sessions.values()) tellFollowers(session, { type: 'link', isUp });
    },
    stream: (id, text) => {
      const session = sessions.get(id);
      if (session !== undefined) streamText(session, text);
    },
    append: (id, type, fields) => {
      const session = sessions.get(id);
      if (session !== undefined) appendEntry(session, type, fields);
    },
    touch: changes.touch,
    spoilIntents: intents.spoil,
  };
}

type SessionCalls = Pick<Handlers, Extract<CallName, `session_${string}`>>;

function sessionHandlers(
  sessions: Map<string, FakeSession>,
  sent: { session: SessionId; command: Command; model?: string }[],
  tell: () => void,
): SessionCalls {
  const standing = (): FakeSession[] =>
    [...sessions.values()]
      .filter(({ deleted }) => deleted === null)
      .toSorted((one, other) => Date.parse(other.item.updated) - Date.parse(one.item.updated));
  const find = <Value>(id: string, use: (session: FakeSession) => Value): Result<Value> => {
    const session = sessions.get(id);
    if (session === undefined) return fail(rookError('not_found', `There is no session ${id}.`));
    return succeed(use(session));
  };
  return {
    session_list: ({ archived, limit = 100 }) => {
      const items = standing()
        .map(({ item }) => item)
        .filter((item) => archived === true || !item.archived);
      return succeed({ sessions: items.slice(0, limit), hasMore: items.length > limit });
    },
    session_trash: () =>
      succeed({
        sessions: [...sessions.values()].flatMap(({ item, deleted }) =>
          deleted === null ? [] : [{ id: item.id, title: item.title, deleted }],
        ),
      }),
    session_find: () => succeed({ found: [], more: false }),
    session_search: ({ text }) => succeed({ hits: findHits(standing(), text), more: false }),
    session_read: ({ session }) => find(session, ({ entries }) => ({ entries, hasOlder: false })),
    session_overview: ({ session }) => find(session, (one) => overviewOf(one)),
    session_change: ({ session, ...changes }) =>
      find(session, (one) => {
        one.item = { ...one.item, ...changes };
        tell();
        return {};
      }),
    session_delete: ({ session }) =>
      find(session, (one) => {
        one.deleted = new Date().toISOString();
        tellFollowers(one, { type: 'gone' });
        tell();
        return {};
      }),
    session_restore: ({ session }) =>
      find(session, (one) => {
        one.deleted = null;
        tell();
        return {};
      }),
    session_send: ({ session, command: given, model }) => {
      const command = commandSchema.parse(given);
      return find(session ?? begin(sessions, command), (one) => {
        const { id } = one.item;
        sent.push({ session: id, command, ...(model === undefined ? {} : { model }) });
        obey(one, command);
        one.item = { ...one.item, isRunning: one.live.running !== null };
        tell();
        return { session: id };
      });
    },
    session_verify: ({ session }) =>
      find(session, ({ entries }) => ({ ok: true, entries: entries.length, anchored: true, torn: [] })),
  };
}

function findHits(sessions: readonly FakeSession[], text: string): CallOutput<'session_search'>['hits'] {
  return sessions.flatMap(({ item }) => {
    const sentence = `You said: ${item.title}. It was looked at and the tests pass.`;
    const at = sentence.toLowerCase().indexOf(text.toLowerCase());
    if (at < 0) return [];
    const marks: [number, number][] = [[at, at + text.length]];
    const { id: session, title, updated: timestamp } = item;
    return [
      { session, title, line: 1, turn: 't0001', timestamp, type: 'message_admitted', text: sentence, marks },
    ];
  });
}

function begin(sessions: Map<string, FakeSession>, command: Command): SessionId {
  const number = String(sessions.size + 1).padStart(8, '0');
  const id = sessionIdSchema.parse(`rook-20261116-${number}`);
  const now = new Date().toISOString();
  const title = command.type === 'message_send' ? command.text.slice(0, 60) : 'New session';
  const rest = { turns: 0, costUsd: 0, archived: false, labels: [], status: null, waits: false };
  sessions.set(
    id,
    createFakeSession({ id, title, created: now, updated: now, ...rest, isRunning: false, heldBy: null }),
  );
  return id;
}

type PlaceCalls = Pick<Handlers, 'about' | 'file_find' | 'file_show' | 'file_hashes'>;

const OTHER_HASH = 'c3'.repeat(32);

function placeHandlers(about: About): PlaceCalls {
  return {
    about: () => succeed(about),
    file_find: ({ text }) =>
      succeed({ paths: samplePaths.filter((path) => path.toLowerCase().includes(text.toLowerCase())) }),
    file_show: () =>
      succeed({ text: 'export const one = 1;\nexport const two = 2;\n', sha256: OTHER_HASH, size: 44 }),
    file_hashes: ({ paths }) => succeed({ files: paths.map((path) => ({ path, sha256: hashOf(path) })) }),
  };
}

const unfilled = (): Result<never> => fail(rookError('not_found', 'The sample holds nothing of that.'));

const unfilledHandlers = {
  connection_test: unfilled,
  connection_keep: unfilled,
  tour_start: unfilled,
  tour_act: unfilled,
  tour_state: unfilled,
  tour_leave: unfilled,
  turn_tag: unfilled,
  action_create: unfilled,
} as const;

/** One was changed by somebody since, one is gone, the others are as they were. */
function hashOf(path: string): string | null {
  if (path.startsWith('docs/')) return null;
  return path.startsWith('src/parser/') ? OTHER_HASH : SEEN_HASH;
}

/** Fills the session with what happened in it; without one there is no history. */
function createEvidence(session: FakeSession | undefined): FakeChanges {
  const undone = new Set<string>();
  if (session === undefined) return createFakeChanges([], () => undefined);
  for (const { type, fields } of sampleEvidence()) appendEntry(session, type, fields);
  session.facts = () => ({
    fileRegistry: sampleRegistry(),
    todos: sampleTodos((id) => undone.has(id)),
  });
  return createFakeChanges(sampleChanges(session.item.id, Date.now()), (made, undoes) => {
    for (const id of undoes) if (made.kind === 'rewind') undone.add(id);
    if (made.kind === 'forward') undone.clear();
    appendEntry(session, 'change_set_applied', {
      change_set_id: made.id,
      kind: made.kind,
      intent_id: null,
      by: 'user',
      files: [],
    });
  });
}
