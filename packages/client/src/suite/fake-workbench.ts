import {
  contentHashSchema,
  entryIdSchema,
  FIRST_PREV,
  fail,
  rookError,
  sessionIdSchema,
  succeed,
  type CallName,
  type CallOutput,
  type ContentHash,
  type EntryBase,
  type Following,
  type FollowWish,
  type Result,
  type SessionId,
  type Workbench,
  type WorkbenchEvent,
} from '@rook/contract';

import { createEventQueue, type EventQueue } from '../event-queue.ts';

/** A workbench in memory, of which a test says what happens. */
export interface FakeWorkbench extends Workbench {
  /** What it answers to a call, whatever that is; without one: `not_found`. */
  answer(name: CallName, answer: (input: unknown) => Result<unknown>): void;
  /** Writes an entry to a session. */
  write(session: SessionId, text: string): void;
  /** Tells this to everybody who follows the session. */
  tell(session: SessionId | null, event: WorkbenchEvent): void;
  /** Ends all that is followed, as an engine would that stops. */
  endAll(): void;
  /** How many follow now. */
  readonly following: number;
  /** Calls as they came. */
  readonly called: readonly { readonly name: CallName; readonly input: unknown }[];
}

export const FAKE_SESSION = sessionIdSchema.parse('rook-20260102-0a1b2c3d');

export function createFakeWorkbench(): FakeWorkbench {
  const answers = new Map<CallName, (input: unknown) => Result<unknown>>();
  const called: { name: CallName; input: unknown }[] = [];
  const journals = new Map<SessionId, EntryBase[]>();
  const followers = new Set<Follower>();
  const blobs = new Map<ContentHash, Uint8Array>();
  const tell = (session: SessionId | null, event: WorkbenchEvent): void => {
    for (const follower of followers) if (follower.session === session) follower.queue.push(event);
  };
  return {
    call: async (name, input) => {
      called.push({ name, input });
      const result = answers.get(name)?.(input) ?? fail(rookError('not_found', `Nobody answers ${name}.`));
      if (!result.ok) return result;
      return isOutput<typeof name>(result.value) ? succeed(result.value) : fail(rookError('internal', ''));
    },
    follow: (wish) => followFake(followers, journals.get(wish.session ?? FAKE_SESSION) ?? [], wish),
    readBlob: async (hash, part) => {
      const bytes = blobs.get(hash);
      const end = part === undefined ? undefined : part.from + part.bytes;
      return succeed(bytes?.subarray(part?.from ?? 0, end) ?? null);
    },
    keepBlob: async (bytes) => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
      const hash = contentHashSchema.parse(`sha256:${[...digest].map(toHex).join('')}`);
      blobs.set(hash, bytes.slice());
      return succeed(hash);
    },
    answer: (name, answer) => {
      answers.set(name, answer);
    },
    write: (session, text) => {
      const journal = journals.get(session) ?? [];
      const entry = makeEntry(session, journal.length, text);
      journals.set(session, [...journal, entry]);
      tell(session, { type: 'entries', entries: [entry] });
    },
    tell,
    endAll: () => {
      for (const { queue } of followers) queue.end();
      followers.clear();
    },
    get following() {
      return followers.size;
    },
    called,
  };
}

interface Follower {
  readonly session: SessionId | null;
  readonly queue: EventQueue<WorkbenchEvent>;
}

function followFake(followers: Set<Follower>, journal: readonly EntryBase[], wish: FollowWish): Following {
  const follower: Follower = { session: wish.session, queue: createEventQueue() };
  followers.add(follower);
  const missed = wish.session === null ? [] : journal.filter(({ seq }) => seq > wish.after);
  if (missed.length > 0) follower.queue.push({ type: 'entries', entries: missed });
  follower.queue.push({ type: 'caught_up' });
  return {
    events: follower.queue.items,
    stop: () => {
      followers.delete(follower);
      follower.queue.end();
    },
  };
}

function makeEntry(session: SessionId, seq: number, text: string): EntryBase {
  return {
    schema_version: 1,
    event_id: entryIdOf(seq),
    timestamp: '2026-01-02T03:04:05.000Z',
    workspace: { name: 'sample', uri: 'file:///sample', trusted: true },
    session_id: session,
    mode: { agent_mode: null, safety: 'ask' },
    seq,
    prev: FIRST_PREV,
    event_type: 'tag',
    text,
  };
}

function entryIdOf(seq: number): EntryBase['event_id'] {
  return entryIdSchema.parse(`00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`);
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** What a test gives is believed, also where it is wrong on purpose. */
function isOutput<Name extends CallName>(value: unknown): value is CallOutput<Name> {
  return value !== undefined;
}
