import { createHash } from 'node:crypto';

import {
  rookError,
  fail,
  sessionIdSchema,
  succeed,
  type SessionId,
  type WorkbenchEvent,
  type Workbench,
} from '@rook/contract';

import { createIntentBook } from '../intents/intent-book.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import type { Step } from '../models/test-models.ts';
import type { Clock } from '../ports/clock.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { makeSessionRoom, type SessionRoom } from '../sessions/test-session.ts';
import { createWorkbench, type HostedWorkbench } from './create-workbench.ts';
import type { WorkbenchSetup } from './workbench-setup.ts';

/** Time as it passes: what is tried here waits for files and for others. */
const realClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    if (signal?.aborted === true) resolve();
    await promise;
    clearTimeout(timer);
  },
};

export interface WorkbenchRoom {
  readonly workbench: HostedWorkbench;
  readonly room: SessionRoom;
  /** Another process beside this one: the same files, its own workbench. */
  readonly another: () => HostedWorkbench;
}

interface OtherParts {
  readonly setup?: Partial<WorkbenchSetup>;
  /** What its sessions are opened with. */
  readonly session?: Parameters<SessionRoom['open']>[0];
}

export function makeWorkbenchRoom(
  answers: readonly (readonly Step[])[],
  { setup = {}, session: overrides = {} }: OtherParts = {},
): WorkbenchRoom {
  const room = makeSessionRoom(answers, { files: { 'src/a.ts': 'one\n', 'readme.md': '# hello\n' } });
  const workspace = createFakeWorkspace(new Map([['src/a.ts', 'one\n']]));
  let sessions = 0;
  const create = (): HostedWorkbench =>
    createWorkbench({
      store: room.store,
      clock: realClock,
      holder: { surface: 'test' },
      workspace,
      intents: createIntentBook({ intents: createFakeOwnFile('active_intents.yaml') }),
      isGoverned: async () => false,
      ledger: null,
      sealKey: createFakeOwnFile('/home/seal.key'),
      about: async () => fail(rookError('internal', 'nobody asks')),
      nameSession: (message) =>
        sessionIdSchema.parse(
          `rook-20261116-${createHash('sha256').update(message).digest('hex').slice(0, 8)}`,
        ),
      open: async ({ session, isNew = false }, listener) => {
        sessions += 1;
        const id = session ?? sessionIdSchema.parse(`rook-20261116-${String(sessions).padStart(8, '0')}`);
        const held = await room.store.holder(id);
        if (held.ok && held.value !== null)
          return fail(rookError('session_in_use', `${id} is in use by ${held.value.surface}.`));
        const opened = await room.open({
          session: id,
          isNew,
          keepsWaiting: true,
          listener,
          clock: realClock,
          ...overrides,
        });
        return succeed({ session: opened, dispose: async () => undefined });
      },
      openChanges: async () => fail(rookError('no_workspace', 'There is none.')),
      withJournal: async (session, work) => {
        const journal = await openJournal({
          store: room.store,
          session,
          clock: realClock,
          holder: { surface: 'test' },
          sync: 'never',
          lines: {
            workspace: { name: 'w', uri: 'file:///workspace', trusted: true },
            mode: { agent_mode: null, safety: 'ask' },
            redactor: createRedactor({ secrets: [] }),
          },
        });
        if (!journal.ok) return journal;
        const done = await work(journal.value);
        await journal.value.close();
        return done;
      },
      keepIntentChange: async () => succeed(undefined),
      connections: null,
      tour: null,
      search: async () => succeed({ hits: [], more: false }),
      listFiles: async () => succeed(['src/a.ts', 'readme.md']),
      ...setup,
    });
  return { room, workbench: create(), another: create };
}

/** Everything that is told, until the condition holds. */
export async function collect(
  workbench: Workbench,
  wish: { readonly session: SessionId | null; readonly after?: number },
  until: (seen: readonly WorkbenchEvent[]) => boolean,
): Promise<readonly WorkbenchEvent[]> {
  const following = workbench.follow({ session: wish.session, after: wish.after ?? -1 });
  const seen: WorkbenchEvent[] = [];
  for await (const event of following.events) {
    seen.push(event);
    if (until(seen)) following.stop();
  }
  return seen;
}

export function seqsOf(seen: readonly WorkbenchEvent[]): readonly number[] {
  return seen.flatMap((event) => (event.type === 'entries' ? event.entries.map(({ seq }) => seq) : []));
}

export function typesOf(seen: readonly WorkbenchEvent[]): readonly string[] {
  return seen.flatMap((event) =>
    event.type === 'entries' ? event.entries.map(({ event_type: type }) => type) : [],
  );
}
