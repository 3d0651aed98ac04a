import type { Script } from '@rook/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { startWireServer, type WireServer } from './start-wire-server.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(async () => {
  await server.close();
});
beforeEach(() => {
  server.play(say([{ kind: 'text', text: 'Hello.' }]));
});

function say(events: Script['steps'][number]['answer']['events'], more: object = {}): Script {
  return { version: 1, steps: [{ answer: { events, ...more } }] };
}

const user = [{ role: 'user', content: 'Hi.' }];
const dialects = [
  [
    '/v1/chat/completions',
    { model: 'm', stream: true, stream_options: { include_usage: true }, messages: user },
  ],
  ['/openai/v1/responses', { model: 'm', stream: true, input: user }],
  ['/v1/messages', { model: 'm', stream: true, max_tokens: 9, messages: user }],
  [
    '/v1beta/models/m:streamGenerateContent?alt=sse',
    { contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }] },
  ],
] as const;

async function post(path: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-mine': 'yes' },
  });
}

it.each(dialects)('C-03 %s streams what the script says and remembers what was asked', async (path, body) => {
  server.play(say([{ kind: 'text', text: 'Hello.', pieceLength: 2 }], { usage: { input: 11, output: 7 } }));
  const answer = await post(path, body);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(text).toMatch(/He.*ll.*o\./su);
  expect(text).toMatch(/:11\b.*:7\b/su);
  expect(server.received).toMatchObject([
    { method: 'POST', path, body: JSON.stringify(body), headers: { 'x-mine': 'yes' } },
  ]);
});

it.each(dialects)('C-04 %s refuses with a status and the time to wait', async (path, body) => {
  server.play(say([{ kind: 'error', status: 529, message: 'Too much.', retryAfterSeconds: 2 }]));
  const answer = await post(path, body);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([529, '2']);
  expect(await answer.text()).toContain('Too much.');
});

it.each(dialects)('C-04 %s is cut before its end', async (path, body) => {
  server.play(
    say([
      { kind: 'text', text: 'Hello.' },
      { kind: 'fault', fault: 'cut' },
    ]),
  );
  const text = await (await post(path, body)).text();
  expect(text).toContain('Hello.');
  expect(text).not.toMatch(/finish_reason":"|finishReason|message_stop|response\.completed|DONE/u);
});

it.each(dialects)('C-04 %s breaks in the middle', async (path, body) => {
  server.play(
    say([
      { kind: 'text', text: 'Hello.' },
      { kind: 'fault', fault: 'reset' },
    ]),
  );
  const answer = await post(path, body);
  await expect(answer.text()).rejects.toThrow('terminated');
});

it.each(dialects)('C-22 %s says nothing about tokens when told so', async (path, body) => {
  server.play(say([{ kind: 'text', text: 'Hello.' }], { usage: null }));
  expect(await (await post(path, body)).text()).not.toMatch(/tokens?(?:Count)?":[1-9]/iu);
});

it('C-04 a request that no step answers is told why', async () => {
  const script: Script = { version: 1, steps: [{ match: { lastUser: 'Bye' }, answer: { events: [] } }] };
  server.play(script);
  const answer = await post(...dialects[0]);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toMatch(/wants .*Bye/u);
});

it('C-04 each answer uses up its step', async () => {
  await (await post(...dialects[0])).text();
  const second = await post(...dialects[0]);
  expect(second.status).toBe(500);
  expect(await second.text()).toContain('has answered already');
});

it('C-04 a path that nobody speaks is not found', async () => {
  expect((await post('/v1/else', {})).status).toBe(404);
});

it('C-04 anything can be answered raw', async () => {
  server.answerRaw({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' });
  expect(await (await post(...dialects[2])).text()).toBe('<html>');
});

it('C-22 Grok counts thinking beside the completion, the others count it inside', async () => {
  const body = { stream: true, stream_options: { include_usage: true }, messages: user };
  const usage = { input: 11, output: 7, reasoning: 5 };
  for (const [model, completion] of [
    ['grok-4', 2],
    ['m', 7],
  ] as const) {
    server.play(say([{ kind: 'text', text: 'Hello.' }], { usage }));
    const text = await (await post('/v1/chat/completions', { ...body, model })).text();
    expect(text).toContain(`"completion_tokens":${completion},"total_tokens":18`);
    expect(text).toContain('"reasoning_tokens":5');
  }
});
