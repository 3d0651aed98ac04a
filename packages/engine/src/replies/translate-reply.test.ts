import { expect, expectTypeOf, it } from 'vitest';

import { readReply, type PartReading, type ReplyReading, type WholeReading } from './read-reply.ts';
import { replySamples } from './reply-samples.ts';
import { translateReply, type TranslatedReply } from './translate-reply.ts';
import type { WholeReply } from './whole-reply.ts';

function whole(value: unknown): WholeReading {
  const reading = readReply(JSON.stringify(value));
  if (!reading.complete) throw new Error(`not complete: ${JSON.stringify(reading.problems)}`);
  return reading;
}

function translate(value: unknown): TranslatedReply {
  const translated = translateReply(whole(value).reply, 'call');
  if (!translated.ok) throw new Error(translated.error.message);
  return translated.value;
}

const calls = (value: unknown) => translate(value).calls.map(({ name, input }) => [name, input]);

it('CF-05 translates every way to change a file into the tool that does it', () => {
  const changed = (change: object) => calls({ summary: 's', fileChanges: [{ path: 'a.ts', ...change }] });
  expect(changed({ content: 'x', language: 'ts' })).toEqual([
    ['write_to_file', { path: 'a.ts', content: 'x' }],
  ]);
  expect(changed({ content: '' })).toEqual([['write_to_file', { path: 'a.ts', content: '' }]]);
  expect(changed({ diff: '@@' })).toEqual([['apply_diff', { path: 'a.ts', diff: '@@' }]]);
  expect(changed({ content: '@@', isDiff: true })).toEqual([['apply_diff', { path: 'a.ts', diff: '@@' }]]);
  const lineRange = { start: 2, end: 3 };
  expect(changed({ content: 'x', lineRange })).toEqual([['edit', { path: 'a.ts', lineRange, content: 'x' }]]);
  const lineOperations = [{ type: 'delete', line: 1 }];
  expect(changed({ lineOperations, content: '' })).toEqual([['edit', { path: 'a.ts', lineOperations }]]);
  const edits = [{ search: 'a', replace: 'b' }];
  expect(changed({ edits })).toEqual([['edit', { path: 'a.ts', edits }]]);
  expect(changed({ delete: true })).toEqual([['delete_file', { path: 'a.ts' }]]);
  expect(changed({ renameTo: 'b.ts' })).toEqual([['move_file', { path: 'a.ts', to: 'b.ts' }]]);
  expect(calls({ summary: 's', fileChanges: [{ patch: '*** Begin Patch' }] })).toEqual([
    ['apply_patch', { patch: '*** Begin Patch' }],
  ]);
});

it('CF-05 keeps hashes, links and order, and numbers the calls', () => {
  const { calls: made, refused } = translate({
    summary: 's',
    todos: [{ text: 't' }],
    fileHashes: { 'a.ts': '0123456789ab' },
    fileChanges: [
      { path: 'a.ts', edits: [{ search: 'a', replace: 'b' }], renameTo: 'c.ts', todoIndex: 0 },
      { path: 'b.ts', content: 'x' },
    ],
    commands: ['npm test', { command: 'ls', description: 'looks' }],
  });
  expect(refused).toEqual([]);
  expect(made).toEqual([
    {
      kind: 'tool_call',
      id: 'call_1',
      name: 'edit',
      input: { path: 'a.ts', hash: '0123456789ab', todoIndex: 0, edits: [{ search: 'a', replace: 'b' }] },
    },
    { kind: 'tool_call', id: 'call_2', name: 'move_file', input: { path: 'a.ts', todoIndex: 0, to: 'c.ts' } },
    { kind: 'tool_call', id: 'call_3', name: 'write_to_file', input: { path: 'b.ts', content: 'x' } },
    { kind: 'tool_call', id: 'call_4', name: 'execute_command', input: { command: 'npm test' } },
    {
      kind: 'tool_call',
      id: 'call_5',
      name: 'execute_command',
      input: { command: 'ls', description: 'looks' },
    },
  ]);
});

it('E-12 refuses a change that says nothing, too much or no path, and translates the others', () => {
  const { calls: made, refused } = translate({
    summary: 's',
    fileChanges: [
      { path: 'a' },
      { path: 'b', content: 'x', diff: 'y' },
      { content: 'x' },
      { path: ' ', content: 'x' },
      { path: 'c', delete: true, renameTo: 'd' },
      { patch: 'p', renameTo: 'd' },
      { path: 'e', content: 7 },
      { path: 'f', content: 'fine' },
    ],
  });
  expect(made.map(({ input }) => input)).toEqual([{ path: 'f', content: 'fine' }]);
  expect(refused.map(({ index, path }) => [index, path])).toEqual([
    [0, 'a'],
    [1, 'b'],
    [2, null],
    [3, ' '],
    [4, 'c'],
    [5, null],
  ]);
  expect(refused[1]?.message).toContain('diff, content');
});

it('CF-09 lets nothing of an incomplete reply be translated: it has nothing that could be given', () => {
  expectTypeOf<Extract<ReplyReading, { complete: false }>>().toEqualTypeOf<PartReading>();
  expectTypeOf<PartReading>().not.toHaveProperty('reply');
  expectTypeOf(translateReply).parameter(0).toEqualTypeOf<WholeReply>();
  expectTypeOf<Pick<WholeReply, Extract<keyof WholeReply, string>>>().not.toExtend<WholeReply>();
  for (const { text, end } of replySamples)
    for (let length = 0; length < end; length += 29)
      expect(readReply(text.slice(0, length))).not.toHaveProperty('reply');
});

it('CF-09 refuses a reply that was made by copying one, whatever its type says', () => {
  const { reply } = whole({ summary: 's', fileChanges: [{ path: 'a', content: 'x' }] });
  expect(translateReply(reply, 'call').ok).toBe(true);
  const forged = { ...reply, fileChanges: [{ index: 0, change: { path: 'b', content: 'evil' } }] };
  expect(translateReply(forged, 'call')).toMatchObject({ ok: false, error: { code: 'truncated' } });
});
