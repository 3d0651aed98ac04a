import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createHttpClient } from './create-http-client.ts';
import type { Sleep } from './sleep.ts';
import { createFakeWorkbench, FAKE_SESSION, takeTexts, takeUntil } from './testing.ts';

const wish = { session: FAKE_SESSION, after: -1 } as const;
const KEY = 'a key of the test';

interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

/** A `fetch` that answers as a test says: a thrown answer is a network that broke. */
function createFetch(answer: (sent: Sent, count: number) => Response | Promise<Response>): {
  readonly fetch: typeof fetch;
  readonly sent: Sent[];
} {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (input, init) => {
      const one = { path: typeof input === 'string' ? input : 'no text', init: init ?? {} };
      sent.push(one);
      return answer(one, sent.length);
    },
  };
}

const broken = (): never => {
  throw new TypeError('fetch failed');
};
const json = (value: unknown, status = 200): Response => new Response(JSON.stringify(value), { status });

/** Lines as a stream, which then ends, or goes on for ever. */
function streamOf(lines: readonly unknown[], isOpen = false): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const line of lines) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      if (!isOpen) controller.close();
    },
  });
  return new Response(body);
}

async function entriesOf(...seqs: readonly number[]): Promise<unknown> {
  const fake = createFakeWorkbench();
  for (let seq = 0; seq <= Math.max(...seqs); seq += 1) fake.write(FAKE_SESSION, `e${seq}`);
  for await (const event of fake.follow(wish).events) {
    if (event.type !== 'entries') continue;
    return { ...event, entries: seqs.map((seq) => event.entries[seq]) };
  }
  return null;
}

const noPause: Sleep = async (milliseconds, signal) => {
  if (milliseconds <= 5000) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
};
const options = { baseUrl: 'http://127.0.0.1:4317/', key: () => KEY, sleep: noPause };

it('sends the key as a header, and neither cookies nor anything in the address', async () => {
  const { fetch, sent } = createFetch(() => json(succeed({ paths: [] })));
  await createHttpClient({ ...options, fetch }).call('file_find', { text: 'x' });
  expect(sent[0]?.path).toBe('http://127.0.0.1:4317/api/call/file_find');
  expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit', body: '{"text":"x"}' });
  expect(new Headers(sent[0]?.init.headers).get('x-rook-key')).toBe(KEY);
});

it('asks once more when the connection was lost, and then says that the server cannot be reached', async () => {
  const back = createFetch((_sent, count) => (count === 1 ? broken() : json(succeed({ paths: ['a'] }))));
  const healed = await createHttpClient({ ...options, fetch: back.fetch }).call('file_find', { text: '' });
  expect(healed).toEqual(succeed({ paths: ['a'] }));
  const ids = back.sent.map(({ init }) => new Headers(init.headers).get('x-rook-call'));
  expect(ids[0]).toMatch(/^[\w-]{36}$/u);
  expect(ids[1]).toBe(ids[0]);
  const gone = createFetch(broken);
  const failed = await createHttpClient({ ...options, fetch: gone.fetch }).call('file_find', { text: '' });
  expect(failed).toMatchObject({ error: { code: 'server_unreachable', retryable: true } });
  expect(gone.sent).toHaveLength(2);
});

it('does not ask again what was answered, however bad the answer', async () => {
  const { fetch, sent } = createFetch(() => new Response('<html>', { status: 502 }));
  const answer = await createHttpClient({ ...options, fetch }).call('about', {});
  expect(answer).toMatchObject({ error: { code: 'internal' } });
  expect(sent).toHaveLength(1);
});

it('says that a refused key needs a page opened anew, and sends it no more', async () => {
  const { fetch, sent } = createFetch(() => json({}, 401));
  const client = createHttpClient({ ...options, fetch });
  expect(await client.call('about', {})).toMatchObject({ error: { code: 'key_refused', kind: 'denied' } });
  const following = client.follow(wish);
  const events = following.events[Symbol.asyncIterator]();
  const taken = await takeUntil(events, ({ type }) => type === 'notice');
  expect(taken.map(({ type }) => type)).toEqual(['link', 'notice']);
  following.stop();
  expect(sent).toHaveLength(1);
});

