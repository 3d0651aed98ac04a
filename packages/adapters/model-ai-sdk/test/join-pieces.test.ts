import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createPieceJoiner, type PieceJoiner } from '../src/sockets/join-pieces.ts';
import { cutInto, FORMS, wireEvents, writeWire } from './sse-streams.ts';

/** Names of fields whose texts may be joined. */
const TEXTS = new Set([
  'text',
  'thinking',
  'partial_json',
  'delta',
  'content',
  'reasoning_content',
  'arguments',
]);
/** Names of fields of which the last counts. */
const RUNNING = /^(?:sequence_number|obfuscation|\w+_tokens|\w+TokenCount)$/u;

/** What a reader of the protocol understands of the bytes that have come, whatever the borders of the pieces are. */
function understand(bytes: Buffer): string[] {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/u);
  lines.pop();
  const heard: { rest: string; text: string | null; last: string }[] = [];
  let event: string[] = [];
  for (const line of lines) {
    if (line !== '') event.push(line);
    else if (event.length > 0) {
      const next = readEvent(event.join('\n'));
      const before = heard.at(-1);
      if (before !== undefined && before.text !== null && next.text !== null && before.rest === next.rest)
        heard[heard.length - 1] = { ...next, text: before.text + next.text };
      else heard.push(next);
      event = [];
    }
  }
  return heard.map((next) => JSON.stringify(next));
}

function readEvent(event: string): { rest: string; text: string | null; last: string } {
  const running: unknown[] = [];
  const texts: string[] = [];
  try {
    const [, head = '', data = ''] = /^((?:event: [^\n]*\n)?data: )([^\n]*)$/u.exec(event) ?? [];
    const rest: unknown = JSON.parse(data, (name, value: unknown) => {
      if (RUNNING.test(name)) running.push(value);
      else if (TEXTS.has(name) && typeof value === 'string') texts.push(value);
      else return value;
      return null;
    });
    const [text, ...others] = texts;
    if (text !== undefined && others.length === 0)
      return { rest: head + JSON.stringify(rest), text, last: JSON.stringify(running) };
  } catch {
    // It is told as it came.
  }
  return { rest: event, text: null, last: '' };
}

/** Whether everything has been handed over, unchanged and in its order, each time that a read was given. */
function judge(join: PieceJoiner, reads: readonly Buffer[]): string | null {
  const came: Buffer[] = [];
  const handed: Buffer[] = [];
  for (const read of reads) {
    came.push(read);
    handed.push(join(read));
    const expected = understand(Buffer.concat(came));
    const got = understand(Buffer.concat(handed));
    if (JSON.stringify(expected) !== JSON.stringify(got))
      return `${expected.join('\n')}\nbecame\n${got.join('\n')}`;
  }
  return null;
}

const streams = fc
  .record({
    form: fc.constantFrom(...FORMS),
    events: wireEvents,
    lineEnd: fc.constantFrom('\n' as const, '\r\n' as const),
    cuts: fc.array(fc.nat(6000), { maxLength: 12 }),
  })
  .map(({ form, events, lineEnd, cuts }) => cutInto(writeWire(form, events, lineEnd), cuts));

it('C-21 any split into reads is understood as the stream itself, at once', () => {
  fc.assert(
    fc.property(streams, (reads) => {
      expect(judge(createPieceJoiner(), reads)).toBeNull();
    }),
    { numRuns: 800 },
  );
});

type Change = (events: readonly string[]) => readonly string[];

/** A joiner that is broken: it sees the events of a read and hands over others. */
function breaking(change: Change): () => PieceJoiner {
  return () => {
    const join = createPieceJoiner();
    return (read) => {
      const text = join(read).toString('latin1');
      const events = text.split(/(?<=\n\r?\n)/u);
      return Buffer.from(change(events).join(''), 'latin1');
    };
  };
}

function keeping(): PieceJoiner {
  const join = createPieceJoiner();
  let kept = Buffer.alloc(0);
  return (read) => {
    const all = Buffer.concat([kept, join(read)]);
    const from = Math.max(0, all.length - 20);
    kept = all.subarray(from);
    return all.subarray(0, from);
  };
}

