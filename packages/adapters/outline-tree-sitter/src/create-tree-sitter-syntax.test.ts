import { failedCases, syntaxSuite } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createTreeSitterSyntax } from './create-tree-sitter-syntax.ts';

// However slow the machine of a test is, this is enough.
const patient = { maxMilliseconds: 600_000 };

it('H-25 the syntax of tree-sitter passes the suite of its port', async () => {
  expect(await failedCases(syntaxSuite, () => () => createTreeSitterSyntax(patient))).toEqual([]);
});

const code = async (text: string, limits = {}): Promise<string> => {
  const parsed = await createTreeSitterSyntax({ ...patient, ...limits }).parse('a.ts', text);
  return parsed.ok ? 'parsed' : parsed.error.code;
};

it('H-25 a text that is too long, too deep or too rich is refused', async () => {
  expect(await code('a = 1;', { maxCharacters: 5 })).toBe('too_large');
  expect(await code(`a = ${'['.repeat(500)}${']'.repeat(500)};`)).toBe('too_large');
  expect(await code('a;'.repeat(80_000))).toBe('too_large');
  expect(await code('a;'.repeat(1000), { maxMilliseconds: 0 })).toBe('timed_out');
  expect(await code('a = 1;')).toBe('parsed');
});

const leaves = async (path: string, text: string): Promise<string> => {
  const parsed = await createTreeSitterSyntax(patient).parse(path, text);
  return parsed.ok
    ? (JSON.stringify(parsed.value)
        .match(/"text":"[^"]+/gu)
        ?.join('') ?? '')
    : parsed.error.code;
};

it('H-25 blanks that count are leaves, and others are not', async () => {
  for (const [path, one, other] of [
    ['a.tsx', 'a = <b> c</b>;', 'a = <b>  c</b>;'],
    ['a.js', 'a = `b ${c} d`;', 'a = `b ${c}  d`;'],
    ['a.py', 'a = f"{b} c"\n', 'a = f"{b}  c"\n'],
    ['a.go', 'package a\n\nvar b = `c d`\n', 'package a\n\nvar b = `c  d`\n'],
    ['a.rs', 'const A: &str = "b c";', 'const A: &str = "b  c";'],
    ['A.java', 'class A { String b = "c d"; }', 'class A { String b = "c  d"; }'],
    ['a.rb', 'a = "b #{c} d"\n', 'a = "b #{c}  d"\n'],
    ['a.cs', 'class A { string b = $"c {d} e"; }', 'class A { string b = $"c {d}  e"; }'],
    ['a.php', '<?php $a = "b $c d";', '<?php $a = "b $c  d";'],
    ['a.cpp', 'auto a = "b c";', 'auto a = "b  c";'],
  ] as const) {
    expect(await leaves(path, one), path).not.toBe(await leaves(path, other));
    expect(await leaves(path, `${one}\n\n`), path).toBe(await leaves(path, one));
  }
});
