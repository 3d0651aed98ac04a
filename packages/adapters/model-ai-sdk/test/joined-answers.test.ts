import type { ModelEvent, ModelRequest } from '@rook/engine';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { ModelInterface, ModelProvider } from '../src/connection.ts';
import { createModel } from '../src/create-model.ts';
import { createPieceJoiner } from '../src/sockets/join-pieces.ts';
import { cutInto, wireEvents, writeWire, type WireForm } from './sse-streams.ts';

interface Client {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly form: WireForm;
  readonly interface?: ModelInterface;
}

const CLIENTS: readonly Client[] = [
  { provider: 'anthropic', model: 'claude-opus-4-6', form: 'messages' },
  { provider: 'openai', model: 'gpt-5', form: 'responses' },
  { provider: 'openai', model: 'gpt-5', form: 'chat', interface: 'chat' },
  { provider: 'xai', model: 'grok-4', form: 'responses', interface: 'responses' },
  { provider: 'azure', model: 'gpt-5', form: 'responses' },
  { provider: 'google', model: 'gemini-2.5-pro', form: 'gemini' },
  { provider: 'openai-compatible', model: 'qwen3', form: 'chat' },
];

const request: ModelRequest = {
  system: 'Be kind.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello.' }] }],
  maxOutputTokens: 1000,
  tools: [{ name: 'read', description: 'Reads.', input: { type: 'object', properties: {} } }],
};

const write = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (choice: object): string =>
  write({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, ...choice }],
  });
const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'read', arguments: '' } };
const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', output: [] };
const item = { id: 'text', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
const usage = { input_tokens: 5, output_tokens: 7, total_tokens: 12 };

/** What stands before the pieces of an answer and behind them. */
const FRAMES: Readonly<Record<WireForm, readonly [string, string]>> = {
  messages: [
    write({
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage },
    }) +
      [
        { type: 'thinking', thinking: '' },
        { type: 'text', text: '' },
        { type: 'tool_use', id: 'call_1', name: 'read', input: {} },
      ]
        .map((block, index) => write({ type: 'content_block_start', index, content_block: block }))
        .join(''),
    [0, 1, 2].map((index) => write({ type: 'content_block_stop', index })).join('') +
      write({ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage }) +
      write({ type: 'message_stop' }),
  ],
  chat: [
    chunk({ delta: { role: 'assistant', tool_calls: [call] } }),
    `${chunk({ delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`,
  ],
  responses: [
    write({ type: 'response.created', sequence_number: 0, response }) +
      [
        { id: 'thinking', type: 'reasoning', status: 'in_progress', summary: [] },
        item,
        {
          id: 'input',
          type: 'function_call',
          call_id: 'call_1',
          name: 'read',
          arguments: '',
          status: 'in_progress',
        },
      ]
        .map((added, index) =>
          write({ type: 'response.output_item.added', output_index: index, item: added }),
        )
        .join(''),
    write({ type: 'response.output_item.done', output_index: 1, item: { ...item, status: 'completed' } }) +
      write({ type: 'response.completed', response: { ...response, status: 'completed', usage } }),
  ],
  gemini: ['', write({ candidates: [{ content: { parts: [] }, finishReason: 'STOP', index: 0 }] })],
};

/** What the model tells when its answer comes in these reads. */
async function tell(client: Client, reads: readonly Buffer[]): Promise<ModelEvent[]> {
  const { provider, model } = client;
  const options = client.interface === undefined ? {} : { interface: client.interface };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const read of reads) if (read.length > 0) controller.enqueue(read);
      controller.close();
    },
  });
  const sockets = {
    fetchFor: () => () =>
      Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } })),
    close: () => undefined,
  };
  const connection = { name: 'test', provider, baseUrl: 'http://127.0.0.1:9' };
  const events: ModelEvent[] = [];
  for await (const event of createModel(connection, 'a key for tests', model, { sockets, ...options }).stream(
    request,
    new AbortController().signal,
  ))
    events.push(event);
  return joinAll(events);
}

/** The same events, whatever the borders of the pieces are. */
function joinAll(events: readonly ModelEvent[]): ModelEvent[] {
  const joined: ModelEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const isPiece = event.kind === 'text' || event.kind === 'thinking' || event.kind === 'tool_call_piece';
    if (isPiece && last?.kind === event.kind)
      joined[joined.length - 1] = { ...event, text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}

it.each(CLIENTS)(
  'C-21 C-23 $provider $interface tells of joined pieces what it tells of the stream itself',
  async (client) => {
    const [before, behind] = FRAMES[client.form];
    const plain = await tell(client, [Buffer.from(before + behind)]);
    expect(plain.at(-1)).toMatchObject({ kind: 'finished' });
    await fc.assert(
      fc.asyncProperty(wireEvents, fc.array(fc.nat(6000), { maxLength: 8 }), async (events, cuts) => {
        const bytes = Buffer.concat([
          Buffer.from(before),
          writeWire(client.form, events, '\n'),
          Buffer.from(behind),
        ]);
        const reads = cutInto(bytes, cuts);
        const join = createPieceJoiner();
        expect(await tell(client, reads.map(join))).toEqual(await tell(client, reads));
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);
