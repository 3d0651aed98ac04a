import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { createHttpClient } from '@rook/client';
import { messageIdSchema } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { entriesOf, journalLines, playing, startRook, type LiveRook } from './ask-rook.ts';
import { isRunning, PLAIN } from './command-rook.ts';
import { makeSandbox } from './sandbox.ts';

/** Two processes that hear no wish for their end; the line says who the second one is. */
const DEAF = "trap '' TERM INT; setsid sleep 60 & echo $! > id; echo begun.; wait";

/** Longer than signals of one wish are apart, and shorter than a command may take to end. */
const ANOTHER_WISH_MILLISECONDS = 600;

it.each<[string, (rook: LiveRook) => Promise<void> | void]>([
  [
    'two signals of one wish',
    async (rook) => {
      rook.kill('SIGINT');
      await wait(50);
      rook.kill('SIGINT');
    },
  ],
  [
    'a second Ctrl-C',
    async (rook) => {
      rook.kill('SIGINT');
      await wait(ANOTHER_WISH_MILLISECONDS);
      rook.kill('SIGINT');
    },
  ],
  ['SIGQUIT', (rook) => rook.kill('SIGQUIT')],
])('G-07 %s leaves nothing of a command that hears none, and its end is written down', async (_, signal) => {
  const sandbox = makeSandbox();
  const rook = startRook(sandbox, ['command', 'run', DEAF], { env: PLAIN });
  await rook.seen('begun.');
  await signal(rook);
  expect((await rook.ended).code).toBe(130);
  expect(isRunning(Number(readFileSync(join(sandbox.workspace, 'id'), 'utf8')))).toBe(false);
  expect(entriesOf(journalLines(sandbox), 'command_ended')[0]).toMatchObject({ ended_by: 'cancelled' });
});

it('G-07 a second Ctrl-C ends rook ask at once, and what its command started too', async () => {
  const sandbox = makeSandbox();
  const script = playing(sandbox, {
    default: { events: [{ kind: 'tool_call', name: 'execute_command', input: { command: DEAF } }] },
  });
  const rook = startRook(sandbox, ['ask', 'run it', '--yes'], { env: { ...PLAIN, ...script } });
  const file = join(sandbox.workspace, 'id');
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), {
    timeout: 20_000,
  });
  rook.kill('SIGINT');
  await wait(ANOTHER_WISH_MILLISECONDS);
  rook.kill('SIGINT');
  expect((await rook.ended).code).not.toBe(0);
  expect(isRunning(Number(readFileSync(file, 'utf8')))).toBe(false);
});

it('G-07 a second Ctrl-C ends rook open at once, and what a command of its sessions started too', async () => {
  const sandbox = makeSandbox();
  const script = playing(sandbox, {
    default: { events: [{ kind: 'tool_call', name: 'execute_command', input: { command: DEAF } }] },
  });
  const env = { ...PLAIN, ...script, ROOK_MODE: 'allow' };
  const rook = startRook(sandbox, ['open', '--no-open', '--port', '0'], { env });
  await rook.seen('The address lets one page in');
  const [port = ''] = readdirSync(join(sandbox.rookHome, 'endpoints')).map((name) =>
    name.replace('.token', ''),
  );
  const key = readFileSync(join(sandbox.rookHome, 'endpoints', `${port}.token`), 'utf8');
  const workbench = createHttpClient({ baseUrl: `http://127.0.0.1:${port}`, key: () => key });
  const id = messageIdSchema.parse(`msg-${Date.now()}-1`);
  const command = { type: 'message_send', message_id: id, text: 'run it' } as const;
  expect(await workbench.call('session_send', { session: null, command })).toMatchObject({ ok: true });
  const file = join(sandbox.workspace, 'id');
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), {
    timeout: 20_000,
  });
  rook.kill('SIGINT');
  await wait(ANOTHER_WISH_MILLISECONDS);
  rook.kill('SIGINT');
  await rook.ended;
  expect(isRunning(Number(readFileSync(file, 'utf8')))).toBe(false);
});
