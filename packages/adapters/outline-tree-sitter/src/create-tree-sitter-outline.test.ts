import type { Result } from '@rook/contract';
import { failedCases, outlineSuite } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createTreeSitterOutline } from './create-tree-sitter-outline.ts';

// However slow the machine of a test is, this is enough.
const outline = createTreeSitterOutline({ maxMilliseconds: 600_000 });

async function outlineOf(path: string, text: string): Promise<string[]> {
  const outlined = await outline.outline(path, text);
  if (!outlined.ok) return [outlined.error.code];
  return outlined.value.map(
    ({ kind, name, startLine, endLine, depth }) =>
      `${'  '.repeat(depth)}${kind} ${name} ${startLine}-${endLine}`,
  );
}

it('passes the suite of its port', async () => {
  expect(await failedCases(outlineSuite, () => () => outline)).toEqual([]);
});

const TYPESCRIPT = `
export class A<T> {
  private x = () => 1;
  constructor() {}
  get y() { return 1; }
}
abstract class B { abstract z(): void }
interface I { a(): void; b: string }
type T = string;
export const f = (a) => a, q = 3;
enum E { A }
namespace N { function g() {} }
declare module 'foo' {}
function* gen() {}
const o = { k() {} };
declare function d(): void;
`;

it('B-15 outlines TypeScript', async () => {
  expect(await outlineOf('a.ts', TYPESCRIPT)).toEqual([
    'class A 2-6',
    '  method x 3-3',
    '  method constructor 4-4',
    '  method y 5-5',
    'class B 7-7',
    '  method z 7-7',
    'interface I 8-8',
    '  method a 8-8',
    'type T 9-9',
    'function f 10-10',
    'enum E 11-11',
    'module N 12-12',
    '  function g 12-12',
    "module 'foo' 13-13",
    'function gen 14-14',
    'method k 15-15',
    'function d 16-16',
  ]);
});

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a.tsx',
    'export const View = () => <div>{x}</div>;\nfunction App() { return <View />; }',
    ['function View 1-1', 'function App 2-2'],
  ],
  [
    'a.mjs',
    'class A { m() {} f = () => 1; #p() {} }\nconst g = function () {};',
    ['class A 1-1', '  method m 1-1', '  method f 1-1', '  method #p 1-1', 'function g 2-2'],
  ],
  [
    'A.PY',
    '@dec\nclass A(B):\n    def m(self):\n        pass\n\nasync def f():\n    def g(): pass\n',
    ['class A 2-4', '  method m 3-4', 'function f 6-7', '  function g 7-7'],
  ],
  [
    'a.go',
    'package p\ntype S struct { a int }\ntype I interface { M() }\nfunc (s *S) M() {}\nfunc F[T any]() {}\ntype (\n B int\n)\n',
    ['type S 2-2', 'type I 3-3', '  method M 3-3', 'method M 4-4', 'function F 5-5', 'type B 7-7'],
  ],
  [
    'a.rs',
    'mod m { pub fn f() {} }\nstruct S;\ntrait T { fn a(); }\nimpl T for S<u8> {\n fn a() {}\n}\nmacro_rules! mm { () => {} }',
    [
      'module m 1-1',
      '  function f 1-1',
      'struct S 2-2',
      'trait T 3-3',
      '  method a 3-3',
      'impl T for S<u8> 4-6',
      '  method a 5-5',
      'macro mm 7-7',
    ],
  ],
  [
    'A.java',
    'class A {\n A() {}\n void m() {}\n enum E { X }\n record R(int a) {}\n}\n@interface Q {}',
    [
      'class A 1-6',
      '  constructor A 2-2',
      '  method m 3-3',
      '  enum E 4-4',
      '  record R 5-5',
      'annotation Q 7-7',
    ],
  ],
  [
    'a.cs',
    'namespace A.B {\n class C { C() {} void M() {} int P { get; set; } }\n struct S {}\n}',
    [
      'namespace A.B 1-4',
      '  class C 2-2',
      '    constructor C 2-2',
      '    method M 2-2',
      '    property P 2-2',
      '  struct S 3-3',
    ],
  ],
  [
    'a.hpp',
    'namespace n {\nclass A { A(); ~A() {} int m() const { return 1; } int& r(); };\n}\nint n::A::q() {}\nint *f(int a) {}\nint& g() {}\nstruct S s;\ntypedef struct { int a; } Foo;\nbool operator==(A a, A b) {}',
    [
      'namespace n 1-3',
      '  class A 2-2',
      '    method A 2-2',
      '    method ~A 2-2',
      '    method m 2-2',
      '    method r 2-2',
      'function n::A::q 4-4',
      'function f 5-5',
      'function g 6-6',
      'type Foo 8-8',
      'function operator== 9-9',
    ],
  ],
  [
    'a.c',
    'int main(void) {\n  return 0;\n}\nstatic int proto(int a);\n',
    ['function main 1-3', 'function proto 4-4'],
  ],
  [
    'Rakefile',
    'module M\n class A < B\n  def m; end\n  def self.s; end\n end\nend\n',
    ['module M 1-6', '  class A 2-5', '    method m 3-3', '    method s 4-4'],
  ],
  [
    'a.php',
    '<?php\nclass C { function m() {} }\ninterface I {}\ntrait T {}\nfunction f() {}\n',
    ['class C 2-2', '  method m 2-2', 'interface I 3-3', 'trait T 4-4', 'function f 5-5'],
  ],
  ['a.sh', 'f() { echo; }\nfunction g { echo; }\n', ['function f 1-1', 'function g 2-2']],
  [
    'a.ps1',
    'function F { }\nclass A { [void] M() { } }',
    ['function F 1-1', 'class A 2-2', '  method M 2-2'],
  ],
];

