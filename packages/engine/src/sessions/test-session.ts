import {
  fail,
  messageIdSchema,
  rook,
  rookError,
  sessionIdSchema,
  succeed,
  type Delta,
  type EntryBase,
  type MessageSend,
  type SettingValues,
} from '@rook/contract';

import { createRedactor } from '../journal/redact-secrets.ts';
import { createTestModel, finished, type Step, type TestModel } from '../models/test-models.ts';
import { createFakeClock, type FakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { createFakeSpend } from '../ports/fakes/fake-spend.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { ModelEvent } from '../ports/model.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Store } from '../ports/store.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { openSession } from './open-session.ts';
import type { Session, SessionSetup } from './session.ts';

/** A session in memory with a model whose answers are written down. */
export interface SessionRoom {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly model: TestModel;
  readonly entries: EntryBase[];
  readonly deltas: Delta[];
  readonly settings: SettingValues;
  open(overrides?: Partial<SessionSetup>): Promise<Session>;
  /** Sends a message and waits until everything is done. */
  ask(session: Session, text: string, more?: Partial<MessageSend>): Promise<void>;
  /** The types of all entries in the order in which they were written. */
  types(): readonly string[];
}

export const sessionId = sessionIdSchema.parse('rook-20261115-0a1b2c3d');

/** The key of the one user of these tests; their journals are taken up with it again. */
const sealKey = createFakeOwnFile('/home/seal.key');

const none: SearchIndex = {
  update: async () => fail(rookError('busy', 'There is no index.')),
  rebuild: async () => fail(rookError('busy', 'There is no index.')),
  search: async () => fail(rookError('busy', 'There is no index.')),
  close: async () => undefined,
};

export function makeSessionRoom(
  answers: readonly (readonly Step[])[],
  {
    files = {},
    settings = {},
    store = createFakeStore(),
    abilities = {},
  }: {
    readonly files?: Readonly<Record<string, string>>;
    readonly settings?: Partial<SettingValues>;
    readonly store?: Store;
    readonly abilities?: Partial<TestModel['abilities']>;
  } = {},
): SessionRoom {
  const clock = createFakeClock(new Date(Date.UTC(2026, 10, 15, 22)));
  const model = createTestModel(clock, answers, { abilities });
  const [entries, deltas]: [EntryBase[], Delta[]] = [[], []];
  const values = { ...resolveSettings([]).values, ...settings };
  const setup: SessionSetup = {
    brand: rook,
    session: sessionId,
    store,
    clock,
    lines: {
      workspace: { name: 'w', uri: 'file:///workspace', trusted: true },
      mode: { agent_mode: null, safety: values.mode },
      redactor: createRedactor({ secrets: [] }),
    },
    holder: { surface: 'test' },
    settings: values,
    platform: 'linux',
    models: [{ model }],
    spend: createFakeSpend(),
    workspace: createFakeWorkspace(new Map(Object.entries(files))),
    shell: createFakeShell(() => undefined),
    ripgrep: async () => succeed('rg'),
    web: { fetch: async () => fail(rookError('web_failed', 'There is no network.')) },
    outline: { outline: async () => succeed([]) },
    index: none,
    answers: 'no',
    protectedAnswers: 'no',
    canAsk: false,
    isModeGiven: false,
    rules: createFakeOwnFile('/home/rules.json'),
    sealKey,
    intents: createFakeOwnFile('active_intents.yaml'),
    ledger: null,
    autoEdits: false,
    listener: { entry: (entry) => entries.push(entry), delta: (delta) => deltas.push(delta) },
  };
  return {
    store,
    clock,
    model,
    entries,
    deltas,
    settings: values,
    open: async (overrides = {}) => must(await openSession({ ...setup, ...overrides })),
    ask: async (session, text, more = {}) => {
      must(await session.send(message(text, more)));
      await session.idle();
    },
    types: () => entries.map(({ event_type: type }) => type),
  };
}

let messages = 0;

export function message(text: string, more: Partial<MessageSend> = {}): MessageSend {
  messages += 1;
  return { type: 'message_send', message_id: messageIdSchema.parse(`msg-1-${messages}`), text, ...more };
}

export function calls(
  ...wanted: readonly (readonly [name: string, input: unknown])[]
): readonly ModelEvent[] {
  const parts = wanted.map(([name, input], index): ModelEvent => ({
    kind: 'tool_call',
    part: { kind: 'tool_call', id: `call_${index + 1}`, name, input },
    text: '',
  }));
  return [...parts, { ...finished(), reason: 'tool_calls' }];
}

export function must<Value>(
  result: { ok: true; value: Value } | { ok: false; error: { message: string } },
): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
