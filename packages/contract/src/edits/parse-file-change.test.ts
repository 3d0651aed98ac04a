import { expect, it } from 'vitest';

import { parseFileChange } from './parse-file-change.ts';

it('E-01 reads a file change with every field of the item', () => {
  const change = {
    path: 'src/a.ts',
    language: 'typescript',
    content: 'text',
    lineRange: { start: 1, end: 2 },
    isDiff: false,
    lineOperations: [{ type: 'replace', line: 1, endLine: 2, content: 'x', expectedContent: 'y' }],
    todoIndex: 3,
  };
  expect(parseFileChange(change)).toEqual({ ok: true, value: { change, unknownFields: [] } });
});

it('E-01 reports unknown fields and is not stopped by them', () => {
  const parsed = parseFileChange({ path: 'a', content: '', colour: 'red', why: 1 });
  expect(parsed).toEqual({
    ok: true,
    value: { change: { path: 'a', content: '' }, unknownFields: ['colour', 'why'] },
  });
});

it('E-01 reports unknown fields also inside of edits, operations and the range', () => {
  const parsed = parseFileChange({
    path: 'a',
    edits: [
      { search: 'x', replace: 'y' },
      { search: 'x', replace: 'y', all: true, why: null },
    ],
    lineOperations: [{ type: 'delete', line: 1, count: 2 }],
    lineRange: { start: 1, end: 2, stop: 3 },
  });
  expect(parsed.ok && parsed.value.unknownFields).toEqual([
    'edits[1].all',
    'lineOperations[0].count',
    'lineRange.stop',
  ]);
});

it('E-01 takes null for a field that is left out, also inside of an operation', () => {
  const parsed = parseFileChange({
    path: 'a',
    diff: null,
    lineOperations: [{ type: 'delete', line: 1, endLine: null }],
  });
  expect(parsed.ok && parsed.value.change).toEqual({
    path: 'a',
    lineOperations: [{ type: 'delete', line: 1 }],
  });
});

it.each([
  [null, 'a file change is an object'],
  [[], 'a file change is an object'],
  [{ path: 3 }, 'path: '],
  [{ path: 'a', lineRange: { start: 0, end: 1 } }, 'lineRange.start: '],
  [{ path: 'a', lineOperations: [{ type: 'move', line: 1 }] }, 'lineOperations.0.type: '],
  [{ path: 'a', edits: [{ search: 'x' }] }, 'edits.0.replace: '],
])('E-12 says where the shape of %j is wrong', (value, sentence) => {
  const parsed = parseFileChange(value);
  expect(parsed.ok ? '' : parsed.error).toContain(sentence);
});
