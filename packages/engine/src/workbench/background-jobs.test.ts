import { messageIdSchema, sessionIdSchema, turnIdSchema, type SessionId } from '@rook/contract';
import { expect, it, onTestFinished, vi } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import type { Clock } from '../ports/clock.ts';
import { createFakeCommandShell } from '../ports/fakes/fake-command-shell.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { calls, must } from '../sessions/test-session.ts';
import type { HostedWorkbench } from './create-workbench.ts';
import { makeWorkbenchRoom } from './test-workbench.ts';

/** Counts how often somebody waited, and lets nobody wait for long. */
function createHastyClock(): Clock & { readonly waits: () => number } {
  let waits = 0;
  return {
    now: () => new Date(),
    monotonic: () => performance.now(),
    sleep: async () => {
      waits += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    waits: () => waits,
  };
}

const job = ['execute_command', { command: 'npm run dev', background: true }] as const;
const message = (id: string) => ({
  type: 'message_send' as const,
  message_id: messageIdSchema.parse(`msg-1-${id}`),
  text: id,
});

/** A session whose turn has started a server that goes on. */
async function serve() {
  const clock = createHastyClock();
  const commandShell = createFakeCommandShell(() => ({ output: 'ready\n' }));
  const { workbench } = makeWorkbenchRoom([calls(job), [text('It runs.'), finished()]], {
    setup: { clock },
    session: { commandShell, answers: 'once', workspace: createFakeWorkspace(new Map()) },
  });
  onTestFinished(async () => workbench.close());
  const sent = must(await workbench.call('session_send', { session: null, command: message('1') }));
  const session = sessionIdSchema.parse(sent.session);
  await vi.waitFor(async () => expect(await typesIn(workbench, session)).toContain('turn'));
  const before = clock.waits();
  await vi.waitFor(() => expect(clock.waits()).toBeGreaterThan(before + 20));
  return { workbench, session, commandShell };
}

async function typesIn(workbench: HostedWorkbench, session: SessionId): Promise<readonly string[]> {
  const read = await workbench.call('session_read', { session, turns: 100 });
  return read.ok ? read.value.entries.map(({ event_type: type }) => type) : [];
}

it('G-07 a command in the background goes on when its turn is over and nobody says anything', async () => {
  const { workbench, session, commandShell } = await serve();
  expect(commandShell.running()).toHaveLength(1);
  expect(await typesIn(workbench, session)).not.toContain('command_ended');
  await commandShell.endMarked(commandShell.running().map(({ mark }) => mark));
  await vi.waitFor(async () => expect(await typesIn(workbench, session)).toContain('command_ended'));
});

it('G-07 what else is done with its session leaves a command in the background alone, and to delete it ends the command', async () => {
  const { workbench, session, commandShell } = await serve();
  const tagged = await workbench.call('turn_tag', {
    session,
    turn: turnIdSchema.parse('t0001'),
    tags: ['good'],
  });
  expect(tagged).toMatchObject({ ok: false, error: { code: 'session_in_use' } });
  expect(commandShell.running()).toHaveLength(1);
  must(await workbench.call('session_delete', { session }));
  expect(commandShell.running()).toEqual([]);
});