it.each(cases)('B-15 outlines %s', async (path, text, symbols) => {
  expect(await outlineOf(path, text)).toEqual(symbols);
});

it('B-15 outlines Markdown by its headings', async () => {
  const text = `---\n# no\n---\n# One #\ntext\n## Two\n\`\`\`sh\n# no\n\`\`\`\n    # no\n#no\n### C#\nSetext\n---\n\nTop\n===\nend\n`;
  expect(await outlineOf('README.md', text)).toEqual([
    'heading One 4-15',
    '  heading Two 6-12',
    '    heading C# 12-12',
    '  heading Setext 13-15',
    'heading Top 16-18',
  ]);
  expect(await outlineOf('a.md', `# ${' \t'.repeat(200_000)}x${' #'.repeat(200_000)}x`)).toHaveLength(1);
});

it('B-15 outlines texts that go deep, hold strange characters or break off', async () => {
  expect(await outlineOf('a.ts', `class A {}\n${'('.repeat(100_000)}`)).toContain('class A 1-1');
  expect(
    await outlineOf('a.ts', `const a = ${'['.repeat(50_000)}1${']'.repeat(50_000)};\nclass B {}`),
  ).toEqual(['class B 2-2']);
  expect(await outlineOf('a.ts', '\0\0\ud800\nclass A {}\r\nclass B {')).toEqual(
    expect.arrayContaining(['class A 2-2']),
  );
  expect(await outlineOf('a.py', `${'x'.repeat(10_000)} = 1\nclass A: pass`)).toEqual(['class A 2-2']);
});

it('B-15 refuses a file that is too large or takes too long, with a sentence that says what to do', async () => {
  const strict = createTreeSitterOutline({ maxCharacters: 1_000_000, maxMilliseconds: 0 });
  expect(messageOf(await strict.outline('a.ts', ' '.repeat(1_000_001)))).toMatch(
    /^too_large: .*search in it/u,
  );
  const long = 'class A { m() {} }\n'.repeat(20_000);
  expect(messageOf(await strict.outline('a.ts', long))).toMatch(/^timed_out: .*search in it/u);
  expect(await outlineOf('a.ts', 'class A {}')).toEqual(['class A 1-1']);
});

it('B-15 names the languages when there is no grammar', async () => {
  expect(messageOf(await outline.outline('a.xyz', ''))).toMatch(
    /^not_found: .*\.xyz; read the file instead\. Grammars: TypeScript, .*Markdown\.$/u,
  );
});

it('B-15 gives back what parsing took', async () => {
  const text = 'class A { m() { return [1, 2, 3]; } }\n'.repeat(1000);
  await outline.outline('a.ts', text);
  const before = process.memoryUsage().external;
  for (let times = 0; times < 30; times += 1) await outline.outline('a.ts', text);
  const more = process.memoryUsage().external - before;
  expect(more / text.length).toBeLessThan(100);
});

function messageOf(result: Result<unknown>): string {
  return result.ok ? 'it succeeded' : `${result.error.code}: ${result.error.message}`;
}
