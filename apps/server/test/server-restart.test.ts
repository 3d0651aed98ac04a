import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { createHttpClient } from '@rook/client';
import { FAKE_SESSION, takeTexts, takeUntil } from '@rook/client/testing';
import { fail, rookError, succeed, type WorkbenchEvent } from '@rook/contract';
import { expect, it } from 'vitest';

import { startServer, type KeyMemory } from '../src/index.ts';
import { startStage, takeKeyOf, valueOf } from './server-stage.ts';

const wish = { session: FAKE_SESSION, after: -1 } as const;

function createMemory(): KeyMemory & { readonly kept: string[] } {
  const kept: string[] = [];
  return {
    kept,
    load: async () => succeed(kept),
    keep: async (hashes) => {
      kept.splice(0, kept.length, ...hashes);
      return succeed(undefined);
    },
  };
}

const isLink = (event: WorkbenchEvent): boolean => event.type === 'link';

it('heals an open page when the server stops and comes back at the same place', async () => {
  const keys = createMemory();
  const { fake, server, client, options, key } = await startStage({ keys });
  fake.write(FAKE_SESSION, 'before');
  const following = client.follow(wish);
  const events = following.events[Symbol.asyncIterator]();
  expect(await takeTexts(events, 'before')).toEqual(['before']);
  await server.close();
  const broken = await takeUntil(events, isLink);
  expect(broken.at(-1)).toEqual({ type: 'link', isUp: false });
  expect(await client.call('about', {})).toMatchObject({ error: { code: 'server_unreachable' } });
  fake.write(FAKE_SESSION, 'meanwhile');
  const again = valueOf(await startServer({ ...options, port: server.port }));
  expect((await takeUntil(events, isLink)).at(-1)).toEqual({ type: 'link', isUp: true });
  expect(await takeTexts(events, 'meanwhile')).toEqual(['meanwhile']);
  expect(await client.call('about', {})).toMatchObject({ error: { code: 'not_found' } });
  following.stop();
  await again.close();
  expect(keys.kept).toEqual([createHash('sha256').update(key).digest('hex')]);
});

it('asks for a page opened anew when the keys were not kept', async () => {
  const failing: KeyMemory = {
    load: async () => fail(rookError('not_readable', 'The file of keys cannot be read.')),
    keep: async () => fail(rookError('not_writable', 'The file of keys cannot be written.')),
  };
  const { server, client, options, log } = await startStage({ keys: failing });
  await server.close();
  const again = valueOf(await startServer({ ...options, port: server.port }));
  expect(await client.call('about', {})).toMatchObject({ error: { code: 'key_refused' } });
  const notices = await takeUntil(
    client.follow(wish).events[Symbol.asyncIterator](),
    ({ type }) => type === 'notice',
  );
  expect(JSON.stringify(notices.at(-1))).toContain('open it anew from the terminal');
  expect((await takeKeyOf(again.url)).ok).toBe(true);
  expect(log.filter(({ message }) => message.startsWith('Pages have to be opened anew'))).toHaveLength(4);
  await again.close();
});

it('takes nothing from the memory but hashes', async () => {
  const { server, key } = await startStage({
    keys: { ...createMemory(), load: async () => succeed(['', 'longer, and no hash']) },
  });
  expect(key).not.toBe('');
  for (const wrong of ['', 'longer, and no hash']) {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/token`, {
      method: 'POST',
      headers: { 'x-rook-key': wrong },
    });
    expect(response.status).toBe(401);
  }
  await server.close();
});

const program = fileURLToPath(new URL('programs/serve-fake.ts', import.meta.url));

async function startProcess(wanted: number, hash: string, written: number) {
  const child = spawn(process.execPath, [program, String(wanted), hash, String(written)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = Promise.withResolvers<number>();
  child.stdout.once('data', (line: Buffer) => {
    port.resolve(Number(line.toString()));
  });
  const end = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { port: await port.promise, end };
}

it('loses and doubles nothing when the server is killed in the middle of a stream', async () => {
  const key = 'the key of the page';
  const hash = createHash('sha256').update(key).digest('hex');
  const first = await startProcess(0, hash, 0);
  expect(first.port).toBeGreaterThan(0);
  const client = createHttpClient({ baseUrl: `http://127.0.0.1:${first.port}`, key: () => key });
  const following = client.follow(wish);
  const events = following.events[Symbol.asyncIterator]();
  const before = await takeTexts(events, 'e20');
  await first.end();
  // What had been written is in the journal, and the next process reads it.
  const second = await startProcess(first.port, hash, 400);
  const after = await takeTexts(events, 'e410');
  following.stop();
  await second.end();
  expect([...before, ...after]).toEqual(
    Array.from({ length: before.length + after.length }, (_none, n) => `e${n}`),
  );
});
