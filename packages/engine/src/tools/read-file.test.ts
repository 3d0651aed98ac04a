import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { createTools } from './create-tools.ts';
import { callTool, fakePorts, toolText } from './test-tools.ts';

const hex = (algorithm: string, content: string | Uint8Array) =>
  createHash(algorithm).update(content).digest('hex');

it('D-09 shows a whole file with its hash, and says that all of it was shown', async () => {
  const content = 'one\n\n\tthree\n';
  const reply = await callTool(fakePorts({ 'src/a.ts': content }), 'read_file', { path: './src//a.ts' });
  expect(reply).toEqual({
    ok: true,
    value: {
      text: `### src/a.ts [MD5: ${hex('md5', content)}]\n(3 lines)\n1\tone\n2\t\n3\t\tthree`,
      shown: [
        {
          path: 'src/a.ts',
          sha256: hex('sha256', content),
          md5: hex('md5', content),
          size: content.length,
          whole: true,
        },
      ],
    },
  });
});

it('D-09 shows a range, and says which lines were shown', async () => {
  const ports = fakePorts({ 'a.txt': 'one\ntwo\nthree\nfour' });
  const reply = await callTool(ports, 'read_file', { path: '/workspace/a.txt', start: 2, end: 3 });
  expect(reply).toMatchObject({
    ok: true,
    value: { shown: [{ whole: false, ranges: [{ start: 2, end: 3 }] }] },
  });
  expect(reply.ok ? reply.value.text.split('\n').slice(1) : []).toEqual([
    '(lines 2-3 of 4; no line break at the end)',
    '2\ttwo',
    '3\tthree',
  ]);
  const all = await callTool(ports, 'read_file', { path: 'a.txt', start: 1, end: 99 });
  expect(all).toMatchObject({ ok: true, value: { shown: [{ whole: true }] } });
});

it('D-09 does not call a file whole that had no room, and says how to go on', async () => {
  const ports = fakePorts({ 'a.txt': 'x'.repeat(99).concat('\n').repeat(100) }, { maxResultChars: 2000 });
  const reply = await callTool(ports, 'read_file', { path: 'a.txt' });
  expect(reply).toMatchObject({
    ok: true,
    value: { shown: [{ whole: false, ranges: [{ start: 1, end: 13 }] }] },
  });
  const text = reply.ok ? reply.value.text : '';
  expect(text.length).toBeLessThan(2000);
  expect(text).toContain('(lines 1-13 of 100)');
  expect(text).toMatch(/\(Lines 14-100 had no room; go on with start 14\.\)$/);
  const many = await toolText(fakePorts({ 'a.txt': '\n'.repeat(5000) }), 'read_file', { path: 'a.txt' });
  expect(many).toMatch(/\(Lines 2001-5000 had no room; go on with start 2001\.\)$/);
});

it('D-09 cuts a line that is too long, and does not say that it was shown', async () => {
  const ports = fakePorts({ 'a.js': `short\n${'😀'.repeat(3000)}\nlast\n` });
  const reply = await callTool(ports, 'read_file', { path: 'a.js' });
  expect(reply).toMatchObject({
    ok: true,
    value: {
      shown: [
        {
          whole: false,
          ranges: [
            { start: 1, end: 1 },
            { start: 3, end: 3 },
          ],
        },
      ],
    },
  });
  const text = reply.ok ? reply.value.text : '';
  expect(text).toContain(
    '😀 … [cut: the line has 6000 characters]\n3\tlast\n(Lines that are too long are cut;',
  );
  expect(text.isWellFormed()).toBe(true);
  const only = await callTool(fakePorts({ 'a.js': 'y'.repeat(9000) }), 'read_file', { path: 'a.js' });
  expect(only.ok && 'shown' in only.value).toBe(false);
});

it.each([
  ['CRLF', 'a\r\nb\r\n', '(2 lines; CRLF line ends)\n1\ta\n2\tb'],
  [
    'mixed breaks',
    'a\r\nb\nc',
    '(3 lines; mixed line ends: 1 CRLF, 1 LF; no line break at the end)\n1\ta\n2\tb\n3\tc',
  ],
  ['a byte order mark', '\uFEFFa\n', '(1 line; UTF-8 with a byte order mark)\n1\ta'],
  ['UTF-16 LE', Buffer.from('\uFEFFé\r\n', 'utf16le'), '(1 line; UTF-16 LE; CRLF line ends)\n1\té'],
  ['UTF-16 BE', Buffer.from('\uFEFFé\n', 'utf16le').swap16(), '(1 line; UTF-16 BE)\n1\té'],
  ['nothing', '', '(the file is empty)'],
  ['one break', '\n', '(1 line)\n1\t'],
  ['the replacement character', 'a\uFFFDb\n', '(1 line)\n1\ta\uFFFDb'],
])('read_file shows %s', async (_what, content, text) => {
  const reply = await callTool(fakePorts({ f: content }), 'read_file', { path: 'f' });
  expect(reply.ok ? reply.value.text.split('\n').slice(1).join('\n') : reply.error.message).toBe(text);
  expect(reply).toMatchObject({ value: { shown: [{ whole: true, sha256: hex('sha256', content) }] } });
});

