import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { decodeText, encodeText } from './file-text.ts';
import { askPlan, outcomeOf, planText } from './test-plan.ts';

const edit = { edits: [{ search: 'b', replace: 'B' }] };

function planBytes(before: Uint8Array, change: Record<string, unknown>): number[] | string {
  const [file] = askPlan({ files: { 'a.ts': before }, changes: [{ path: 'a.ts', ...change }] }).files;
  return file?.status === 'planned' && file.after !== null ? [...file.after] : outcomeOf(file);
}

it.each<[string, string, Record<string, unknown>, string]>([
  [
    'CRLF by an edit',
    'a\r\nb\r\nc\r\n',
    { edits: [{ search: 'b\n', replace: 'x\ny\n' }] },
    'a\r\nx\r\ny\r\nc\r\n',
  ],
  ['CRLF by content', 'a\r\nb\r\n', { content: 'a\nx\ny\n' }, 'a\r\nx\r\ny\r\n'],
  ['CRLF by a diff', 'a\r\nb\r\n', { diff: '@@ -1,2 +1,2 @@\n a\n-b\n+x\n' }, 'a\r\nx\r\n'],
  [
    'mixed line ends',
    'a\r\nb\nc\r\nd\n',
    { edits: [{ search: 'c\n', replace: 'x\ny\n' }] },
    'a\r\nb\nx\r\ny\r\nd\n',
  ],
  [
    'mixed line ends beside an equal line that goes',
    'x\r\nq\nx\ny\n',
    { lineOperations: [{ type: 'delete', line: 1, endLine: 2 }] },
    'x\ny\n',
  ],
  ['mixed line ends by content', 'a\r\nb\nc\r\n', { content: 'new\na\nb\nc\n' }, 'new\r\na\r\nb\nc\r\n'],
  ['a lone CR', 'a\rb\nc\n', { edits: [{ search: 'c', replace: 'x' }] }, 'a\rb\nx\n'],
  ['a BOM by an edit', '\uFEFFa\nb\n', edit, '\uFEFFa\nB\n'],
  ['a BOM by content', '\uFEFFa\n', { content: 'x\n' }, '\uFEFFx\n'],
  ['a missing final line break by an edit', 'a\nb', edit, 'a\nB'],
  ['it by lines', 'a\nb', { edits: [{ search: 'b\n', replace: 'x\n' }] }, 'a\nx'],
  ['it by a diff', 'a\nb', { diff: '@@ -1,2 +1,3 @@\n a\n-b\n+x\n+y\n' }, 'a\nx\ny'],
  [
    'it by an appended line',
    'a\nb',
    { lineOperations: [{ type: 'insert', line: 3, content: 'c\n' }] },
    'a\nb\nc',
  ],
  ['it by a removed line', 'a\nb', { lineOperations: [{ type: 'delete', line: 2 }] }, 'a'],
  [
    'a final line break by a removed line',
    'a\nb\n',
    { lineOperations: [{ type: 'delete', line: 2 }] },
    'a\n',
  ],
])('E-22 keeps %s', (_name, before, change, after) => {
  expect(planText(before, change)).toBe(after);
});

it.each<[string, string, Record<string, unknown>, string]>([
  [
    'adds a final line break',
    'a\nb',
    { diff: '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n' },
    'a\nb\n',
  ],
  ['removes it', 'a\nb\n', { diff: '@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n' }, 'a\nb'],
  [
    'has none on both sides',
    'a\nb',
    { diff: '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+x\n\\ No newline at end of file\n' },
    'a\nx',
  ],
  ['gives whole content without it', 'a\nb\n', { content: 'a\nx' }, 'a\nx'],
  ['makes all line ends CRLF', 'a\nb\n', { content: 'a\r\nb\r\n' }, 'a\r\nb\r\n'],
])('E-22 a change that %s does so', (_name, before, change, after) => {
  expect(planText(before, change)).toBe(after);
});

it('E-22 a file that differs from content in line ends alone is unchanged', () => {
  expect(planText('a\r\nb\r\n', { content: 'a\nb\n' })).toBe('unchanged');
});

it('E-22 keeps UTF-16 with its mark, in both orders', () => {
  const little = Buffer.from('\uFEFFa\r\nb €\r\n', 'utf16le');
  expect(planBytes(little, edit)).toEqual([...Buffer.from('\uFEFFa\r\nB €\r\n', 'utf16le')]);
  expect(planBytes(Buffer.from(little).swap16(), edit)).toEqual([
    ...Buffer.from('\uFEFFa\r\nB €\r\n', 'utf16le').swap16(),
  ]);
  expect(planBytes(little, { content: 'x\n' })).toEqual([...Buffer.from('\uFEFFx\r\n', 'utf16le')]);
});

it('E-22 keeps bytes that are no UTF-8, and refuses what would touch them', () => {
  const latin = Buffer.from('caf\u00E9\nb\n', 'latin1');
  expect(planBytes(latin, edit)).toEqual([...Buffer.from('caf\u00E9\nB\n', 'latin1')]);
  expect(planBytes(latin, { edits: [{ search: 'b', replace: '\u00E9' }] })).toBe('suspicious');
  expect(planBytes(latin, { lineOperations: [{ type: 'replace', line: 1, content: 'tea' }] })).toBe(
    'suspicious',
  );
  expect(planBytes(latin, { content: 'x\n' })).toBe('suspicious');
});

it('E-12 refuses to change what is no text, and can delete and rename it', () => {
  const binary = Buffer.from([0x62, 0, 1, 2]);
  expect(planBytes(binary, edit)).toBe('suspicious');
  expect(planBytes(binary, { content: 'x' })).toBe('suspicious');
  expect(planBytes(binary, { delete: true })).toBe('deleted');
});

it('E-22 gives the bytes of every file back exactly', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]),
      (bytes, mark) => {
        const file = Uint8Array.from([...mark, ...bytes.map((byte) => [10, 13, 13, byte][byte % 4] ?? byte)]);
        const text = decodeText(file);
        expect(text === null ? [...file] : [...encodeText(text)]).toEqual([...file]);
      },
    ),
    { numRuns: 2000 },
  );
});