it('goes on with a key that came later', async () => {
  let key = 'old';
  const { fetch } = createFetch(({ init }) =>
    new Headers(init.headers).get('x-rook-key') === 'old' ? json({}, 401) : json(succeed({ paths: [] })),
  );
  const client = createHttpClient({ ...options, key: () => key, fetch });
  expect((await client.call('file_find', { text: '' })).ok).toBe(false);
  key = 'later';
  expect((await client.call('file_find', { text: '' })).ok).toBe(true);
});

it('opens a stream again behind the last entry, with pauses that grow to five seconds', async () => {
  const pauses: number[] = [];
  const first = await entriesOf(0, 1);
  const second = await entriesOf(0, 1, 2, 3);
  const { fetch, sent } = createFetch((_sent, count) => {
    if (count === 1) return streamOf([first]);
    return count < 9 ? broken() : streamOf([second], true);
  });
  const sleep: Sleep = async (milliseconds, signal) => {
    if (milliseconds < 10_000) pauses.push(milliseconds);
    await noPause(milliseconds, signal);
  };
  const following = createHttpClient({ ...options, fetch, sleep, random: () => 1 }).follow(wish);
  expect(await takeTexts(following, 'e3')).toEqual(['e0', 'e1', 'e2', 'e3']);
  following.stop();
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  expect(sent.map(({ path }) => new URL(path).searchParams.get('after'))).toEqual([
    '-1',
    ...Array.from({ length: 8 }, () => '1'),
  ]);
});

it('asks again where entries are missing, and takes it for the truth when they are missing again', async () => {
  const holed = await entriesOf(0, 3, 2, 4);
  const { fetch, sent } = createFetch(() => streamOf([holed, { type: 'caught_up' }], true));
  const following = createHttpClient({ ...options, fetch }).follow(wish);
  expect(await takeTexts(following, 'e4')).toEqual(['e0', 'e3', 'e4']);
  following.stop();
  expect(sent.map(({ path }) => new URL(path).searchParams.get('after'))).toEqual(['-1', '0']);
});

const stopsLate: Sleep = async (_milliseconds, signal) => {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
    setTimeout(resolve, 1);
  });
};

it('takes a stream that says nothing for broken', async () => {
  const first = await entriesOf(0);
  const second = await entriesOf(0, 1);
  const { fetch } = createFetch((_sent, count) => streamOf([count === 1 ? first : second], true));
  const withSignal: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { body } = response;
    if (body === null) return response;
    const reader = body.getReader();
    const cut = new ReadableStream<Uint8Array>({
      start: (controller) => {
        init?.signal?.addEventListener('abort', () => {
          controller.error(new Error('aborted'));
        });
      },
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (!done) controller.enqueue(value);
      },
    });
    return new Response(cut);
  };
  const following = createHttpClient({ ...options, fetch: withSignal, sleep: stopsLate }).follow(wish);
  expect(await takeTexts(following, 'e1')).toEqual(['e0', 'e1']);
  following.stop();
});

it('passes over what it does not know, and says so', async () => {
  const { fetch } = createFetch(() =>
    streamOf([{ type: 'of a later version' }, { type: 'caught_up' }], true),
  );
  const following = createHttpClient({ ...options, fetch }).follow(wish);
  const taken = await takeUntil(following.events[Symbol.asyncIterator](), ({ type }) => type === 'caught_up');
  following.stop();
  expect(taken).toMatchObject([{ type: 'notice' }, { type: 'caught_up' }]);
});

it('reads a line that comes in pieces, cut inside a letter', async () => {
  const bytes = new TextEncoder().encode(`\n${JSON.stringify({ type: 'notice', text: 'Größe 😀' })}\n`);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
    },
  });
  const { fetch } = createFetch(() => new Response(body));
  const following = createHttpClient({ ...options, fetch }).follow(wish);
  const step = await following.events[Symbol.asyncIterator]().next();
  following.stop();
  expect(step.value).toEqual({ type: 'notice', text: 'Größe 😀' });
});
