import type { ModelRequest } from '@rook/engine';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createModel } from '../src/create-model.ts';
import { createSockets } from '../src/sockets/create-sockets.ts';
import type { Variant } from './variants.ts';

const KEY = 'a key for tests';
const sockets = createSockets({});
let server: WireServer;

beforeAll(async () => {
  server = await startWireServer();
});
afterAll(async () => {
  sockets.close();
  await server.close();
});

const schema = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    fileHashes: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['summary'],
  additionalProperties: false,
};
const plain: ModelRequest = {
  system: 'Be kind.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello.' }] }],
  maxOutputTokens: 16_384,
};

/** What is sent, and the text that comes back. */
async function send(
  variant: Pick<Variant, 'provider' | 'model' | 'interface'>,
  request: Partial<ModelRequest>,
  answer = 'Hello.',
): Promise<{ body: unknown; text: string; headers: Readonly<Record<string, string>>; path: string }> {
  server.play({ version: 1, steps: [{ answer: { events: [{ kind: 'text', text: answer }] } }] });
  const { provider, model: name, ...options } = variant;
  const model = createModel({ name: 'test', provider, baseUrl: server.url }, KEY, name, {
    sockets,
    ...options,
  });
  let text = '';
  for await (const event of model.stream({ ...plain, ...request }, new AbortController().signal)) {
    if (event.kind === 'text') text += event.text;
  }
  const [received] = server.received;
  return {
    body: JSON.parse(received?.body ?? 'null'),
    text,
    headers: received?.headers ?? {},
    path: received?.path ?? '',
  };
}

const anthropic = { provider: 'anthropic' as const, model: 'claude-opus-4-6' };
const openai = { provider: 'openai' as const, model: 'gpt-5' };
const xai = { provider: 'xai' as const, model: 'grok-4' };
const google = { provider: 'google' as const, model: 'gemini-2.5-pro' };
const compatible = { provider: 'openai-compatible' as const, model: 'qwen3' };

it.each([
  ['anthropic', anthropic, { max_tokens: 16_384 }],
  ['openai', openai, { max_output_tokens: 16_384, store: false }],
  ['openai chat', { ...openai, interface: 'chat' as const }, { max_completion_tokens: 16_384 }],
  ['xai', xai, { max_tokens: 16_384 }],
  ['google', google, { generationConfig: { maxOutputTokens: 16_384 } }],
  ['openai-compatible', compatible, { max_tokens: 16_384, stream_options: { include_usage: true } }],
])('C-07 %s is told how long an answer may be', async (_name, variant, part) => {
  expect((await send(variant, {})).body).toMatchObject(part);
});

