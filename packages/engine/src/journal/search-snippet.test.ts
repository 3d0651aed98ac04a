import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { makeSnippet } from './search-snippet.ts';
import { createPatternMarks, createWordMarks, createWordTest, readQueryWords } from './search-words.ts';

const marksOf = (...words: readonly string[]) => createWordMarks(words);
const pieces = (texts: readonly string[], ...words: readonly string[]) => {
  const { text, marks } = makeSnippet(texts, marksOf(...words));
  return marks.map(([start, end]) => text.slice(start, end));
};

it('I-28 shows forty characters before and after the hit, with dots where it is cut', () => {
  const [before, after] = ['b'.repeat(39), 'a'.repeat(39)];
  expect(makeSnippet([`${before} hit ${after}`], marksOf('hit')).text).toBe(`${before} hit ${after}`);
  const long = makeSnippet([`x${before} hit ${after}x`], marksOf('hit'));
  expect(long).toEqual({ text: `...${before} hit ${after}...`, marks: [[43, 46]] });
  expect(makeSnippet(['nothing', 'a hit'], marksOf('hit')).text).toBe('a hit');
});

it('I-28 shows the first hundred characters where no hit can be shown', () => {
  expect(makeSnippet(['x'.repeat(150), 'y'], marksOf('hit'))).toEqual({ text: 'x'.repeat(100), marks: [] });
  expect(makeSnippet([], marksOf('hit'))).toEqual({ text: '', marks: [] });
});

it('I-28 never cuts a character in two', () => {
  for (const shift of [0, 1]) {
    const { text } = makeSnippet(
      [`${'😀'.repeat(50)}${'-'.repeat(shift)} hit ${'😀'.repeat(50)}`],
      marksOf('hit'),
    );
    expect(text.isWellFormed()).toBe(true);
  }
  expect(makeSnippet([`-${'😀'.repeat(80)}`], marksOf('hit')).text.isWellFormed()).toBe(true);
});

it('I-28 marks every word, and only where one begins', () => {
  expect(pieces(['Errors, no error and terror'], 'error')).toEqual(['Error', 'error']);
  expect(pieces(['NAÏVE e\u0301clairs'], 'naive', 'eclair')).toEqual(['NAÏVE', 'e\u0301clair']);
  expect(pieces(['日本語'], '日本')).toEqual(['日本']);
  const marks = createPatternMarks(/err/iu);
  expect([...marks('tERRor', 0, 6)]).toEqual([[1, 4]]);
});

it('I-28 marks lie in the snippet, in order and apart, whatever the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  );
  const property = fc.property(text, fc.constantFrom('a', 'b', 'é', 'ab'), (one, word) => {
    const snippet = makeSnippet([one], marksOf(word));
    let last = 0;
    for (const [start, end] of snippet.marks) {
      expect(start >= last && end > start && end <= snippet.text.length).toBe(true);
      last = end;
    }
  });
  expect(() => fc.assert(property)).not.toThrow();
});

const plainSplitter = { split: (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))] };

it('I-27 finds an entry that has every word, in any of its texts and in any case', () => {
  const has = createWordTest(['err', 'two'], plainSplitter);
  expect([has(['An ERROR', 'two']), has(['two errors']), has(['error']), has(['terror two'])]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(createWordTest(['é'], plainSplitter)(['Été', 'e'])).toBe(true);
  expect(createWordTest(['é'], plainSplitter)(['ete'])).toBe(false);
});

it('I-27 refuses a search without a word, and one that is endless', () => {
  for (const text of [
    '',
    ' ',
    '!?',
    'x'.repeat(1001),
    Array.from({ length: 70 }, (_item, index) => index).join(' '),
  ])
    expect(readQueryWords(text, plainSplitter)).toMatchObject({ ok: false, error: { code: 'usage' } });
  expect(readQueryWords('One two', plainSplitter)).toMatchObject({ ok: true, value: ['one', 'two'] });
});
