import { createHttpClient } from '@rook/client';
import {
  createFakeWorkbench,
  FAKE_SESSION,
  failedStageCases,
  takeTexts,
  takeUntil,
  until,
  workbenchSuite,
  type WorkbenchStage,
} from '@rook/client/testing';
import { contentHashSchema, succeed, type Result, type WorkbenchEvent } from '@rook/contract';
import { expect, it } from 'vitest';

import { startStage } from './server-stage.ts';

const wish = { session: FAKE_SESSION, after: -1 } as const;

const isCaughtUp = ({ type }: WorkbenchEvent): boolean => type === 'caught_up';

async function openStage(): Promise<WorkbenchStage> {
  const { fake, server, key, base } = await startStage();
  let line = new AbortController();
  const cuttable: typeof fetch = async (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([line.signal, ...(init?.signal ? [init.signal] : [])]) });
  return {
    fake,
    client: createHttpClient({ baseUrl: base, key: () => key, fetch: cuttable }),
    breakWay: async () => {
      line.abort();
      line = new AbortController();
    },
    close: async () => {
      await server.close();
    },
  };
}

it('A-26 is passed by a server', async () => {
  expect(await failedStageCases(workbenchSuite, openStage)).toEqual([]);
});

it('stops following when the page goes away, also before the stream began', async () => {
  const { fake, server, base, key } = await startStage();
  for (let count = 0; count < 20; count += 1) {
    const line = new AbortController();
    const opening = fetch(`${base}/api/events?session=${FAKE_SESSION}&after=-1`, {
      headers: { 'x-rook-key': key },
      signal: line.signal,
    }).catch(() => null);
    if (count % 2 === 0) await opening;
    line.abort();
    await opening;
  }
  await until(() => fake.following === 0);
  await server.close();
  expect(fake.following).toBe(0);
});

it('sends what happens in the same moment as one piece, and says now and then that it is there', async () => {
  const { fake, server, base, key } = await startStage({ limits: { heartbeatMilliseconds: 20 } });
  const response = await fetch(`${base}/api/events?session=${FAKE_SESSION}`, {
    headers: { 'x-rook-key': key },
  });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const pieces: string[] = [];
  const readUntil = async (isLast: (piece: string) => boolean): Promise<void> => {
    for (;;) {
      const step = await reader?.read();
      if (step === undefined || step.done) return;
      pieces.push(step.value);
      if (isLast(step.value)) return;
    }
  };
  await readUntil((piece) => /^\n+$/u.test(piece));
  for (let count = 0; count < 50; count += 1) fake.tell(FAKE_SESSION, { type: 'notice', text: `n${count}` });
  await readUntil((piece) => piece.includes('n49'));
  expect(pieces.at(-1)?.split('\n').filter(Boolean)).toHaveLength(50);
  await reader?.cancel();
  await server.close();
});

it('asks the workbench for no more than a slow reader takes', async () => {
  let told = 0;
  const next = async (): Promise<IteratorResult<WorkbenchEvent>> => {
    told += 1;
    return { done: false, value: { type: 'notice', text: 'x'.repeat(10_000) } };
  };
  const events = { [Symbol.asyncIterator]: () => ({ next }) };
  const workbench = { ...createFakeWorkbench(), follow: () => ({ events, stop: () => undefined }) };
  const { server, base, key, client } = await startStage({ workbench });
  const line = new AbortController();
  const response = await fetch(`${base}/api/events`, { headers: { 'x-rook-key': key }, signal: line.signal });
  expect(response.status).toBe(200);
  let before = -1;
  // It has come to rest when nothing was asked for while calls went to and fro.
  while (told !== before) {
    before = told;
    for (let count = 0; count < 20; count += 1) await client.call('about', {});
  }
  expect(told).toBeGreaterThan(0);
  // Sockets hold a few megabytes, whatever the machine.
  expect(told * 10_000).toBeLessThan(64 * 1024 * 1024);
  line.abort();
  await server.close();
});

it('opens no more streams than it may, and others again when one is closed', async () => {
  const { fake, server, base, key } = await startStage({ limits: { streams: 2 } });
  const open = async (signal: AbortSignal): Promise<Response> =>
    fetch(`${base}/api/events`, { headers: { 'x-rook-key': key }, signal });
  const first = new AbortController();
  const others = new AbortController();
  await open(first.signal);
  await open(others.signal);
  const third = await open(others.signal);
  expect(third.status).toBe(503);
  expect(await third.json()).toMatchObject({ ok: false, error: { code: 'busy' } });
  first.abort();
  await until(() => fake.following === 1);
  expect((await open(others.signal)).status).toBe(200);
  others.abort();
  await server.close();
});

it('lets calls that are under way end when it stops, and ends the streams', async () => {
  const answer = Promise.withResolvers<null>();
  let asked = 0;
  const readBlob = async (): Promise<Result<null>> => {
    asked += 1;
    return succeed(await answer.promise);
  };
  const { server, client } = await startStage({ workbench: { ...createFakeWorkbench(), readBlob } });
  const following = client.follow(wish);
  const events = following.events[Symbol.asyncIterator]();
  await takeUntil(events, isCaughtUp);
  const reading = client.readBlob(contentHashSchema.parse(`sha256:${'0'.repeat(64)}`));
  await until(() => asked === 1);
  const closing = server.close();
  expect((await events.next()).value).toEqual({ type: 'link', isUp: false });
  answer.resolve(null);
  expect(await reading).toEqual({ ok: true, value: null });
  await closing;
  following.stop();
});

it('carries out once what is sent again because its answer was lost', async () => {
  const { fake, server, base, key } = await startStage();
  let began = 0;
  fake.answer('session_send', () => {
    began += 1;
    return succeed({ session: FAKE_SESSION });
  });
  let tries = 0;
  // The server carries the call out, and the line breaks before the answer comes.
  const losing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    tries += 1;
    if (tries > 1) return response;
    await response.text();
    throw new TypeError('fetch failed');
  };
  const client = createHttpClient({ baseUrl: base, key: () => key, fetch: losing });
  const begin = { session: null, command: { type: 'turn_cancel' } } as const;
  expect(await client.call('session_send', begin)).toEqual(succeed({ session: FAKE_SESSION }));
  expect({ began, tries }).toEqual({ began: 1, tries: 2 });
  await client.call('session_send', begin);
  expect(began).toBe(2);
  await server.close();
});

it('two pages and a terminal on one session see the same', async () => {
  const { fake, server, client, base } = await startStage({ endpointToken: 'known to the terminal' });
  const terminal = createHttpClient({ baseUrl: base, key: () => 'known to the terminal' });
  const told = [client, client, terminal].map(async (one) => takeTexts(one.follow(wish), 'last'));
  for (const text of ['first', 'then', 'last']) fake.write(FAKE_SESSION, text);
  for (const texts of await Promise.all(told)) expect(texts).toEqual(['first', 'then', 'last']);
  await server.close();
});
