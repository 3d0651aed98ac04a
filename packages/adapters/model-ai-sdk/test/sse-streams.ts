import * as fc from 'fast-check';

/** The ways in which pieces of text are written on the wire. */
export const FORMS = ['messages', 'chat', 'responses', 'gemini'] as const;
export type WireForm = (typeof FORMS)[number];

/** An event of a stream, as a value to be written or as bytes that are anything. */
export type WireEvent =
  | { readonly kind: 'text' | 'thinking' | 'input'; readonly text: string }
  | { readonly kind: 'odd'; readonly text: string }
  | { readonly kind: 'raw'; readonly bytes: Buffer };

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '}',
    '\n\n',
    'data: {"x":1}\n\n',
    '\u{1F680}',
    '\uD83D',
    '\uDE80',
    'é',
    '\u2028',
  ),
);

const raw = fc.constantFrom(
  ': a comment\n\n',
  'event: ping\ndata: {"type": "ping"}\n\n',
  'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\uD83D',
  '\n',
  '\r\n\r\n',
  '\r',
  'data: not JSON\n\n',
  'data: {"a":1,\ndata: "b":2}\n\n',
  'id: 7\nretry: 10\ndata: {}\n\n',
  'data\n\n',
  '\uFEFFdata: {}\n\n',
);

export const wireEvents: fc.Arbitrary<readonly WireEvent[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('text' as const), text: words }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('thinking' as const), text: words }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('input' as const), text: words }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('odd' as const), text: words }) },
    { weight: 1, arbitrary: raw.map((text) => ({ kind: 'raw' as const, bytes: Buffer.from(text) })) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 4 })
        .map((bytes) => ({ kind: 'raw' as const, bytes: Buffer.from(bytes) })),
    },
  ),
  { maxLength: 24 },
);

/** The bytes of a stream; each line ends as `lineEnd` says. */
export function writeWire(form: WireForm, events: readonly WireEvent[], lineEnd: '\n' | '\r\n'): Buffer {
  let number = 0;
  return Buffer.concat(
    events.map((event) => {
      if (event.kind === 'raw') return event.bytes;
      number += 1;
      const value = WRITERS[form](event, number);
      const odd = event.kind === 'odd' ? { cost: number } : {};
      const name = 'type' in value ? [`event: ${String(value['type'])}`] : [];
      // Some hide the length of a text behind spaces.
      const data = JSON.stringify({ ...value, ...odd }).replace(/\}$/u, `${' '.repeat(number % 4)}}`);
      return Buffer.from([...name, `data: ${data}`, '', ''].join(lineEnd));
    }),
  );
}

type Written = Exclude<WireEvent, { kind: 'raw' }>;

const WRITERS: Readonly<Record<WireForm, (event: Written, number: number) => Record<string, unknown>>> = {
  messages: ({ kind, text }) => ({
    type: 'content_block_delta',
    index: kind === 'thinking' ? 0 : kind === 'input' ? 2 : 1,
    delta:
      kind === 'thinking'
        ? { type: 'thinking_delta', thinking: text }
        : kind === 'input'
          ? { type: 'input_json_delta', partial_json: text }
          : { type: 'text_delta', text },
  }),
  chat: ({ kind, text }, number) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        delta:
          kind === 'thinking'
            ? { reasoning_content: text }
            : kind === 'input'
              ? { tool_calls: [{ index: 0, function: { arguments: text } }] }
              : { content: text },
        finish_reason: null,
      },
    ],
    usage: { prompt_tokens: 5, completion_tokens: number, total_tokens: 5 + number },
  }),
  responses: ({ kind, text }, number) => ({
    type:
      kind === 'thinking'
        ? 'response.reasoning_summary_text.delta'
        : kind === 'input'
          ? 'response.function_call_arguments.delta'
          : 'response.output_text.delta',
    sequence_number: number,
    item_id: kind,
    output_index: kind === 'thinking' ? 0 : kind === 'input' ? 2 : 1,
    ...(kind === 'thinking' ? { summary_index: 0 } : { content_index: 0 }),
    delta: text,
    obfuscation: 'aBcDeFgH'.slice(number % 8),
  }),
  gemini: ({ kind, text }, number) => ({
    candidates: [
      {
        content: { parts: [kind === 'thinking' ? { thought: true, text } : { text }], role: 'model' },
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: number, totalTokenCount: 5 + number },
    modelVersion: 'm',
    responseId: 'r',
  }),
};

/** Any way to cut bytes into reads. */
export function cutInto(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}
