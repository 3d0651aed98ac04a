import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { createHttpClient } from '@rook/client';
import {
  messageIdSchema,
  type Following,
  type SessionId,
  type Workbench,
  type WorkbenchEvent,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { openRemoteSession } from '../src/remote-session.ts';
import { entriesOf, journalLines, linesOf, playing, saying, stalling } from './ask-rook.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';
import { startWorkbench } from './web-rook.ts';

const talking = { default: saying('Hello, you.') };

/** As another program of the user reaches it. */
function connectTo(sandbox: Sandbox, port: number): Workbench {
  const key = readFileSync(join(sandbox.rookHome, 'endpoints', `${port}.token`), 'utf8');
  return createHttpClient({ baseUrl: `http://127.0.0.1:${port}`, key: () => key });
}

let messages = 0;

async function say(workbench: Workbench, session: SessionId | null, text: string): Promise<SessionId> {
  messages += 1;
  const id = messageIdSchema.parse(`msg-${Date.now()}-${messages}`);
  const command = { type: 'message_send', message_id: id, text } as const;
  const sent = await workbench.call('session_send', { session, command });
  if (!sent.ok) throw new Error(sent.error.message);
  return sent.value.session;
}

async function followUntil(
  workbench: Workbench,
  session: SessionId,
  until: (types: readonly string[]) => boolean,
): Promise<readonly WorkbenchEvent[]> {
  const seen: WorkbenchEvent[] = [];
  const following = workbench.follow({ session, after: -1 });
  for await (const event of following.events) {
    seen.push(event);
    if (until(typesOf(seen))) following.stop();
  }
  return seen;
}

function typesOf(seen: readonly WorkbenchEvent[]): readonly string[] {
  return seen.flatMap((event) =>
    event.type === 'entries' ? event.entries.map(({ event_type: type }) => type) : [],
  );
}

const hasTurns = (count: number) => (types: readonly string[]) =>
  types.filter((type) => type === 'turn').length >= count;

it('Q-03 two surfaces and a terminal on one session stay in step, whoever holds it', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, talking);
  const { port } = await startWorkbench(sandbox, { env });
  const [one, other] = [connectTo(sandbox, port), connectTo(sandbox, port)];
  const session = await say(one, null, 'From the page');
  const watching = followUntil(other, session, hasTurns(2));
  await followUntil(one, session, hasTurns(1));
  // The server holds it, so the terminal sends its message there and shows what comes of it.
  const asked = await runRook(sandbox, ['ask', '--session', session, 'From the terminal'], { env });
  expect(asked).toMatchObject({ code: 0 });
  expect(asked.stdout).toContain('Hello, you.');
  const seen = await watching;
  const seqs = seen.flatMap((event) => (event.type === 'entries' ? event.entries.map(({ seq }) => seq) : []));
  expect(seqs).toEqual(seqs.map((_unused, index) => index));
  expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(2);
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

const making = {
  steps: [
    {
      match: { toolResult: false },
      answer: {
        events: [
          {
            kind: 'tool_call' as const,
            name: 'write_to_file',
            input: { path: 'new.txt', content: 'made\n' },
          },
        ],
      },
    },
  ],
  default: saying('Done.'),
};

it('N-11 a question of a session that the server holds is answered on the terminal, which sees the turn to its end', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, making);
  const { port } = await startWorkbench(sandbox, { env });
  const page = connectTo(sandbox, port);
  const session = await say(page, null, 'Make a file');
  const seen = await followUntil(page, session, (types) => types.includes('approval_requested'));
  const asked = seen.flatMap((event) => (event.type === 'entries' ? event.entries : [])).at(-1);
  const id = String(asked?.['approval_id']);
  const answered = await runRook(sandbox, ['approval', 'answer', id, 'yes'], { env });
  expect(answered, answered.stderr).toMatchObject({ code: 0 });
  expect(answered.stdout).toContain('Done.');
  expect(entriesOf(journalLines(sandbox), 'turn')).toMatchObject([{ status: 'completed' }]);
});

