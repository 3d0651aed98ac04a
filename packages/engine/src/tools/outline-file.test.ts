import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import type { Outline } from '../ports/outline.ts';
import { callTool, fakePorts, toolText } from './test-tools.ts';

const SOURCE = 'import x;\r\n@decorated\r\nclass Shape {\r\n  area() {\r\n  }\r\n}\r\n';
const outline: Outline = {
  outline: async (path, text) =>
    path.endsWith('.ts') && !text.includes('\r')
      ? succeed([
          { kind: 'class', name: 'Shape', startLine: 2, endLine: 6, depth: 0 },
          { kind: 'method', name: 'area', startLine: 4, endLine: 5, depth: 1 },
        ])
      : fail(rookError('not_found', 'There is no grammar for it; use read_file.')),
};

it('D-09 outlines a file and says that only the lines of the definitions were shown', async () => {
  const reply = await callTool(fakePorts({ 'a.ts': SOURCE }, { outline }), 'outline_file', { path: 'a.ts' });
  expect(reply).toMatchObject({
    ok: true,
    value: { shown: [{ path: 'a.ts', whole: false, ranges: [{ start: 4, end: 4 }] }] },
  });
  expect(reply.ok ? reply.value.text.split('\n').slice(1) : []).toEqual([
    '(6 lines; 2 definitions; CRLF line ends)',
    '2-6\t@decorated … [class Shape]',
    '4-5\t  area() {',
  ]);
});

it('outline_file hands on what the grammar says, and caps what it shows', async () => {
  const ports = fakePorts({ 'a.txt': 'x', 'b.ts': 'x' }, { outline });
  expect(await toolText(ports, 'outline_file', { path: 'a.txt' })).toBe(
    'not_found: There is no grammar for it; use read_file.',
  );
  const empty = { ...ports, outline: { outline: async () => succeed([]) } };
  expect(await toolText(empty, 'outline_file', { path: 'b.ts' })).toMatch(
    /\n\(b\.ts defines nothing that is known; read_file shows its 1 line\.\)$/,
  );
  const symbol = { kind: 'function', name: 'x', startLine: 1, endLine: 1, depth: 0 };
  const many = {
    ...ports,
    outline: { outline: async () => succeed(Array.from({ length: 5000 }, () => symbol)) },
  };
  expect(await toolText(many, 'outline_file', { path: 'b.ts' })).toContain(
    'the first 1000 of 5000 definitions',
  );
});
