import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { toStrictSchema } from './strict-schema.ts';

const text = { type: 'string' };
/** The shape of C-10: a reply whose fields are optional but for one, with a map in it. */
const reply = {
  type: 'object',
  properties: {
    summary: text,
    todos: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text, completed: { type: 'boolean' }, kind: { enum: ['a', 'b'] } },
        required: ['text'],
        additionalProperties: false,
      },
    },
    nextSteps: { type: 'array', items: text },
    fileHashes: { type: 'object', additionalProperties: text },
  },
  required: ['summary'],
  additionalProperties: false,
};

const todos = fc.array(
  fc.record(
    { text: fc.string(), completed: fc.boolean(), kind: fc.constantFrom('a', 'b') },
    { requiredKeys: ['text'] },
  ),
);
const keys = fc.string().filter((key) => key !== '__proto__');
const replies = fc.record(
  {
    summary: fc.string(),
    todos,
    nextSteps: fc.array(fc.string()),
    fileHashes: fc.dictionary(keys, fc.string()),
  },
  { requiredKeys: ['summary'] },
);

/** An answer in the narrow form, as a provider that holds to it would write it. */
function narrow(answer: Record<string, unknown>, everyField: boolean): Record<string, unknown> {
  const { fileHashes, todos: list, ...rest } = answer;
  const fill = (fields: object, names: readonly string[]): Record<string, unknown> => ({
    ...(everyField ? Object.fromEntries(names.map((name) => [name, null])) : {}),
    ...fields,
  });
  return fill(
    {
      ...rest,
      ...(Array.isArray(list)
        ? { todos: list.map((todo: object) => fill(todo, ['text', 'completed', 'kind'])) }
        : {}),
      ...(typeof fileHashes === 'object' && fileHashes !== null
        ? { fileHashes: Object.entries(fileHashes).map(([key, value]) => ({ key, value: String(value) })) }
        : {}),
    },
    ['summary', 'todos', 'nextSteps', 'fileHashes'],
  );
}

it.each([true, false])(
  'C-09 C-10 what was narrowed is restored to what was meant (every field: %s)',
  (everyField) => {
    const strict = toStrictSchema(reply, everyField);
    fc.assert(
      fc.property(replies, (answer) => {
        const restored = strict?.restore(JSON.parse(JSON.stringify(narrow(answer, everyField))));
        expect(restored).toEqual(JSON.parse(JSON.stringify(answer)));
      }),
    );
  },
);

it('C-09 the narrow form requires every field and has no map', () => {
  const strict = toStrictSchema(reply, true);
  expect(strict?.schema).toEqual({
    type: 'object',
    properties: {
      summary: text,
      todos: {
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: {
            text,
            completed: { type: ['boolean', 'null'] },
            kind: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
          },
          required: ['text', 'completed', 'kind'],
          additionalProperties: false,
        },
      },
      nextSteps: { type: ['array', 'null'], items: text },
      fileHashes: {
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: { key: text, value: text },
          required: ['key', 'value'],
          additionalProperties: false,
        },
      },
    },
    required: ['summary', 'todos', 'nextSteps', 'fileHashes'],
    additionalProperties: false,
  });
});

it('C-09 a schema that is narrow already stays as it is', () => {
  const schema = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false };
  expect(toStrictSchema(schema, true)).toBeNull();
});

it('C-09 an answer of another shape is restored to itself, and nothing throws', () => {
  const strict = toStrictSchema(reply, true);
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      expect(() => strict?.restore(answer)).not.toThrow();
    }),
  );
});
