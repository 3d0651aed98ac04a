import { createServer, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/**
 * A provider that streams so many pieces of text as the path says: `/50000/v1/messages` as fast as they are taken,
 * `/paced-500/v1/messages` one after the other, so that each comes in a read of its own, `/unlike-50000/v1/messages`
 * with a field that is another in each. A process of its own, so that only the client's work is measured. Prints its port.
 */
const streams = new Map<string, readonly Buffer[]>();

const PACE_MILLISECONDS = 1;

const server = createServer((request, response) => {
  const [, speed = '0', , dialect = ''] = (request.url ?? '').split('/');
  const count = Number(/\d+$/u.exec(speed)?.[0]);
  const isUnlike = speed.startsWith('unlike-');
  const key = `${count} ${dialect} ${isUnlike}`;
  const events =
    streams.get(key) ??
    writeStream(count, dialect).map((event, index) =>
      Buffer.from(isUnlike ? event.replace('data: {', `data: {"trace":"${index}",`) : event),
    );
  streams.set(key, events);
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (speed.startsWith('paced-')) void writePaced(response, events);
    else response.end(Buffer.concat(events));
  });
});

async function writePaced(response: ServerResponse, events: readonly Buffer[]): Promise<void> {
  response.socket?.setNoDelay(true);
  for (const event of events) {
    response.write(event);
    await setTimeout(PACE_MILLISECONDS);
  }
  response.end();
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});

function writeStream(count: number, dialect: string): string[] {
  const words = Array.from({ length: count }, (_unused, index) => `word ${index} `);
  switch (dialect) {
    case 'messages':
      return writeMessages(words);
    case 'responses':
      return writeResponses(words);
    case 'models':
      return writeGoogle(words);
    default:
      return writeChat(words);
  }
}

function writeChat(words: readonly string[]): string[] {
  const choose = (delta: object, reason: string | null): string =>
    writeChunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }] });
  const usage = { prompt_tokens: 5, completion_tokens: words.length, total_tokens: words.length + 5 };
  return [
    choose({ role: 'assistant', content: '' }, null),
    ...words.map((content) => choose({ content }, null)),
    choose({}, 'stop'),
    writeChunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ];
}

function writeMessages(words: readonly string[]): string[] {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'claude-opus-4-6' };
  const usage = { input_tokens: 5, output_tokens: 1 };
  return [
    writeEvent('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
    writeEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    // With spaces before the last brace, as the provider hides how long a text is.
    ...words.map((text, index) =>
      writeEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }).replace(
        /\}\n\n$/u,
        `${' '.repeat(index % 16)}}\n\n`,
      ),
    ),
    writeEvent('content_block_stop', { index: 0 }),
    writeEvent('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
    writeEvent('message_stop', {}),
  ];
}

function writeResponses(words: readonly string[]): string[] {
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', output: [] };
  const usage = { input_tokens: 5, output_tokens: words.length, total_tokens: words.length + 5 };
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  let number = 0;
  const write = (type: string, fields: object): string => {
    number += 1;
    return writeEvent(type, { sequence_number: number, ...fields });
  };
  return [
    write('response.created', { response }),
    write('response.output_item.added', { output_index: 0, item }),
    ...words.map((delta, index) =>
      write('response.output_text.delta', {
        ...place,
        delta,
        logprobs: [],
        obfuscation: 'aBcDeFgHiJkLmNoP'.slice(index % 16),
      }),
    ),
    write('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed' } }),
    write('response.completed', { response: { ...response, status: 'completed', usage } }),
  ];
}

function writeGoogle(words: readonly string[]): string[] {
  return words.map((text, index) => {
    const candidate = { content: { parts: [{ text }], role: 'model' }, index: 0 };
    const isLast = index === words.length - 1;
    const usageMetadata = {
      promptTokenCount: 5,
      candidatesTokenCount: index + 1,
      totalTokenCount: index + 6,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }],
    };
    const candidates = [isLast ? { ...candidate, finishReason: 'STOP' } : candidate];
    return `data: ${JSON.stringify({ candidates, usageMetadata, modelVersion: 'gemini-2.5-pro', responseId: 'r' })}\r\n\r\n`;
  });
}

function writeChunk(fields: object): string {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'qwen3' };
  return `data: ${JSON.stringify({ ...base, ...fields })}\n\n`;
}

function writeEvent(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
