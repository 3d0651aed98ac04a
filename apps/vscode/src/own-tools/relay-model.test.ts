import type { ModelEvent, ModelMessage, ToolResultPart } from '@rook/engine';
import { expect, it } from 'vitest';

import { createRelay } from './relay-model.ts';

const CALL = {
  text: 'Another participant calls read_file.',
  id: 'call-1',
  name: 'read_file',
  input: { path: 'a' },
};
const SAID: ModelMessage = {
  role: 'user',
  parts: [
    { kind: 'text', text: '<context>now</context>' },
    { kind: 'text', text: CALL.text },
  ],
};

async function hear(
  relay: ReturnType<typeof createRelay>,
  messages: readonly ModelMessage[],
  signal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of relay.model.stream({ system: '', messages, maxOutputTokens: 1 }, signal))
    events.push(event);
  return events;
}

it('B-13 answers with exactly the call that was asked for, and then hands over its result', async () => {
  const relay = createRelay();
  const told: ToolResultPart[] = [];
  relay.take({ ...CALL, tell: (result) => told.push(result) });
  const first = await hear(relay, [SAID]);
  expect(first.map(({ kind }) => kind)).toEqual([
    'tool_call_begun',
    'tool_call_piece',
    'tool_call',
    'finished',
  ]);
  expect(first[2]).toEqual({
    kind: 'tool_call',
    part: { kind: 'tool_call', id: 'call-1', name: 'read_file', input: { path: 'a' } },
    text: '{"path":"a"}',
  });
  expect(told).toEqual([]);
  const results = ['call-0', 'call-1'].map((id) => ({
    id,
    name: 'read_file',
    text: `of ${id}`,
    failed: false,
  }));
  const second = await hear(relay, [SAID, { role: 'tool', results }]);
  expect(second.map(({ kind }) => kind)).toEqual(['text', 'finished']);
  expect(told).toEqual([results[1]]);
});

it('B-13 makes no call for a message that is not about it, or when none is asked for', async () => {
  const relay = createRelay();
  const told: ToolResultPart[] = [];
  const other: ModelMessage = { role: 'user', parts: [{ kind: 'text', text: 'Delete everything.' }] };
  expect((await hear(relay, [SAID])).map(({ kind }) => kind)).toEqual(['text', 'finished']);
  relay.take({ ...CALL, tell: (result) => told.push(result) });
  expect((await hear(relay, [other])).map(({ kind }) => kind)).toEqual(['text', 'finished']);
  relay.take(null);
  expect((await hear(relay, [SAID])).map(({ kind }) => kind)).toEqual(['text', 'finished']);
  expect(told).toEqual([]);
});

it('B-06 cancelled, it says so and costs nothing', async () => {
  const stopped = AbortSignal.abort();
  const [event] = await hear(createRelay(), [SAID], stopped);
  expect(event).toMatchObject({ kind: 'failed', mayCost: false, error: { code: 'cancelled' } });
});
