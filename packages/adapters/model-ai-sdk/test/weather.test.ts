import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ModelEvent, ModelRequest } from '@rook/engine';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createModel } from '../src/create-model.ts';
import { createSockets } from '../src/sockets/create-sockets.ts';
import { startProxy } from './start-proxy.ts';

const hello = {
  version: 1 as const,
  steps: [{ repeat: 'always' as const, answer: { events: [{ kind: 'text' as const, text: 'Hello.' }] } }],
};
const request: ModelRequest = {
  system: 'Be kind.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello.' }] }],
  maxOutputTokens: 10,
};
const folder = mkdtempSync(join(tmpdir(), 'rook-weather-'));
let server: WireServer;
let secure: WireServer;

beforeAll(async () => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=Rook test authority',
  );
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    file('tls.key'),
    '-out',
    file('tls.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=127.0.0.1',
    '-addext',
    'subjectAltName=IP:127.0.0.1,DNS:rook.invalid',
    '-addext',
    'basicConstraints=CA:FALSE',
    '-CA',
    file('ca.pem'),
    '-CAkey',
    file('ca.key'),
  );
  server = await startWireServer();
  secure = await startWireServer({
    tls: { key: readFileSync(file('tls.key'), 'utf8'), cert: readFileSync(file('tls.pem'), 'utf8') },
  });
  secure.play(hello);
});
afterAll(async () => {
  await server.close();
  await secure.close();
  rmSync(folder, { recursive: true });
});

function file(name: string): string {
  return join(folder, name);
}

function openssl(...words: string[]): void {
  execFileSync('openssl', words, { stdio: 'pipe' });
}

async function ask(
  baseUrl: string,
  environment: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<ModelEvent[]> {
  const sockets = createSockets(environment);
  const connection = { name: 'test', provider: 'openai-compatible' as const, baseUrl };
  const model = createModel(connection, 'a key for tests', 'qwen3', { sockets });
  const events = await collect(model.stream(request, signal ?? new AbortController().signal));
  sockets.close();
  return events;
}

async function collect(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Asks in a process of its own, because certificates belong to a process. */
async function askOutside(
  baseUrl: string,
  environment: Record<string, string>,
  together = '1',
): Promise<string> {
  const program = join(import.meta.dirname, 'programs', 'ask.ts');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, baseUrl, '1', together],
      { env: environment },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(stderr));
      },
    );
  });
}

it.each([
  ['before the headers', undefined],
  ['before the answer', []],
  ['in the middle', [{ kind: 'text' as const, text: 'It begins.' }]],
])('C-08 cancelling %s closes the socket', async (_where, before) => {
  if (before === undefined) server.answerRaw({ status: 200, body: '', isSilent: true });
  else
    server.play({
      version: 1,
      steps: [{ answer: { events: [...before, { kind: 'fault', fault: 'stall' }] } }],
    });
  const [broken, stopping] = [server.brokenOff, new AbortController()];
  const received = server.received.length;
  const waiting = ask(server.url, {}, stopping.signal);
  await vi.waitFor(() => {
    expect(server.received.length).toBe(received + 1);
  }, 10_000);
  stopping.abort();
  const events = await waiting;
  expect(events.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'cancelled' } });
  await vi.waitFor(() => {
    expect(server.brokenOff).toBe(broken + 1);
  });
});

it('C-03 who stops listening closes the socket', async () => {
  server.play({
    version: 1,
    steps: [
      {
        answer: {
          events: [
            { kind: 'text', text: 'It begins.' },
            { kind: 'fault', fault: 'stall' },
          ],
        },
      },
    ],
  });
  const broken = server.brokenOff;
  const sockets = createSockets({});
  const model = createModel(
    { name: 'test', provider: 'anthropic', baseUrl: server.url },
    'a key for tests',
    'claude-opus-4-6',
    { sockets },
  );
  for await (const event of model.stream(request, new AbortController().signal))
    if (event.kind === 'text') break;
  await vi.waitFor(() => {
    expect(server.brokenOff).toBe(broken + 1);
  });
});

it.each(['anthropic', 'openai', 'google', 'openai-compatible'] as const)(
  'C-03 calls to %s use one connection',
  async (provider) => {
    server.play(hello);
    const [before, sockets] = [server.connections, createSockets({})];
    const model = createModel(
      { name: 'test', provider, baseUrl: server.url },
      'a key for tests',
      'some-model',
      { sockets },
    );
    for (let round = 0; round < 5; round += 1) {
      const events = await collect(model.stream(request, new AbortController().signal));
      expect(events.at(-1)).toMatchObject({ kind: 'finished', reason: 'stop' });
    }
    sockets.close();
    expect(server.connections).toBe(before + 1);
    expect(server.received).toHaveLength(5);
  },
);

it('C-04 a failure is asked for once, however retryable it is', async () => {
  server.play({
    version: 1,
    steps: [{ repeat: 'always', answer: { events: [{ kind: 'error', status: 529 }] } }],
  });
  expect((await ask(server.url)).at(-1)).toMatchObject({
    error: { code: 'model_overloaded', retryable: true },
  });
  expect(server.received).toHaveLength(1);
});

