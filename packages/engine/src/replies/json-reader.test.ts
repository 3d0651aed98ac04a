import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createJsonReader, type JsonReading } from './json-reader.ts';
import type { ReaderOptions } from './reader-state.ts';

function read(
  text: string,
  pieceLength = text.length,
  options: ReaderOptions = { accepts: 'any' },
): JsonReading {
  const reader = createJsonReader(options);
  for (let at = 0; at < text.length; at += pieceLength) reader.push(text.slice(at, at + pieceLength));
  return reader.end();
}

const codes = ({ problems }: JsonReading): readonly string[] => problems.map(({ code }) => code);

function isReadAsParsed(text: string, pieceLength: number): void {
  const whole = read(text);
  const parsed: unknown = JSON.parse(text);
  expect(whole.ending).toBe('whole');
  expect(whole.value).toStrictEqual(parsed);
  expect(JSON.stringify(whole.value)).toBe(JSON.stringify(parsed));
  expect(read(text, pieceLength)).toStrictEqual(whole);
}

it('C-11 reads proper JSON as JSON.parse does, in pieces of any size', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 9 }), isReadAsParsed), {
    numRuns: 1500,
    seed: 7,
  });
});

it.each([
  '{"__proto__": {"polluted": true}, "constructor": 1, "toString": null, "hasOwnProperty": []}',
  '[-0, 0, -0.0, 1e308, -1e308, 1e-400, 12345678901234567890, 0.1234567890123456789, 1E+2]',
  '{"a": 1, "b": 2, "a": {"c": 3, "c": 4}}',
  '{"": "", " ": " ", "\\u0000": "\\u0000"}',
  '["\\ud83d", "\\ude00\\ud83d", "\\ud83d\\ude00", "\\"\\\\\\/\\b\\f\\n\\r\\t"]',
  ' \n\t\r[ ] ',
  '{"2": 1, "1": 2, "b": 3}',
  '"text"',
  '-12.5e-2',
  'null',
  '["\u2028\u2029\u007f\u0085\ufeff"]',
])('C-11 reads %s as JSON.parse does', (text) => {
  const { ending, value } = read(text);
  expect(ending).toBe('whole');
  expect(value).toStrictEqual(JSON.parse(text));
  expect(Object.is(Array.isArray(value) ? value[0] : 0, -0)).toBe(text.startsWith('[-0'));
  expect(Object.getPrototypeOf(Object(value))).not.toHaveProperty('polluted');
  expect(read(text, 1)).toStrictEqual(read(text));
});

it('C-14 says that a field stands twice and that a number was rounded', () => {
  expect(codes(read('{"a":1,"a":2}'))).toEqual(['duplicate_key']);
  expect(codes(read('[12345678901234567890, 123456789012345, 0.1]'))).toEqual(['rounded_number']);
});

it.each(['[1e999]', '[-1e400]', '[+1e999]', `[${'9'.repeat(400)}]`, '1e999'])(
  'C-14 does not call %s complete: no number can keep it',
  (text) => {
    expect(read(text).ending).not.toBe('whole');
    expect(codes(read(text))).toContain('unclear_number');
  },
);

it('C-14 drops a backslash only before the mark that ends the text', () => {
  const kept = { a: "it's", b: 'a`b', c: 'x”y', d: 'x»y' };
  const text = String.raw`{'a': 'it\'s', 'b': ${'`a\\`b`'}, 'c': “x\”y”, 'd': «x\»y»}`;
  expect(read(text)).toMatchObject({ ending: 'whole', value: kept });
  for (const mark of ["'", '`', '“', '”', '«', '’'])
    expect(codes(read(`{"content": "const s = 'it\\${mark}s';"}`)), mark).toEqual(['unclear_escape']);
});

function isReadAlike(signs: readonly string[], pieceLength: number): void {
  const text = signs.join('');
  expect(read(text, pieceLength), text).toStrictEqual(read(text));
}