it.each([
  ['anthropic adaptive', anthropic, 'adaptive', { thinking: { type: 'adaptive' } }],
  ['anthropic off', anthropic, 'off', { thinking: { type: 'disabled' } }],
  [
    'anthropic high',
    anthropic,
    'high',
    { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
  ],
  ['openai adaptive', openai, 'adaptive', { reasoning: { summary: 'auto' } }],
  ['openai low', openai, 'low', { reasoning: { effort: 'low' } }],
  ['xai low', { ...xai, model: 'grok-3-mini' }, 'low', { reasoning_effort: 'low' }],
  [
    'google adaptive',
    google,
    'adaptive',
    { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  ],
  [
    'google off',
    { ...google, model: 'gemini-2.5-flash' },
    'off',
    { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
  ],
  ['openai-compatible high', compatible, 'high', { reasoning_effort: 'high' }],
] as const)('C-05 C-23 %s thinks as long as is asked', async (_name, variant, effort, part) => {
  expect((await send(variant, { effort })).body).toMatchObject(part);
});

const claudes = [
  'claude-opus-4-6',
  'claude-sonnet-4-5',
  'claude-haiku-4-5-20251001',
  'claude-opus-4-5',
  'claude-opus-4-1',
  'claude-sonnet-4-20250514',
  'claude-3-7-sonnet-20250219',
  'claude-opus-5',
  'claude-9-new',
];
const efforts = ['adaptive', 'off', 'low', 'medium', 'high'] as const;

it.each(claudes)('C-05 C-07 %s is never allowed more than was asked for', async (model) => {
  for (const effort of efforts) {
    for (const maxOutputTokens of [500, 2000, 2048, 16_384, 100_000]) {
      const { body } = await send({ ...anthropic, model }, { effort, maxOutputTokens });
      const most = readNumber(body, 'max_tokens');
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(maxOutputTokens);
      expect(most).toBeGreaterThanOrEqual(Math.min(maxOutputTokens, 32_000));
      const budget = readNumber(Reflect.get(Object(body), 'thinking'), 'budget_tokens');
      if (budget === undefined) continue;
      expect(budget).toBeGreaterThanOrEqual(1024);
      expect(budget).toBeLessThan(most ?? 0);
    }
  }
});

function readNumber(value: unknown, name: string): number | undefined {
  const found: unknown = Reflect.get(Object(value), name);
  return typeof found === 'number' ? found : undefined;
}

it.each([
  ['claude-opus-4-6', 'adaptive'],
  ['claude-opus-4-6', 'medium'],
  ['claude-9-new', 'high'],
] as const)('C-05 %s thinks adaptively when asked for %s', async (model, effort) => {
  const { body } = await send({ ...anthropic, model }, { effort });
  expect(body).toMatchObject({ thinking: { type: 'adaptive' } });
});

it('C-05 an older Claude gets a number of tokens for thinking, inside of what is allowed', async () => {
  const { body } = await send({ ...anthropic, model: 'claude-sonnet-4-5' }, { effort: 'high' });
  expect(body).toMatchObject({ max_tokens: 16_384, thinking: { type: 'enabled', budget_tokens: 9830 } });
});

it.each([
  ['xai that takes no word', xai, 'high'],
  ['xai adaptive', xai, 'adaptive'],
  ['openai-compatible adaptive', compatible, 'adaptive'],
  ['openai-compatible off', compatible, 'off'],
  ['anthropic 4.5', { ...anthropic, model: 'claude-sonnet-4-5' }, 'adaptive'],
  ['anthropic 4.1', { ...anthropic, model: 'claude-opus-4-1' }, 'adaptive'],
  ['anthropic of old', { ...anthropic, model: 'claude-3-5-haiku-20241022' }, 'adaptive'],
] as const)('C-23 %s is told nothing about thinking', async (_name, variant, effort) => {
  const { body } = await send(variant, { effort });
  expect(JSON.stringify(body)).not.toMatch(/reasoning|thinking/u);
});

it('C-09 C-10 xai and others are asked for the schema as it stands', async () => {
  const format = { type: 'json_schema', json_schema: { name: 'grok_response', strict: true, schema } };
  for (const variant of [xai, compatible]) {
    const { body } = await send(variant, { structured: { name: 'grok_response', schema } });
    expect(body).toMatchObject({ response_format: format });
  }
});

it('C-12 a model that cannot is not asked', async () => {
  const structured = { name: 'grok_response', schema };
  const { body } = await send({ ...xai, model: 'grok-2' }, { structured });
  expect(JSON.stringify(body)).not.toContain('json_schema');
});

it('C-09 C-10 openai is asked for the equal schema, and its answer is turned back', async () => {
  const narrow = { summary: 'Done.', fileHashes: [{ key: 'a.ts', value: 'abc' }] };
  const structured = { name: 'grok_response', schema };
  const { body, text } = await send(openai, { structured }, JSON.stringify(narrow));
  expect(body).toMatchObject({
    text: {
      format: {
        type: 'json_schema',
        name: 'grok_response',
        strict: true,
        schema: { required: ['summary', 'fileHashes'] },
      },
    },
  });
  expect(JSON.parse(text)).toEqual({ summary: 'Done.', fileHashes: { 'a.ts': 'abc' } });
});

it('C-09 an answer that was cut stays as it came', async () => {
  const structured = { name: 'grok_response', schema };
  expect((await send(openai, { structured }, '{"summary": "Do')).text).toBe('{"summary": "Do');
});

it('C-22 anthropic keeps the tools, the system prompt and the last message in its cache', async () => {
  const tools = ['one', 'two'].map((name) => ({
    name,
    description: name,
    input: { type: 'object', properties: {} },
  }));
  const kept = { cache_control: { type: 'ephemeral' } };
  const { body } = await send(anthropic, { tools });
  expect(body).toMatchObject({
    system: [kept],
    tools: [{ name: 'one' }, { name: 'two', ...kept }],
    messages: [{ content: [kept] }],
  });
  expect(JSON.stringify(body).split('cache_control')).toHaveLength(4);
});

it.each([
  ['anthropic', anthropic, 'x-api-key', KEY, '/v1/messages'],
  ['openai', openai, 'authorization', `Bearer ${KEY}`, '/v1/responses'],
  ['xai', xai, 'authorization', `Bearer ${KEY}`, '/v1/chat/completions'],
  ['azure', { ...openai, provider: 'azure' as const }, 'api-key', KEY, '/openai/v1/responses'],
  ['google', google, 'x-goog-api-key', KEY, '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse'],
  ['openai-compatible', compatible, 'authorization', `Bearer ${KEY}`, '/v1/chat/completions'],
])('C-04 %s gets the key where it looks for it', async (_name, variant, header, value, path) => {
  const sent = await send(variant, {});
  expect(sent.headers[header]).toBe(value);
  expect(sent.path).toBe(path);
});

it('C-04 a failure never shows the key', async () => {
  server.answerRaw({
    status: 401,
    body: JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } }),
  });
  const model = createModel({ name: 'test', provider: 'openai', baseUrl: server.url }, KEY, 'gpt-5', {
    sockets,
  });
  for await (const event of model.stream(plain, new AbortController().signal)) {
    expect(event).toMatchObject({ kind: 'failed', error: { code: 'model_bad_key', status: 401 } });
    expect(JSON.stringify(event)).not.toContain(KEY);
  }
});

it.each([
  [{ name: 'a', provider: 'anthropic' as const }, null, 'model_no_key'],
  [{ name: 'a', provider: 'openai' as const }, ' ', 'model_no_key'],
  [{ name: 'a', provider: 'openai' as const }, 'ключ', 'model_bad_key'],
  [{ name: 'a', provider: 'azure' as const }, KEY, 'model_no_connection'],
  [{ name: 'a', provider: 'openai-compatible' as const }, null, 'model_no_connection'],
])('C-04 what is missing is told before anything is sent: %j', async (connection, key, code) => {
  const model = createModel(connection, key, 'some-model', { sockets });
  for await (const event of model.stream(plain, new AbortController().signal)) {
    expect(event).toMatchObject({ kind: 'failed', error: { code }, mayCost: false, usage: null });
  }
});