it.each([
  [
    'a page',
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Log in</body></html>' },
    'model_bad_answer',
    'web page',
  ],
  [
    'JSON',
    { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
    'model_bad_answer',
    'cannot be read',
  ],
  ['nothing at all', { status: 200, headers: { 'content-type': 'text/event-stream' }, body: '' }, 'cut', ''],
  [
    'a redirect',
    { status: 308, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
    'model_no_connection',
    'base URL',
  ],
  [
    'a gateway that failed',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' },
    'model_failed',
    '502',
  ],
  [
    'a wait until a date',
    { status: 429, headers: { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }, body: '' },
    'model_rate_limited',
    '429',
  ],
])('C-04 %s instead of an answer is told in a sentence', async (_what, answer, end, words) => {
  server.answerRaw(answer);
  const last = (await ask(server.url)).at(-1);
  expect(last?.kind === 'failed' ? last.error.code : last?.kind === 'finished' && last.reason).toBe(end);
  expect(last?.kind === 'failed' ? last.error.message : '').toContain(words);
});

it('C-04 a port that nobody listens at is told as such', async () => {
  const last = (await ask('http://127.0.0.1:9')).at(-1);
  expect(last).toMatchObject({ kind: 'failed', error: { code: 'model_unreachable', retryable: true } });
});

/** The same server under a name that only the proxy can find. */
function elsewhere(url: string): string {
  return url.replace('127.0.0.1', 'rook.invalid');
}

it.each(['HTTP_PROXY', 'http_proxy'])('C-04 %s is honoured, and NO_PROXY goes before it', async (name) => {
  server.play(hello);
  const [proxy, url] = [await startProxy(), elsewhere(server.url)];
  const through = await ask(url, { [name]: proxy.url });
  expect(through.at(-1)).toMatchObject({ kind: 'finished' });
  expect(proxy.asked).toEqual([`POST ${url}/v1/chat/completions`]);
  const past = await ask(url, { [name]: proxy.url, NO_PROXY: 'example.com,rook.invalid' });
  expect(past.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'model_unreachable' } });
  expect(proxy.asked).toHaveLength(1);
  proxy.close();
});

it.each(['127.0.0.1', 'localhost', '127.1'])('C-04 no proxy hears what is meant for %s', async (host) => {
  server.play(hello);
  const proxy = await startProxy();
  const url = server.url.replace('127.0.0.1', host);
  const events = await ask(url, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '' });
  expect(events.at(-1)).toMatchObject({ kind: 'finished' });
  expect(proxy.asked).toEqual([]);
  proxy.close();
});

it('C-04 no proxy hears what is meant for [::1], even where nobody listens', async () => {
  const proxy = await startProxy();
  const events = await ask('http://[::1]:9', { HTTP_PROXY: proxy.url });
  expect(events.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'model_unreachable' } });
  expect(proxy.asked).toEqual([]);
  proxy.close();
});

it('C-04 HTTPS_PROXY is asked for a tunnel, and what is inside stays closed to it', async () => {
  const [proxy, url] = [await startProxy(), elsewhere(secure.url)];
  const last = await askOutside(url, {
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  });
  expect(last).toContain('"reason":"stop"');
  expect(proxy.asked).toEqual([`CONNECT ${url.replace('https://', '')}`]);
  proxy.close();
});

it('C-04 calls that begin together all find the authority of the system', async () => {
  const last = await askOutside(secure.url, { SSL_CERT_FILE: join(folder, 'ca.pem') }, '4');
  expect(last.trim().split('\n')).toHaveLength(4);
  expect(last).not.toContain('"kind":"failed"');
});

it('C-04 an authority that nobody knows is refused with a sentence', async () => {
  expect(await askOutside(secure.url, {})).toMatch(/"code":"model_certificate".*NODE_EXTRA_CA_CERTS/u);
});

it.each([
  ['that NODE_EXTRA_CA_CERTS names', 'NODE_EXTRA_CA_CERTS'],
  ['of the system', 'SSL_CERT_FILE'],
])('C-04 an authority %s is trusted', async (_which, variable) => {
  expect(await askOutside(secure.url, { [variable]: join(folder, 'ca.pem') })).toContain('"reason":"stop"');
});

it.each([
  ['less than nothing', { prompt_tokens: -5, completion_tokens: -1, total_tokens: -6 }],
  ['nothing', null],
  ['an empty object', {}],
])('C-22 a provider that counts %s is not believed, and the answer stays', async (_what, usage) => {
  const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'm' };
  const frames = [
    { ...chunk, choices: [{ index: 0, delta: { content: 'Well.' }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
  ];
  const body = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  server.answerRaw({ status: 200, headers: { 'content-type': 'text/event-stream' }, body });
  const nothing = { input: null, cacheRead: null, cacheWrite: null, output: null };
  expect(await ask(server.url)).toMatchObject([
    { kind: 'text', text: 'Well.' },
    { kind: 'finished', reason: 'stop', usage: nothing },
  ]);
});
