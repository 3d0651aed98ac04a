import { createServer } from 'node:http';

/**
 * A provider that streams so many pieces of text as the path says (`/50000/v1/messages`), as fast as they are taken. A
 * process of its own, so that only the client's work is measured. Prints its port.
 */
const streams = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const [, count = '0', , dialect = ''] = (request.url ?? '').split('/');
  const key = `${count} ${dialect}`;
  const body = streams.get(key) ?? Buffer.from(writeStream(Number(count), dialect));
  streams.set(key, body);
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});

function writeStream(count: number, dialect: string): string {
  const words = Array.from({ length: count }, (_unused, index) => `word ${index} `);
  return dialect === 'messages' ? writeMessages(words) : writeChat(words);
}

function writeChat(words: readonly string[]): string {
  const choose = (delta: object, reason: string | null): string =>
    writeChunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }] });
  const usage = { prompt_tokens: 5, completion_tokens: words.length, total_tokens: words.length + 5 };
  return [
    choose({ role: 'assistant', content: '' }, null),
    ...words.map((content) => choose({ content }, null)),
    choose({}, 'stop'),
    writeChunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('');
}

function writeMessages(words: readonly string[]): string {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'claude-opus-4-6' };
  const usage = { input_tokens: 5, output_tokens: 1 };
  return [
    writeEvent('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
    writeEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...words.map((text) =>
      writeEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ),
    writeEvent('content_block_stop', { index: 0 }),
    writeEvent('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
    writeEvent('message_stop', {}),
  ].join('');
}

function writeChunk(fields: object): string {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'qwen3' };
  return `data: ${JSON.stringify({ ...base, ...fields })}\n\n`;
}

function writeEvent(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
