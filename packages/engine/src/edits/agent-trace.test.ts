import { createHash } from 'node:crypto';

import { intentIdSchema, turnIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { agentTraceSchema } from './agent-trace-schema.ts';
import { describeTrace, makeAgentTrace, type TraceFile } from './agent-trace.ts';
import { makeTraceRoom } from './test-trace.ts';

const ABOUT = {
  id: '550e8400-e29b-41d4-a716-446655440000',
  timestamp: '2026-11-16T00:00:00.000Z',
  tool: { name: 'rook', version: '0.1.0' },
};
const reason = { prompt: 'Do it', further: [], model: `anthropic/${'m'.repeat(300)}`, approval: null };

function hash(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

async function describeFile(): Promise<TraceFile | null> {
  const room = makeTraceRoom();
  const [first] = [room.write('edit', [{ path: 'a.ts', before: null, after: '1\n2\n3\n' }])];
  room.sets[0] = { ...first, intent: intentIdSchema.parse('INT-001'), turn: turnIdSchema.parse('t0001') };
  const second = room.write('edit', [{ path: 'a.ts', before: '1\n2\n3\n', after: '1\nx\n2\n3\n' }]);
  room.sets[1] = { ...second, by: 'user' };
  room.disk.set('a.ts', '1\nx\n2\nmine\n3\n');
  return describeTrace('a.ts', await room.trace('a.ts'), () => reason);
}

it('H-13 H-30 exports ranges, contributor and what they belong to in the shape of agent-trace', async () => {
  const file = await describeFile();
  const trace = makeAgentTrace({ ...ABOUT, files: file === null ? [] : [file] });
  expect(agentTraceSchema.safeParse(trace).error).toBeUndefined();
  expect(trace.files[0]?.conversations).toEqual([
    {
      url: 'urn:rook:session:rook-20261116-0a1b2c3d',
      contributor: { type: 'ai', model_id: reason.model.slice(0, 250) },
      ranges: [
        { start_line: 1, end_line: 1, content_hash: hash('1\n') },
        { start_line: 3, end_line: 3, content_hash: hash('2\n') },
        { start_line: 5, end_line: 5, content_hash: hash('3\n') },
      ],
      related: [
        { type: 'intent', url: 'urn:rook:intent:INT-001' },
        { type: 'turn', url: 'urn:rook:turn:rook-20261116-0a1b2c3d:t0001' },
        { type: 'change_set', url: 'urn:rook:change-set:rook-20261116-0a1b2c3d:cs-1' },
      ],
    },
    {
      url: 'urn:rook:session:rook-20261116-1a1b2c3d',
      contributor: { type: 'unknown' },
      ranges: [{ start_line: 2, end_line: 2, content_hash: hash('x\n') }],
      related: [{ type: 'change_set', url: 'urn:rook:change-set:rook-20261116-1a1b2c3d:cs-2' }],
    },
  ]);
});

it('H-13 the check finds what the specification does not allow', async () => {
  const file = await describeFile();
  const [conversation] = file?.conversations ?? [];
  const trace = makeAgentTrace({ ...ABOUT, files: [] });
  const withConversation = (change: object) => ({
    ...trace,
    files: [{ path: 'a.ts', conversations: [{ ...conversation, ...change }] }],
  });
  const broken = [
    { ...trace, version: '0.1.0' },
    { ...trace, id: 'one' },
    { ...trace, timestamp: 'today' },
    { ...trace, files: [{ relative_path: 'a.ts', conversations: [] }] },
    withConversation({ url: 'no address' }),
    withConversation({ contributor: { type: 'robot' } }),
    withConversation({ ranges: [{ start_line: 0, end_line: 1 }] }),
    withConversation({ ranges: [{ start_line: 2, end_line: 1 }] }),
    withConversation({ related: [{ type: 'specification', value: 'INT-001' }] }),
  ];
  expect(agentTraceSchema.safeParse(withConversation({})).success).toBe(true);
  for (const one of broken) expect(agentTraceSchema.safeParse(one).success, JSON.stringify(one)).toBe(false);
});

it('H-30 exports nothing of a file that no change set wrote', async () => {
  const room = makeTraceRoom();
  room.disk.set('a.ts', 'mine\n');
  expect(describeTrace('a.ts', await room.trace('a.ts'), () => reason)).toBeNull();
});
