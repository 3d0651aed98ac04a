import { expect, it } from 'vitest';

import { REPLY_NAME, replyJsonSchema, replySchema } from './reply.ts';

it('C-10 has the fields of a reply, wants a summary, and knows no others', () => {
  expect(REPLY_NAME).toBe('grok_response');
  expect(replyJsonSchema()).toMatchObject({
    type: 'object',
    required: ['summary'],
    additionalProperties: false,
  });
  expect(Object.keys(replyJsonSchema()['properties'] ?? {})).toEqual([
    'summary',
    'sections',
    'todos',
    'fileChanges',
    'commands',
    'nextSteps',
    'fileHashes',
  ]);
  const said = JSON.stringify(replyJsonSchema());
  for (const word of ['minimum', 'maximum', 'propertyNames', '$schema']) expect(said).not.toContain(word);
});

const accepts = (value: unknown): boolean => replySchema.safeParse(value).success;

it('C-10 accepts and refuses samples', () => {
  expect(accepts({ summary: 's' })).toBe(true);
  expect(accepts({ summary: 's', todos: [{ text: 't' }], fileHashes: { a: 'b' } })).toBe(true);
  expect(accepts({})).toBe(false);
  expect(accepts({ summary: 's', todos: ['t'] })).toBe(false);
  expect(accepts({ summary: 's', nextSteps: [{ html: 'x' }] })).toBe(false);
});

it('E-03 takes a hash in a file change, and does not ask models for it there', () => {
  const parsed = replySchema.parse({ summary: 's', fileChanges: [{ path: 'a', content: 'x', hash: 'h' }] });
  expect(parsed.fileChanges).toEqual([{ path: 'a', content: 'x', hash: 'h' }]);
  expect(JSON.stringify(replyJsonSchema())).not.toContain('"hash"');
});

it('E-01 has the fields of a file change', () => {
  const change = {
    path: 'a.ts',
    language: 'typescript',
    content: 'x',
    lineRange: { start: 1, end: 2 },
    isDiff: false,
    lineOperations: [{ type: 'insert', line: 1, content: 'y' }],
    todoIndex: 0,
  };
  expect(replySchema.safeParse({ summary: 's', fileChanges: [change] }).success).toBe(true);
  const wrong = [
    { ...change, todoIndex: -1 },
    { ...change, lineRange: { start: 0, end: 1 } },
  ];
  for (const one of wrong)
    expect(replySchema.safeParse({ summary: 's', fileChanges: [one] }).success).toBe(false);
});