it('N-11 whose answer was taken asks no more, and waits for the end, however late it is told of either', async () => {
  const sandbox = makeSandbox();
  const { port } = await startWorkbench(sandbox, { env: playing(sandbox, making) });
  const page = connectTo(sandbox, port);
  const id = await say(page, null, 'Make a file');
  await followUntil(page, id, (types) => types.includes('approval_requested'));
  const late = Promise.withResolvers<void>();
  const seen: string[] = [];
  const opened = await openRemoteSession(
    { ...page, follow: (wish) => tellLate(page.follow(wish), late) },
    id,
    {
      entry: ({ event_type: type }) => seen.push(type),
      delta: () => undefined,
    },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const [asked] = opened.value.state().approvals;
  const command = { type: 'approval_answer', approval_id: asked?.approval_id ?? '', answer: 'yes' } as const;
  expect(await opened.value.send(command)).toMatchObject({ ok: true });
  expect(opened.value.state().approvals).toEqual([]);
  const idle = opened.value.idle().then(() => 'idle');
  expect(await Promise.race([idle, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
  late.resolve();
  expect(await idle).toBe('idle');
  expect(seen).toContain('turn');
  await opened.value.close();
});

function tellLate(following: Following, late: PromiseWithResolvers<void>): Following {
  async function* wait(): AsyncGenerator<WorkbenchEvent> {
    await late.promise;
    yield* following.events;
  }
  return { events: wait(), stop: () => following.stop() };
}

it('N-11 asks on the terminal and on the page about one call, and the first answer counts', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, making);
  const { port } = await startWorkbench(sandbox, { env });
  const page = connectTo(sandbox, port);
  const session = await say(page, null, 'Make a file');
  const seen = await followUntil(page, session, (types) => types.includes('approval_requested'));
  const asked = seen.flatMap((event) => (event.type === 'entries' ? event.entries : [])).at(-1);
  expect(asked).toMatchObject({ event_type: 'approval_requested', tool: 'write_to_file' });
  // Not at a terminal that could be asked: the question is answered by the command for it, which goes to the holder.
  const answered = await page.call('session_send', {
    session,
    command: { type: 'approval_answer', approval_id: String(asked?.['approval_id']), answer: 'yes' },
  });
  expect(answered).toMatchObject({ ok: true });
  await followUntil(page, session, hasTurns(1));
  expect(readFileSync(join(sandbox.workspace, 'new.txt'), 'utf8')).toBe('made\n');
});

it('Q-03 closes a running turn properly when it is ended, and goes on in the same place after a restart', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, stalling('Let me think'));
  const first = await startWorkbench(sandbox, { env });
  const page = connectTo(sandbox, first.port);
  const session = await say(page, null, 'Think');
  await followUntil(page, session, (types) => types.includes('turn_started'));
  await first.stop();
  expect(entriesOf(journalLines(sandbox), 'turn')).toMatchObject([{ status: 'cancelled' }]);
  const second = await startWorkbench(sandbox, { env: playing(sandbox, talking), port: first.port });
  const again = connectTo(sandbox, second.port);
  await say(again, session, 'And now?');
  await followUntil(again, session, hasTurns(2));
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

it('Q-03 a page that follows heals when the server is killed and started again, and misses nothing', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, talking);
  const first = await startWorkbench(sandbox, { env });
  const token = readFileSync(join(sandbox.rookHome, 'endpoints', `${first.port}.token`), 'utf8');
  let key = token;
  const page = createHttpClient({ baseUrl: `http://127.0.0.1:${first.port}`, key: () => key });
  const session = await say(page, null, 'One');
  const watching = followUntil(page, session, hasTurns(2));
  await followUntil(page, session, hasTurns(1));
  await first.kill();
  const second = await startWorkbench(sandbox, { env, port: first.port });
  key = readFileSync(join(sandbox.rookHome, 'endpoints', `${second.port}.token`), 'utf8');
  await say(connectTo(sandbox, second.port), session, 'Two');
  const seen = await watching;
  const seqs = seen.flatMap((event) => (event.type === 'entries' ? event.entries.map(({ seq }) => seq) : []));
  expect(seqs).toEqual(seqs.map((_unused, index) => index));
});

it('N-11 keeps what lets others in where only the user can read it', async () => {
  const sandbox = makeSandbox();
  const { port } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
  for (const name of readdirSync(join(sandbox.rookHome, 'endpoints')).filter((file) =>
    file.includes(`${port}`),
  ))
    expect(statSync(join(sandbox.rookHome, 'endpoints', name)).mode & 0o077).toBe(0);
});

/** As a page takes its key, and whether the server lets it in with that. */
async function takeKey(url: string): Promise<string> {
  const { origin, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const answer = await fetch(`${origin}/api/key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return /"key":"([^"]+)"/u.exec(await answer.text())?.[1] ?? '';
}

async function isLetIn(port: number, key: string): Promise<boolean> {
  const about = await createHttpClient({ baseUrl: `http://127.0.0.1:${port}`, key: () => key }).call(
    'about',
    {},
  );
  return about.ok;
}

it('N-11 a page goes on after a restart of its workspace, and never in another one on the same port', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, talking);
  const first = await startWorkbench(sandbox, { env });
  const key = await takeKey(first.url);
  expect(await isLetIn(first.port, key)).toBe(true);
  await first.stop();
  const other = { ...sandbox, workspace: join(sandbox.folder, 'other') };
  mkdirSync(other.workspace);
  const second = await startWorkbench(other, { env, port: first.port });
  expect(await isLetIn(first.port, key)).toBe(false);
  await second.stop();
  await startWorkbench(sandbox, { env, port: first.port });
  expect(await isLetIn(first.port, key)).toBe(true);
});

it('Q-03 says what is wrong with a port, and that one is taken', async () => {
  const sandbox = makeSandbox();
  const wrong = await runRook(sandbox, ['open', '--port', 'many']);
  expect(wrong).toMatchObject({ code: 2 });
  // Without a word it is the workbench that is meant, whatever is said about it.
  expect(await runRook(sandbox, ['--port', 'many'])).toEqual(wrong);
  const { port } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
  const taken = await runRook(sandbox, ['open', '--no-open', '--json', '--port', String(port)]);
  expect(taken.code).toBe(1);
  expect(linesOf(taken.stdout).at(-1)).toContain('"busy"');
});
