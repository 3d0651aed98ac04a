import type { FailedEvent, ModelEvent, ModelRequest } from '@rook/engine';
import { afterEach, expect, it, vi } from 'vitest';

import type { ModelProvider } from '../src/connection.ts';
import { createModel } from '../src/create-model.ts';
import { createSockets } from '../src/sockets/create-sockets.ts';
import {
  beginStream,
  startRawServer,
  writeEvent,
  type Behaviour,
  type RawServer,
} from './start-raw-server.ts';

const MODELS = {
  anthropic: 'claude-opus-4-6',
  openai: 'gpt-5',
  xai: 'grok-4',
  google: 'gemini-2.5-pro',
  azure: 'gpt-5',
  'openai-compatible': 'qwen3',
} as const;
const request: ModelRequest = {
  system: 'Be kind.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello.' }] }],
  maxOutputTokens: 1000,
};
const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' };
const delta = { ...chunk, choices: [{ index: 0, delta: { content: 'Hello.' }, finish_reason: null }] };
const messageStart = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'x',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 20, cache_read_input_tokens: 5, output_tokens: 1 },
  },
};

let server: RawServer | undefined;
afterEach(() => {
  server?.close();
});

async function ask(
  behave: Behaviour,
  provider: ModelProvider = 'openai-compatible',
  more: Partial<ModelRequest> = {},
): Promise<ModelEvent[]> {
  server = await startRawServer(behave);
  return askAt(server.url, provider, more);
}

async function askAt(
  baseUrl: string,
  provider: ModelProvider = 'openai-compatible',
  more: Partial<ModelRequest> = {},
  environment: Record<string, string> = {},
): Promise<ModelEvent[]> {
  const sockets = createSockets(environment);
  const model = createModel({ name: 'test', provider, baseUrl }, 'a key for tests', MODELS[provider], {
    sockets,
  });
  const events: ModelEvent[] = [];
  for await (const event of model.stream({ ...request, ...more }, new AbortController().signal))
    events.push(event);
  sockets.close();
  return events;
}

function failureOf(events: readonly ModelEvent[]): FailedEvent {
  const last = events.at(-1);
  if (last?.kind !== 'failed') throw new Error(`it did not fail: ${JSON.stringify(last)}`);
  return last;
}

it.each(['anthropic', 'openai', 'xai', 'google', 'openai-compatible'] as const)(
  'C-08 a line to %s that breaks behind the headers is a cut that may cost',
  async (provider) => {
    const events = await ask((response) => {
      beginStream(response);
      setTimeout(() => response.socket?.resetAndDestroy(), 50);
    }, provider);
    expect(failureOf(events)).toMatchObject({ error: { code: 'model_cut' }, mayCost: true });
    expect(failureOf(events).error.message).not.toMatch(/kept|reached/u);
  },
);

it('C-08 a line that breaks before the headers may cost, and the sentence says what happened', async () => {
  const failed = failureOf(await ask((response) => response.socket?.resetAndDestroy()));
  expect(failed).toMatchObject({ error: { code: 'model_unreachable' }, mayCost: true, usage: null });
  expect(failed.error.message).toContain('without an answer');
});

it.each([
  ['a port that nobody listens at', 'http://127.0.0.1:9'],
  ['a name that nobody has', 'http://nowhere.invalid'],
  ['an address that speaks no TLS', 'https'],
])('C-08 %s costs nothing', async (_what, address) => {
  server = await startRawServer((response) => response.end());
  const baseUrl = address === 'https' ? server.url.replace('http:', 'https:') : address;
  const failed = failureOf(await askAt(baseUrl));
  expect(failed).toMatchObject({ error: { code: 'model_unreachable' }, mayCost: false });
});

it.each([
  [400, false],
  [401, false],
  [408, true],
  [429, false],
  [500, false],
  [504, true],
  [529, false],
])('C-08 a refusal with %i may cost: %s', async (status, mayCost) => {
  const events = await ask((response) => response.writeHead(status).end('{}'));
  expect(failureOf(events).mayCost).toBe(mayCost);
});

it('C-22 what Claude says at the beginning is known when the rest never comes', async () => {
  const events = await ask((response) => {
    beginStream(response);
    writeEvent(response, messageStart);
    setTimeout(() => response.socket?.resetAndDestroy(), 50);
  }, 'anthropic');
  expect(failureOf(events)).toMatchObject({
    error: { code: 'model_cut' },
    mayCost: true,
    usage: { input: 20, cacheRead: 5, output: null },
  });
});

it('C-09 an answer that is held back has begun', async () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, m: { type: 'object', additionalProperties: { type: 'string' } } },
    required: ['a'],
    additionalProperties: false,
  };
  const events = await ask(
    (response) => {
      beginStream(response);
      writeEvent(response, { candidates: [{ content: { role: 'model', parts: [{ text: '{"a":"x' }] } }] });
      setTimeout(() => {
        writeEvent(response, { error: { code: 503, message: 'The model is overloaded' } });
        response.end();
      }, 50);
    },
    'google',
    { structured: { name: 's', schema } },
  );
  expect(failureOf(events).mayCost).toBe(true);
});

