import { expect, expectTypeOf, it } from 'vitest';

import { readReply, type PartReading, type ReplyReading, type WholeReading } from './read-reply.ts';
import { replySamples } from './reply-samples.ts';
import { translateReply } from './translate-reply.ts';
import type { WholeReply } from './whole-reply.ts';

function whole(value: unknown): WholeReading {
  const reading = readReply(JSON.stringify(value));
  if (!reading.complete) throw new Error(`not complete: ${JSON.stringify(reading.problems)}`);
  return reading;
}

it('CF-05 makes one call of all file changes, so that they are one change set, and one of each command', () => {
  const fileChanges = [
    { path: 'a.ts', edits: [{ search: 'a', replace: 'b' }], renameTo: 'c.ts', todoIndex: 0 },
    { path: 'b.ts', content: 'x' },
    { patch: '*** Begin Patch' },
  ];
  const fileHashes = { 'a.ts': '0123456789ab' };
  const commands = ['npm test', { command: 'ls', description: 'looks' }];
  const { reply } = whole({ summary: 's', fileHashes, fileChanges, commands });
  expect(translateReply(reply, 'call')).toEqual({
    ok: true,
    value: [
      { kind: 'tool_call', id: 'call_1', name: 'apply_changes', input: { fileChanges, fileHashes } },
      { kind: 'tool_call', id: 'call_2', name: 'execute_command', input: { command: 'npm test' } },
      { kind: 'tool_call', id: 'call_3', name: 'execute_command', input: commands[1] },
    ],
  });
});

it('E-12 applies nothing when a change has not the right shape', () => {
  const { reply } = whole({
    summary: 's',
    fileChanges: [
      { path: 'e', content: 7 },
      { path: 'f', content: 'fine' },
    ],
  });
  const refused = translateReply(reply, 'call');
  expect(refused).toMatchObject({ ok: false, error: { code: 'malformed' } });
  expect(JSON.stringify(refused).split('fileChanges[0].content')).toHaveLength(2);
});

it('E-03 keeps the hash that stands in a file change', () => {
  const change = { path: 'a.ts', content: 'x', hash: '0123456789ab' };
  const reading = whole({ summary: 's', fileChanges: [change] });
  expect(reading.problems).toEqual([]);
  expect(translateReply(reading.reply, 'call')).toMatchObject({
    value: [{ input: { fileChanges: [change] } }],
  });
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
