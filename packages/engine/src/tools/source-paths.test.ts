import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { findNamedPaths } from './source-paths.ts';

function pathsOf(input: unknown): readonly string[] | string {
  const found = findNamedPaths(input);
  return found.ok ? found.value : found.error.code;
}

/** What of an input the gate looks at. */
const COUNTED: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['a field that is called path', { path: 'notes.txt' }, ['notes.txt']],
  ['a name with spaces under such a field', { filePath: 'my notes.txt' }, ['my notes.txt']],
  ['a field whose name has the word in it', { output_dir: 'out', targetFolder: 'x' }, ['out', 'x']],
  ['a list of paths', { paths: ['a', 'b/c'] }, ['a', 'b/c']],
  ['a field that may be a path', { source: 'a.txt', destination: 'b.txt' }, ['a.txt', 'b.txt']],
  ['an absolute path anywhere', { note: '/etc/passwd' }, ['/etc/passwd']],
  ['an absolute path with a line end', { note: '/etc/passwd\n' }, ['/etc/passwd']],
  ['a drive', { note: String.raw`C:\Windows\x` }, [String.raw`C:\Windows\x`]],
  ['a share', { note: String.raw`\\host\x` }, [String.raw`\\host\x`]],
  ['the home folder', { note: '~/.ssh/id_rsa' }, ['/~/.ssh/id_rsa']],
  ['the home folder of another', { note: '~root' }, ['/~root']],
  ['a variable', { note: '$HOME/x', more: '${HOME}/y' }, ['/$HOME/x', '/${HOME}/y']],
  ['here and above', { a: './x', b: '..', c: '../x' }, ['./x', '..', '../x']],
  ['a climb in the middle', { a: 'x/../../y' }, ['x/../../y']],
  ['a climb with other slashes', { a: String.raw`x\..\..\y` }, [String.raw`x\..\..\y`]],
  ['a climb in disguise', { a: '..%2f..%2fetc' }, ['../../etc']],
  ['a relative path', { a: 'src/a b.ts' }, ['src/a b.ts']],
  ['a hidden name', { a: '.env' }, ['.env']],
  ['an address of a file', { uri: 'file:///etc/pass%77d' }, ['/etc/passwd']],
  [
    'an address of a file in a sentence',
    { a: 'read file:///etc/passwd now' },
    ['/etc/passwd', 'read file:///etc/passwd now'],
  ],
  ['an address of a file with a host', { a: 'FILE://host/x' }, ['//host/x']],
  ['an address of a file on a drive', { a: 'file:///C:/x' }, ['C:/x']],
  ['an address of a file with a mark', { a: 'file:///x#y' }, ['/x#y', '/x']],
  ['what lies deep', { a: [{ b: { c: ['/x'] } }] }, ['/x']],
  ['the names of fields', { files: { 'a.txt': 'new text\nof it' }, '/etc/x': 1 }, ['a.txt', '/etc/x']],
  ['JSON in a text', { arguments: '{"path": "secret.txt"}' }, ['secret.txt']],
  ['a long way to a near place', { a: `/${'./'.repeat(5000)}etc/passwd` }, ['/etc/passwd']],
  ['a path with a NUL', { note: '/x\0.txt' }, ['/x\0.txt']],
];

it.each(COUNTED)('H-20 counts %s', (_title, input, expected) => {
  const found = findNamedPaths(input);
  expect(found.ok ? found.value.toSorted() : found.error).toEqual(expected.toSorted());
});

it.each([
  ['nothing', {}],
  ['numbers and truth', { path: 7, file: true, dir: null }],
  ['words', { query: 'what is a rook' }],
  ['a word', { name: 'rook' }],
  ['lines of text', { content: 'first/line\nsecond/line' }],
  ['source code under a field that may be a path', { source: 'import a from "b";\nlet c = 1;' }],
  ['a sentence under such a field', { target: 'everybody in the room' }],
  ['an address of the web', { url: 'https://example.org/a/b', uri: 'http://x/y' }],
  ['a picture as text', { file: 'data:image/png;base64,AAAA/BBB' }],
  ['a long sentence with a slash', { text: `and/or ${'x '.repeat(200)}` }],
  ['a text of more than 4096 characters', { text: `/9j/${'x'.repeat(5000)}` }],
  ['about so much', { text: '~5 minutes' }],
  ['an empty path', { path: '  ' }],
])('H-20 does not count %s', (_title, input) => {
  expect(pathsOf(input)).toEqual([]);
});

it('H-20 refuses an input whose paths cannot be looked at', () => {
  const many = Array.from({ length: 101 }, (_unused, index) => `/${index}`);
  expect(pathsOf({ many })).toBe('invalid_input');
  expect(pathsOf({ many: many.slice(1) })).toHaveLength(100);
  expect(pathsOf({ path: 'x'.repeat(5000) })).toBe('invalid_input');
  expect(pathsOf(Array.from({ length: 20_001 }, () => 1))).toBe('invalid_input');
});

it('H-20 finds an absolute path wherever it stands, whatever stands around it', () => {
  const around = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant('/outside/secret'),
      fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
      fc
        .tuple(fc.string(), tie('value'), fc.jsonValue())
        .map(([key, value, other]) => ({ beside: other, [key]: value })),
    ),
  })).value;
  fc.assert(
    fc.property(around, (value) => {
      expect(pathsOf({ value })).toContain('/outside/secret');
    }),
  );
});
