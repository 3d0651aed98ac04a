import { expect, it } from 'vitest';

import { deltaSchema } from './deltas.ts';
import { FIRST_PREV } from './entry-base.ts';
import { entryExamples } from './entry-examples.ts';
import { entryTypes } from './entry.ts';
import { parseEntry } from './parse-entry.ts';

const base = {
  schema_version: 1,
  event_id: '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d',
  timestamp: '2026-11-15T22:00:00.000Z',
  workspace: { name: 'w', uri: 'file:///w', trusted: true },
  session_id: 'rook-20261115-0a1b2c3d',
  mode: { agent_mode: null, safety: 'ask' },
  seq: 0,
  prev: FIRST_PREV,
};

it.each(entryExamples.map((draft) => [draft.event_type, draft] as const))(
  'I-05 reads an entry of the type %s, with its base fields and without none of them',
  (_type, draft) => {
    expect(parseEntry({ ...base, ...draft })).toMatchObject({ kind: 'known', entry: { ...draft, seq: 0 } });
    for (const field of Object.keys(base)) {
      const without = Object.fromEntries(
        Object.entries({ ...base, ...draft }).filter(([name]) => name !== field),
      );
      expect(parseEntry(without).kind, field).toBe('unreadable');
    }
  },
);

it('has an example of every type', () => {
  expect(entryExamples.map(({ event_type: type }) => type).toSorted()).toEqual(entryTypes.toSorted());
});

it('I-06 I-07 I-08 I-09 keeps the six first types exactly', () => {
  const fields = new Map(entryExamples.map((draft) => [draft.event_type, Object.keys(draft)]));
  expect(fields.get('session_start')).toEqual(
    expect.arrayContaining(['chat_surface', 'participant', 'session_title']),
  );
  expect(fields.get('turn')).toEqual(
    expect.arrayContaining(['turn_id', 'user', 'assistant', 'tool_call_count']),
  );
  expect(fields.get('tool_call')).toEqual(expect.arrayContaining(['turn_id', 'tool', 'result', 'timing_ms']));
  expect(fields.get('tag')).toEqual(expect.arrayContaining(['turn_id', 'tags', 'note']));
  expect(fields.get('action')).toEqual(
    expect.arrayContaining(['action_id', 'turn_id', 'title', 'status', 'details', 'tags']),
  );
  expect(fields.get('health')).toEqual(['event_type', 'checks']);
});

it('reads a turn that was cut and one from before the status', () => {
  const cut = { truncated: true, byte_len: 6_000_000, sha256: '0'.repeat(64), preview: 'x' };
  const turn = {
    ...base,
    event_type: 'turn',
    turn_id: 't0001',
    user: { text: cut },
    assistant: { text: 'a' },
    tool_call_count: 0,
  };
  expect(parseEntry(turn).kind).toBe('known');
});

it('keeps what a newer version wrote: further fields, unknown types, other shapes', () => {
  const further = parseEntry({ ...base, event_type: 'tag', turn_id: 't0001', tags: [], colour: 'red' });
  expect(further).toMatchObject({ kind: 'known', entry: { colour: 'red' } });
  const type = parseEntry({ ...base, event_type: 'dream_had', about: 'sheep' });
  expect(type).toMatchObject({ kind: 'foreign', entry: { event_type: 'dream_had', about: 'sheep' } });
  const shape = parseEntry({ ...base, event_type: 'tag', turn_id: 'T-1', tags: 'x' });
  expect(shape).toMatchObject({ kind: 'foreign', entry: { tags: 'x' } });
});

it.each([
  null,
  1,
  'x',
  [],
  {},
  { ...base },
  { ...base, event_type: '' },
  { ...base, event_type: 'tag', prev: 'x' },
])('calls %j no entry', (value) => {
  expect(parseEntry(value).kind).toBe('unreadable');
});

it('knows live pieces apart from entries', () => {
  const delta = { type: 'text', session_id: base.session_id, turn_id: 't0001', text: 'Hel' };
  expect(deltaSchema.safeParse(delta).success).toBe(true);
  expect(parseEntry(delta).kind).toBe('unreadable');
});