it('C-22 xAI counts thinking beside the completion', async () => {
  const usage = {
    prompt_tokens: 30,
    completion_tokens: 1,
    total_tokens: 931,
    completion_tokens_details: { reasoning_tokens: 900 },
  };
  for (const counts of [usage, { ...usage, total_tokens: undefined }]) {
    const events = await ask((response) => {
      beginStream(response);
      writeEvent(response, delta);
      writeEvent(response, {
        ...chunk,
        choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
        usage: counts,
      });
      response.end('data: [DONE]\n\n');
    }, 'xai');
    expect(events.at(-1)).toMatchObject({
      kind: 'finished',
      usage: { input: 30, output: 901, reasoning: 900 },
    });
    server?.close();
  }
});

it.each([
  ['one event without an end', `data: ${'x'.repeat(60_000)}`, 'x'.repeat(60_000)],
  ['an event of many lines', 'data: {\n', `data: ${'x'.repeat(60_000)}\n`],
  ['an answer without an end', '', `: ${'x'.repeat(60_000)}\n\n`],
])('C-08 %s is not heard to its end', async (_what, first, again) => {
  const events = await ask((response) => {
    beginStream(response);
    response.write(first);
    const goOn = (): void => {
      while (!response.destroyed && response.write(again));
    };
    response.on('drain', goOn);
    goOn();
  });
  expect(failureOf(events)).toMatchObject({ error: { code: 'model_bad_answer' }, mayCost: true });
  expect(failureOf(events).error.message).toContain('far more');
  await vi.waitFor(() => {
    expect(server?.brokenOff).toBe(1);
  });
});

it('C-08 a long answer whose lines come one by one is heard to its end', async () => {
  const events = await ask((response) => {
    beginStream(response);
    let rounds = 0;
    const goOn = (): void => {
      rounds += 1;
      response.write(`: ${'x'.repeat(1_000_000)}\r\n`);
      setImmediate(() => {
        response.write('\r\n');
        if (rounds < 12) setImmediate(goOn);
        else {
          writeEvent(response, { ...delta, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
          response.end('data: [DONE]\n\n');
        }
      });
    };
    goOn();
  });
  expect(events.at(-1)).toMatchObject({ kind: 'finished', reason: 'stop' });
});

it('C-08 what came in the same read as the end of the line is told, joined, and then the end', async () => {
  const pieces = ['Hel', 'lo', '.'].map((content) =>
    JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
  );
  const events = await ask((response) => {
    const body = pieces.map((piece) => `data: ${piece}\n\n`);
    const chunks = body.map((event) => `${event.length.toString(16)}\r\n${event}\r\n`);
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
    response.socket?.write(`${head}${chunks.join('')}no length\r\n`);
  });
  expect(events).toMatchObject([
    { kind: 'text', text: 'Hello.' },
    { kind: 'failed', mayCost: true },
  ]);
});

it.each(
  (['anthropic', 'openai', 'xai', 'google', 'azure', 'openai-compatible'] as const).flatMap((provider) =>
    [
      ['no JSON', 'data: {"this is": no JSON\n\n'],
      ['something else', 'data: {"hello":"world"}\n\n'],
      ['no object', 'data: 7\n\n'],
    ].map(([what = '', event = '']) => [provider, what, event] as const),
  ),
)('C-08 a stream of %s that begins with %s cannot be read', async (provider, _what, event) => {
  const events = await ask((response) => {
    beginStream(response);
    response.end(event);
  }, provider);
  expect(events.filter(({ kind }) => kind === 'text')).toEqual([]);
  const last = events.at(-1);
  // Gemini's client leaves out what it does not know, so that nothing is left.
  const end = last?.kind === 'failed' ? last.error.code : last?.kind === 'finished' && last.reason;
  expect(['model_bad_answer', ...(provider === 'google' ? ['cut'] : [])]).toContain(end);
});

it('C-08 a line that is not used is closed, and one that only pauses is not', async () => {
  const lines = new Set<unknown>();
  let closed = 0;
  server = await startRawServer((response) => {
    const { socket } = response;
    if (!lines.has(socket)) socket?.once('close', () => (closed += 1));
    lines.add(socket);
    beginStream(response);
    writeEvent(response, delta);
    setTimeout(() => {
      writeEvent(response, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      response.end('data: [DONE]\n\n');
    }, 300);
  });
  const sockets = createSockets({}, 50);
  const connection = { name: 'test', provider: 'openai-compatible' as const, baseUrl: server.url };
  const model = createModel(connection, 'a key for tests', MODELS['openai-compatible'], { sockets });
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  expect(events).toMatchObject([{ kind: 'text' }, { kind: 'finished', reason: 'stop' }]);
  await vi.waitFor(() => {
    expect(closed).toBe(1);
  });
  sockets.close();
});

it('C-04 a proxy that wants a login is named', async () => {
  server = await startRawServer((response) => response.writeHead(407).end('login'));
  const events = await askAt('http://rook.invalid', 'openai-compatible', {}, { HTTP_PROXY: server.url });
  expect(failureOf(events)).toMatchObject({ error: { code: 'model_unreachable' }, mayCost: false });
  expect(failureOf(events).error.message).toMatch(/proxy that wants a login/u);
});
