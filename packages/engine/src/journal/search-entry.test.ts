import { entryTypes } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import { expect, it } from 'vitest';

import { readSearchEntry, type SearchEntry } from './search-entry.ts';
import { textPathsOf } from './search-fields.ts';
import { passesFilter } from './search-filter.ts';
import { session } from './test-journal.ts';

const TIMESTAMP = '2026-11-15T10:00:00.000Z';
const base = { schema_version: 1, session_id: session, prev: 'hidden', workspace: { name: 'hidden' } };

function read(entry: object): SearchEntry | undefined {
  return readSearchEntry(
    new TextEncoder().encode(JSON.stringify({ ...base, timestamp: TIMESTAMP, ...entry })),
  );
}

it('I-27 says of every type of entry what is searched in it', () => {
  expect(entryTypes.filter((type) => textPathsOf(type) === undefined)).toEqual([]);
  for (const example of entryExamples) expect(read(example)?.type).toBe(example.event_type);
});

it('I-27 searches texts or the beginning of those that were cut, tags, titles, details, notes and tools', () => {
  const texts = entryExamples.flatMap((example) => read(example)?.texts ?? []);
  for (const text of [
    'Add type hints',
    'Add type hints to greet',
    'Done.',
    'I add the hints.',
    'todo',
    'edit',
  ])
    expect(texts).toContain(text);
  for (const text of ['the others later', 'Hints for add', 'and for its tests', 'npm test', '12 passed'])
    expect(texts).toContain(text);
  const cut = { truncated: true, byte_len: 9, sha256: 'hidden', preview: 'the beginning' };
  expect(read({ event_type: 'turn', user: { text: cut }, assistant: { text: 'yes' } })?.texts).toEqual([
    'the beginning',
    'yes',
  ]);
  const input = { path: 'a', list: ['b', { c: 'c' }], no: 1, empty: '', cut };
  expect(read({ event_type: 'tool_call_requested', tool: { name: 'x', input } })?.texts).toEqual([
    'x',
    'path',
    'a',
    'list',
    'b',
    'c',
    'c',
    'no',
    '1',
    'empty',
    'cut',
    'the beginning',
  ]);
});

it('I-27 searches everything in an entry of a newer version, and nothing that all entries have', () => {
  expect(read({ event_type: 'dreamt', one: 'a', deep: { two: ['b'] } })?.texts).toEqual(['a', 'two', 'b']);
});

it('I-27 finds a word in coloured output, and what stood apart stays apart', () => {
  const output = '\u001B[31merror\u001B[0m in \u001B]8;;file:///a\u0007a.ts\u001B]8;;\u0007';
  expect(read({ event_type: 'command_ended', output })?.texts).toContain(' error  in  a.ts ');
});

it('I-27 skips what is no entry, whatever it is', () => {
  const encoder = new TextEncoder();
  for (const line of [
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"event_type":"turn"}',
    '{"event_type":"turn","timestamp":"x"}',
  ])
    expect(readSearchEntry(encoder.encode(line))).toBeUndefined();
  expect(readSearchEntry(Uint8Array.of(0xff, 0xfe))).toBeUndefined();
  const deep = `${'['.repeat(100_000)}"far"${']'.repeat(100_000)}`;
  const line = `{"event_type":"dreamt","timestamp":"${TIMESTAMP}","x":${deep}}`;
  expect(readSearchEntry(encoder.encode(line))?.texts).toEqual(['far']);
});

it('I-27 filters by session, time, type, tag, tool and file', () => {
  const entry = read({
    event_type: 'tool_call',
    tags: ['bug'],
    tool: { name: 'edit', input: { path: './src/add.ts' } },
    result: { ok: true },
  });
  if (entry === undefined) throw new Error('no entry');
  const passes = (filter: Parameters<typeof passesFilter>[2]) => passesFilter(session, entry, filter);
  const { time } = entry;
  for (const filter of [
    {},
    { session },
    { since: time },
    { before: time + 1 },
    { type: 'tool_call' },
    { tag: 'bug' },
  ])
    expect(passes(filter)).toBe(true);
  for (const filter of [
    { since: time + 1 },
    { before: time },
    { type: 'turn' },
    { tag: 'bu' },
    { tool: 'read' },
  ])
    expect(passes(filter)).toBe(false);
  for (const file of ['src/add.ts', 'add.ts', './add.ts', 'src\\add.ts']) expect(passes({ file })).toBe(true);
  for (const file of ['dd.ts', 'src/add', 'other/add.ts']) expect(passes({ file })).toBe(false);
});