it('D-09 does not call a file whole some of whose bytes are no text, nor those lines shown', async () => {
  const content = Buffer.from('good\nb\xE9d\ngood\n', 'latin1');
  const reply = await callTool(fakePorts({ f: content }), 'read_file', { path: 'f' });
  expect(reply.ok ? reply.value.text.split('\n').slice(1).join('\n') : '').toBe(
    '(3 lines; some bytes are not valid text and are shown as U+FFFD)\n1\tgood\n2\tb\uFFFDd\n3\tgood',
  );
  const ranges = [1, 3].map((line) => ({ start: line, end: line }));
  expect(reply).toMatchObject({ value: { shown: [{ whole: false, ranges, size: content.length }] } });
});

it('read_file refuses in one sentence what it cannot show', async () => {
  const ports = fakePorts({
    'src/main.ts': 'x',
    'src/Button.tsx': 'x',
    'logo.png': new Uint8Array([0x89, 0x50, 0, 1]),
    'noise.dat': new Uint8Array(500).fill(0xfe),
    'huge.txt': 'x'.repeat(10_000_001),
    '.env': 'x',
  });
  const read = async (input: unknown) => toolText(ports, 'read_file', input);
  expect(await read({ path: 'src/mian.ts' })).toBe(
    'not_found: There is no file src/mian.ts; similar: src/main.ts.',
  );
  expect(await read({ path: 'src/button.tsx' })).toBe(
    'not_found: There is no file src/button.tsx; similar: src/Button.tsx.',
  );
  expect(await read({ path: 'src/main.js' })).toBe(
    'not_found: There is no file src/main.js; similar: src/main.ts.',
  );
  expect(await read({ path: '.enf' })).toBe(
    'not_found: There is no file .enf; list_files and find_files show what there is.',
  );
  expect(await read({ path: 'src' })).toBe('invalid_input: src is a folder; list_files shows what is in it.');
  expect(await read({ path: '' })).toBe(
    'invalid_input: the workspace is a folder; list_files shows what is in it.',
  );
  expect(await read({ path: 'logo.png' })).toBe(
    'binary_file: logo.png is a binary file of 4 bytes and cannot be shown as text.',
  );
  expect(await read({ path: 'noise.dat' })).toMatch(/^binary_file: /);
  expect(await read({ path: 'huge.txt' })).toBe(
    'too_large: huge.txt has 10 MB, and at most 10 MB are read; search_files finds lines in it.',
  );
  expect(await read({ path: 'src/main.ts', start: 5 })).toBe(
    'invalid_input: src/main.ts has 1 line; start must be at most 1.',
  );
  expect(await read({ path: 'src/main.ts', start: 5, end: 2 })).toBe(
    'invalid_input: end (2) must not be smaller than start (5).',
  );
  expect(await read({ path: '../x' })).toMatch(/^outside_workspace: /);
  expect(await read({ path: 'a\0b' })).toMatch(
    /^invalid_input: The input of read_file is not valid: path: it must not hold a NUL/,
  );
  expect(await read({})).toMatch(/^invalid_input: The input of read_file is not valid: path: /);
  expect(await read({ path: 'src/main.ts', lines: 3 })).toMatch(/^invalid_input: .*lines/);
  expect(await read({ path: 'src/main.ts', start: null, end: null })).toContain('1\tx');
});

it('B-15 tells the gate the path without detours, before anything is read', () => {
  const [tool] = createTools(fakePorts({}));
  for (const [given, path] of [
    ['./a/../b.ts', 'b.ts'],
    ['/workspace/a/', 'a'],
    ['/workspace', ''],
    ['../x', '../x'],
    ['/etc/passwd', '/etc/passwd'],
    ['/', '/'],
    ['a\\b', 'a\\b'],
  ])
    expect(tool?.prepare({ path: given })).toMatchObject({
      value: { effect: { kind: 'read', paths: [path] } },
    });
});
