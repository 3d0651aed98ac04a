import {
  rook,
  sessionIdSchema,
  turnIdSchema,
  type EntryDraft,
  type Result,
  type SessionId,
} from '@rook/contract';

import { createFakeClock, type FakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { SessionWriter, Store } from '../ports/store.ts';
import { openJournal, type Journal, type JournalSetup } from './open-journal.ts';
import { createRedactor } from './redact-secrets.ts';

/** What the tests of this folder share: a session in memory whose writer can be broken. */
export interface TestJournal {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly session: SessionId;
  /** When set, an append writes so many of its bytes and then fails. */
  readonly fault: { bytes?: number };
  open(overrides?: Partial<JournalSetup>): Promise<Journal>;
  text(): Promise<string>;
}

export const session = sessionIdSchema.parse('rook-20261115-0a1b2c3d');

export function createTestJournal(secrets: readonly string[] = []): TestJournal {
  const clock = createFakeClock(new Date(Date.UTC(2026, 10, 15, 22)));
  const fault: { bytes?: number } = {};
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

function breakable(store: Store, fault: { bytes?: number }): Store {
  return {
    ...store,
    open: async (id, note) => {
      const opened = await store.open(id, note);
      return opened.ok ? { ok: true, value: breakableWriter(opened.value, fault) } : opened;
    },
  };
}

function breakableWriter(writer: SessionWriter, fault: { bytes?: number }): SessionWriter {
  return {
    ...writer,
    append: async (bytes, durable) => {
      if (fault.bytes === undefined) return writer.append(bytes, durable);
      await writer.append(bytes.slice(0, fault.bytes), durable);
      const error = {
        code: 'journal_unavailable',
        kind: 'error',
        message: 'The disk is full.',
        retryable: true,
      } as const;
      return { ok: false, error };
    },
  };
}
