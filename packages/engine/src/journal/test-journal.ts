import {
  fail,
  rook,
  rookError,
  sessionIdSchema,
  succeed,
  turnIdSchema,
  type EntryDraft,
  type Result,
  type SessionId,
} from '@rook/contract';

import { createFakeClock, type FakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { Line, SessionWriter, Store } from '../ports/store.ts';
import { openJournal, type Journal, type JournalSetup } from './open-journal.ts';
import { createRedactor } from './redact-secrets.ts';

/** What the tests of this folder share: a session in memory whose writer can be broken. */
export interface TestJournal {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly session: SessionId;
  /** When set, an append writes so many of its bytes and then fails. */
  readonly fault: Fault;
  open(overrides?: Partial<JournalSetup>): Promise<Journal>;
  text(): Promise<string>;
}

interface Fault {
  bytes?: number;
  /** The file is taken away, and with it all that was written. */
  gone?: boolean;
}

export const session = sessionIdSchema.parse('rook-20261115-0a1b2c3d');

export function createTestJournal(secrets: readonly string[] = []): TestJournal {
  const clock = createFakeClock(new Date(Date.UTC(2026, 10, 15, 22)));
  const fault: Fault = {};
  const store = breakable(createFakeStore(), fault);
  return {
    store,
    clock,
    session,
    fault,
    open: async (overrides = {}) =>
      must(
        await openJournal({
          store,
          clock,
          session,
          holder: { surface: 'test' },
          sync: 'turn',
          lines: {
            workspace: { name: 'w', uri: 'file:///w', trusted: true },
            mode: { agent_mode: null, safety: 'ask' },
            redactor: createRedactor({ secrets }),
            start: startDraft,
          },
          ...overrides,
        }),
      ),
    text: async () => textOf(store),
  };
}

export const startDraft: EntryDraft = {
  event_type: 'session_start',
  chat_surface: 'cli',
  participant: rook.participant.id,
};

export function turnDraft(number: number, text = 'hello'): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: turnIdSchema.parse(`t${String(number).padStart(4, '0')}`),
    user: { text },
    assistant: { text: `answer to ${text}` },
    tool_call_count: 0,
    status: 'completed',
  };
}

export function tagDraft(number: number, tags: readonly string[]): EntryDraft {
  return {
    event_type: 'tag',
    turn_id: turnIdSchema.parse(`t${String(number).padStart(4, '0')}`),
    tags: [...tags],
  };
}

export function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function textOf(store: Store): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const batch of store.read(session)) {
    for (const { bytes, finished } of must(batch)) text += decoder.decode(bytes) + (finished ? '\n' : '');
  }
  return text;
}

function breakable(store: Store, fault: Fault): Store {
  /** So many lines were taken away. */
  let removed = 0;
  const lines = async (): Promise<readonly Line[]> => {
    const all: Line[] = [];
    for await (const batch of store.read(session)) all.push(...must(batch));
    return all;
  };
  const remove = async () => {
    removed = (await lines()).length;
  };
  return {
    ...store,
    read: async function* (id) {
      if (id === session) yield succeed((await lines()).slice(removed));
      else yield* store.read(id);
    },
    open: async (id, note) => {
      const opened = await store.open(id, note);
      if (!opened.ok) return opened;
      return succeed(breakableWriter(opened.value, fault, remove));
    },
  };
}

function breakableWriter(writer: SessionWriter, fault: Fault, remove: () => Promise<void>): SessionWriter {
  return {
    ...writer,
    append: async (bytes, durable) => {
      if (fault.gone === true) await remove();
      else if (fault.bytes === undefined) return writer.append(bytes, durable);
      else await writer.append(bytes.slice(0, fault.bytes), durable);
      return fail(rookError('journal_unavailable', 'The disk is full.'));
    },
  };
}
