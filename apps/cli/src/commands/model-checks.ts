import type { CallRequest, JsonSchema, ModelAbilities } from '@rook/engine';

import type { Answer } from './ask-model.ts';

/** One thing that a model can do, how to try it with a small request, and how to tell. */
export interface ModelCheck {
  readonly name: 'text' | 'tools' | 'structured' | 'vision';
  /** For a person: `answers`, `calls tools`. */
  readonly does: string;
  readonly isClaimed: (abilities: ModelAbilities) => boolean;
  readonly request: CallRequest;
  /** What is wrong with the answer, as the end of a sentence, or null. */
  readonly judge: (answer: Answer) => string | null;
}

/** Room for a short answer and the thoughts before it. */
const TOKENS = 4096;

function ask(text: string): Pick<CallRequest, 'system' | 'messages' | 'maxOutputTokens'> {
  return {
    system: 'You are being tested by a program. Do exactly what is asked, in as few words as possible.',
    messages: [{ role: 'user', parts: [{ kind: 'text', text }] }],
    maxOutputTokens: TOKENS,
  };
}

const ADDITION: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
};

const CITY: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

/** A red square of 32 by 32 points. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC';

export const MODEL_CHECKS: readonly [ModelCheck, ...ModelCheck[]] = [
  {
    name: 'text',
    does: 'answers',
    isClaimed: () => true,
    request: ask('Count from one to ten in digits, separated by spaces.'),
    judge: ({ text }) => (text.trim() === '' ? 'it sent no text' : null),
  },
  {
    name: 'tools',
    does: 'calls tools',
    isClaimed: ({ tools }) => tools,
    request: {
      ...ask('Add 2 and 3 with the tool.'),
      tools: [{ name: 'add_numbers', description: 'Adds two numbers.', input: ADDITION }],
    },
    judge: ({ calls }) => {
      const [call] = calls;
      if (call === undefined) return 'it did not call the tool that it was offered';
      if (call.name !== 'add_numbers') return 'it called a tool that it was not offered';
      return isObjectWith(call.input, 'a') ? null : 'it called the tool with an input of another shape';
    },
  },
  {
    name: 'structured',
    does: 'keeps to a shape',
    isClaimed: ({ structured }) => structured === 'strict',
    request: {
      ...ask('Which city is the capital of France?'),
      structured: { name: 'capital', schema: CITY },
    },
    judge: ({ text }) =>
      isObjectWith(parse(text), 'city') ? null : 'its answer does not have the shape it was given',
  },
  {
    name: 'vision',
    does: 'sees images',
    isClaimed: ({ vision }) => vision,
    request: {
      ...ask(''),
      messages: [
        {
          role: 'user',
          parts: [
            { kind: 'text', text: 'Which colour has this square? One English word.' },
            { kind: 'image', bytes: Buffer.from(RED_SQUARE, 'base64'), mediaType: 'image/png' },
          ],
        },
      ],
    },
    judge: ({ text }) => (/\bred\b/i.test(text) ? null : 'it did not see that the square is red'),
  },
];

function isObjectWith(value: unknown, field: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