it('C-14 says the same however a text is cut into pieces', () => {
  const signs = Array.from('{}[]",:\'\\+-.01treufalsn xyz\n/*#`“”=(…，：');
  const runs = '```|<think>|</think>|"a":|//|/*|*/|\\u00e9|\\ud83d|😀|     |"""|"';
  const sign = fc.constantFrom(...signs, ...runs.split('|'));
  fc.assert(fc.property(fc.array(sign, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), isReadAlike), {
    numRuns: 4000,
    seed: 11,
  });
});

it('C-14 looks no further than it can afford: long runs of spaces, names and words', () => {
  const long = ' '.repeat(3000);
  for (const text of [
    `{"a": "x"${long}, "b": 1}`,
    `{"a": "x"${long}"b": 1}`,
    `{"a": "x" "${'n'.repeat(3000)}": 1}`,
    `{"a": word${long}, "b": 1}`,
    `{"a": "x" +${long}"y"}`,
    `[${'word '.repeat(600)}]`,
    `{"a": "x "y"${long}, "b": 1}`,
  ])
    expect(read(text, 16)).toStrictEqual(read(text));
});

it('C-14 does not nest: 100,000 brackets end with a sentence, not with the stack', () => {
  for (const text of [
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ]) {
    const reading = read(text);
    expect(reading.ending).toBe('broken');
    expect(codes(reading)).toEqual(['too_deep']);
    expect(JSON.stringify(reading.value).length).toBeGreaterThan(1000);
  }
  const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
  expect(read(deep)).toMatchObject({ ending: 'whole', problems: [] });
});

function limited(text: string, limits: NonNullable<ReaderOptions['limits']>): JsonReading {
  return read(text, 3, { accepts: 'any', limits });
}

it('C-14 reads no more than its limits allow, and says so', () => {
  expect(codes(limited('[1, 2, 3]', { characters: 5 }))).toEqual(['too_long']);
  expect(codes(limited('[1, 2, 3]', { values: 2 }))).toEqual(['too_many_values']);
  expect(codes(limited('[[[1]]]', { depth: 2 }))).toEqual(['too_deep']);
  expect(limited('[1, 2, 3]', { characters: 9, values: 4, depth: 1 }).ending).toBe('whole');
});

it('C-14 lists at most a hundred problems and says that there are more', () => {
  const reading = read(`[${"'a',".repeat(500)}]`);
  expect(reading.ending).toBe('whole');
  expect(reading.problems).toHaveLength(101);
  expect(codes(reading).at(-1)).toBe('more_problems');
});

it('C-14 shows what came so far, and goes on with it', () => {
  const reader = createJsonReader({ accepts: 'any' });
  const seen = ['{"a": [1, "te', 'xt\\', 'n", {"b": "\\ud8', '3d', '\\ude00"', '}', ']}'].map((piece) => {
    reader.push(piece);
    return JSON.stringify(reader.peek().value);
  });
  expect(seen).toEqual([
    '{"a":[1,"te"]}',
    '{"a":[1,"text"]}',
    '{"a":[1,"text\\n",{"b":""}]}',
    '{"a":[1,"text\\n",{"b":""}]}',
    '{"a":[1,"text\\n",{"b":"😀"}]}',
    '{"a":[1,"text\\n",{"b":"😀"}]}',
    '{"a":[1,"text\\n",{"b":"😀"}]}',
  ]);
  expect(reader.end()).toMatchObject({ ending: 'whole', problems: [] });
  reader.push('x');
  expect(reader.end()).toMatchObject({ ending: 'whole', problems: [] });
});

it('C-14 says where it stopped and what was open there', () => {
  expect(read('{"a": [{"b": "x')).toMatchObject({ ending: 'cut', openPath: ['a', 0, 'b'], end: 15 });
  expect(read('{"a": [1, 2')).toMatchObject({ ending: 'cut', openPath: ['a'], value: { a: [1] } });
  expect(read('{"a": [1, tru], "b": 2}')).toMatchObject({ ending: 'broken', end: 10, value: { a: [1] } });
});
