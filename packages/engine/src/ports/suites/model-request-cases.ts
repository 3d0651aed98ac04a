import type { ModelMessage, ModelRequest } from '../model.ts';
import type { SuiteCase } from './failed-cases.ts';
import { listen, scriptOf, simpleRequest, type ModelStage } from './model-stage.ts';

const fine = scriptOf([{ kind: 'text', text: '{"summary":"Fine."}' }]);

/** What every model promises about what reaches the other side. */
export const modelRequestCases: readonly SuiteCase<ModelStage>[] = [
  {
    title: 'the system prompt, the conversation, the tools and the limit reach the other side',
    check: async (open) => {
      const messages: ModelMessage[] = [
        { role: 'user', parts: [{ kind: 'text', text: 'first-question' }] },
        {
          role: 'assistant',
          parts: [
            { kind: 'text', text: 'first-answer' },
            { kind: 'tool_call', id: 'call_1', name: 'read_file', input: { path: 'one-path' } },
          ],
        },
        { role: 'tool', results: [{ id: 'call_1', name: 'read_file', text: 'result-text', failed: true }] },
        { role: 'user', parts: [{ kind: 'text', text: 'second-question' }] },
      ];
      const input = { type: 'object', properties: { path: { type: 'string', description: 'field-words' } } };
      const tools = [{ name: 'read_file', description: 'tool-words', input }];
      const request = { system: 'system-words', messages, tools, maxOutputTokens: 4321 };
      const words =
        'system-words first-question first-answer one-path result-text second-question tool-words';
      const stage = open();
      const limit = stage.lacks.has('ends') ? [] : ['4321'];
      return judgeBody(stage, request, [...words.split(' '), 'read_file', 'field-words', ...limit]);
    },
  },
  {
    title: 'A-17 O-11 an image reaches the other side',
    check: async (open) => {
      const image = {
        kind: 'image' as const,
        bytes: Uint8Array.from([137, 80, 78, 71, 1, 2]),
        mediaType: 'image/png',
      };
      const parts = [{ kind: 'text' as const, text: 'What is this?' }, image];
      return judgeBody(open(), { ...simpleRequest, messages: [{ role: 'user', parts }] }, [
        'iVBORwEC',
        'image/png',
      ]);
    },
  },
  {
    title: 'C-09 the shape of the answer reaches the other side',
    check: async (open) => {
      const schema = {
        type: 'object',
        properties: { summary: { type: 'string' }, odd_field: { type: 'array', items: { type: 'string' } } },
        required: ['summary'],
        additionalProperties: false,
      };
      const stage = open();
      const model = stage.play(fine);
      if (model.abilities.structured === 'none') return null;
      const told = await listen(model, { ...simpleRequest, structured: { name: 'grok_response', schema } });
      const missing = ['odd_field', 'summary'].filter((word) => stage.received()[0]?.includes(word) !== true);
      if (missing.length > 0) return `${missing.join(', ')} did not arrive`;
      return told.text === '{"summary":"Fine."}' ? null : `the answer became ${told.text}`;
    },
  },
  {
    title: 'what sealed a thought goes back unchanged',
    check: async (open) => {
      const stage = open();
      if (stage.lacks.has('thinking') || stage.lacks.has('seals')) return null;
      const model = stage.play(
        scriptOf([
          { kind: 'thinking', text: 'Hm.', seal: 'U0VBTC1vZi1hLXRob3VnaHQ=' },
          { kind: 'tool_call', name: 'read_file', id: 'call_1', input: {} },
        ]),
      );
      const tools = [{ name: 'read_file', description: 'Reads.', input: { type: 'object', properties: {} } }];
      const first: ModelRequest = { ...simpleRequest, tools, effort: 'adaptive' };
      const told = await listen(model, first);
      const thoughts = told.events.flatMap((event) => (event.kind === 'thought' ? [event.part] : []));
      const [seal] = thoughts.flatMap((part) => part.seal ?? []);
      if (seal === undefined) return 'the thought has no seal';
      await listen(model, {
        ...first,
        messages: [
          ...first.messages,
          { role: 'assistant', parts: [...thoughts, ...told.calls.map(({ part }) => part)] },
          { role: 'tool', results: [{ id: 'call_1', name: 'read_file', text: 'content', failed: false }] },
        ],
      });
      const body = stage.received()[1] ?? '';
      return listTexts(seal).some((text) => text.length > 8 && body.includes(text))
        ? null
        : 'it did not arrive';
    },
  },
];

async function judgeBody(
  stage: ModelStage,
  request: ModelRequest,
  words: readonly string[],
): Promise<string | null> {
  await listen(stage.play(fine), request);
  const missing = words.filter((word) => stage.received()[0]?.includes(word) !== true);
  return missing.length === 0 ? null : `${missing.join(', ')} did not arrive`;
}

/** The texts inside a seal, which may be JSON. */
function listTexts(seal: string): string[] {
  const texts = [seal];
  try {
    JSON.parse(seal, (_key, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    // It is plain text.
  }
  return texts;
}