it.each<readonly [string, () => PieceJoiner]>([
  [
    'drops a field that it does not know',
    breaking((all) => all.map((event) => event.replace(/,"cost":\d+/u, ''))),
  ],
  ['changes the order', breaking((all) => all.toReversed())],
  ['loses an event', breaking((all) => all.slice(0, 3))],
  ['tells an event twice', breaking((all) => all.flatMap((event) => [event, event]))],
  [
    'keeps an old count',
    breaking((all) =>
      all.map((event) =>
        event.replace(/_tokens":\d+|_number":\d+|Count":\d+/gu, (count) => count.replace(/\d+$/u, '1')),
      ),
    ),
  ],
  ['keeps something back', keeping],
  [
    'joins across characters',
    breaking((all) => all.map((event) => event.replaceAll(/[\u0080-\u00FF]"/gu, '"'))),
  ],
])('C-21 a joiner that %s is found', (_what, create) => {
  const found = fc.check(
    fc.property(streams, (reads) => judge(create(), reads) === null),
    { numRuns: 5000 },
  );
  expect(found.failed).toBe(true);
});

const piece = (text: string): string =>
  `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${text}"}}\n\n`;

it('C-21 pieces that came in one read are one event, those of several stay apart', () => {
  const join = createPieceJoiner();
  const give = (text: string): string => join(Buffer.from(text)).toString('utf8');
  expect(give(piece('a') + piece('b') + piece('c'))).toBe(piece('abc'));
  expect(give(piece('d'))).toBe(piece('d'));
  const cut = piece('e') + piece('f') + piece('g');
  const middle = piece('e').length + 50;
  expect([give(cut.slice(0, middle)), give(cut.slice(middle) + piece('h') + piece('i'))]).toEqual([
    cut.slice(0, middle),
    cut.slice(middle, 2 * piece('e').length) + piece('ghi'),
  ]);
});

it('C-21 an event of many millions of bytes between pieces passes as it is', () => {
  const huge = piece(String.raw`\u00e9`.repeat(1_500_000));
  const read = Buffer.from(piece('a') + piece('b') + huge + piece('c') + piece('d'));
  const joined = createPieceJoiner()(read);
  expect(joined.equals(Buffer.from(piece('ab') + huge + piece('cd')))).toBe(true);
});

it.each([
  [
    'Claude',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"} }',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}     }',
  ],
  [
    'OpenAI in Chat Completions',
    '{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","service_tier":"default","system_fingerprint":null,"choices":[{"index":0,"delta":{"content":"a"},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"Zq1"}',
    '{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","service_tier":"default","system_fingerprint":null,"choices":[{"index":0,"delta":{"content":"b"},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":""}',
  ],
  [
    'OpenAI in Responses',
    '{"type":"response.output_text.delta","sequence_number":4,"item_id":"m","output_index":0,"content_index":0,"delta":"a","logprobs":[],"obfuscation":"x"}',
    '{"type":"response.output_text.delta","sequence_number":5,"item_id":"m","output_index":0,"content_index":0,"delta":"b","logprobs":[],"obfuscation":"yz"}',
  ],
  [
    'Gemini',
    '{"candidates": [{"content": {"parts": [{"text": "a"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 8,"candidatesTokenCount": 9,"totalTokenCount": 17,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 8}]},"modelVersion": "m","responseId": "r"}',
    '{"candidates": [{"content": {"parts": [{"text": "b"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 8,"candidatesTokenCount": 19,"totalTokenCount": 27,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 8}]},"modelVersion": "m","responseId": "r"}',
  ],
  [
    'a gateway',
    '{"id":"g","provider":"X","model":"m","object":"chat.completion.chunk","created":1,"choices":[{"index":0,"delta":{"role":"assistant","content":"a","reasoning":null,"reasoning_details":[]},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}',
    '{"id":"g","provider":"X","model":"m","object":"chat.completion.chunk","created":1,"choices":[{"index":0,"delta":{"role":"assistant","content":"b","reasoning":null,"reasoning_details":[]},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}',
  ],
  [
    'a server that counts as it goes',
    '{"id":"v","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"reasoning_content":"a","content":null},"logprobs":null,"finish_reason":null,"token_ids":null}],"usage":{"prompt_tokens":9,"total_tokens":10,"completion_tokens":1}}',
    '{"id":"v","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"reasoning_content":"b","content":null},"logprobs":null,"finish_reason":null,"token_ids":null}],"usage":{"prompt_tokens":9,"total_tokens":11,"completion_tokens":2}}',
  ],
])('C-21 pieces as %s writes them are joined', (_who, first, second) => {
  const read = Buffer.from(`data: ${first}\n\ndata: ${second}\n\n`);
  expect(createPieceJoiner()(read).toString('utf8')).toBe(`data: ${second.replace('"b"', '"ab"')}\n\n`);
});

const chunk = (choice: object, rest: object = {}): string =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, ...choice }], ...rest })}\n\n`;

it.each([
  ['a field that nobody knows', chunk({ delta: { content: 'a' } }, { cost: 1 })],
  ['a field that nobody knows beside the text', chunk({ delta: { content: 'a', mood: 'good' } })],
  ['text and thinking', chunk({ delta: { content: 'a', reasoning_content: 'b' } })],
  [
    'two choices',
    `data: ${JSON.stringify({ choices: [{ delta: { content: 'a' } }, { delta: { content: 'b' } }] })}\n\n`,
  ],
  ['an end', chunk({ delta: { content: 'a' }, finish_reason: 'stop' })],
  ['probabilities', chunk({ delta: { content: 'a' }, logprobs: { content: [] } })],
  [
    'the beginning of a call',
    chunk({ delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' } }] } }),
  ],
  [
    'a signature',
    'data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"a"}}\n\n',
  ],
  ['a type that nobody knows', 'data: {"type":"response.new.delta","delta":"a"}\n\n'],
  ['a line with a number', `id: 1\n${piece('a')}`],
  ['two lines of data', piece('a').replace(',"delta"', ',\ndata: "delta"')],
  ['a break that only some readers see', piece('a').replace(',"delta"', ',\r"delta"')],
  ['half a character', Buffer.from(piece('@')).toString('latin1').replace('@', '\u0082')],
  ['a text of many bytes', piece('a'.repeat(10_000))],
])('C-21 an event with %s passes byte for byte', (_what, event) => {
  const bytes = Buffer.from(event.repeat(3), 'latin1');
  expect(createPieceJoiner()(bytes).equals(bytes)).toBe(true);
});
