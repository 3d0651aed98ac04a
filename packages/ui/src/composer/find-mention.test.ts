import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { findMention, insertPath, namedPaths } from './find-mention.ts';

test('A-10 completes behind an @ that begins a word, and behind no other', () => {
  expect(findMention('see @src', 8)).toEqual({ start: 4, end: 8, text: 'src' });
  expect(findMention('@', 1)).toEqual({ start: 0, end: 1, text: '' });
  expect(findMention('(@a', 3)?.text).toBe('a');
  expect(findMention('ada@example.org', 15)).toBeNull();
  expect(findMention('@src then', 9)).toBeNull();
});

test('A-10 puts the path where the mention was and the caret behind it', () => {
  const mention = { start: 4, end: 8, text: 'src' };
  expect(insertPath('see @src and', mention, 'src/a.ts')).toEqual({ text: 'see @src/a.ts and', caret: 14 });
});

test('A-10 takes along the files that are still named, each once', () => {
  const paths = ['a.ts', 'a.ts', 'a.tsx', 'b.ts'];
  expect(namedPaths('look at @a.ts.', paths)).toEqual(['a.ts']);
  expect(namedPaths('look at @a.tsx', paths)).toEqual(['a.tsx']);
  expect(namedPaths('look at @a.tsx and @a.ts', paths)).toEqual(['a.ts', 'a.tsx']);
});

test('A-10 completes names that have an @ in them, and takes them for no other file', () => {
  expect(findMention('see @a@b', 8)).toEqual({ start: 4, end: 8, text: 'a@b' });
  expect(findMention('@@scope/p', 9)).toEqual({ start: 0, end: 9, text: '@scope/p' });
  const paths = ['a', 'b.txt', 'a@b.txt', 'scope/pkg', '@scope/pkg'];
  expect(namedPaths('see @a@b.txt', paths)).toEqual(['a@b.txt']);
  expect(namedPaths('see @@scope/pkg', paths)).toEqual(['@scope/pkg']);
  expect(namedPaths('see @a@b.txt, @b.txt', paths)).toEqual(['b.txt', 'a@b.txt']);
});

test('A-10 finds every path that it put in', () => {
  const path = fc.stringMatching(/^[a-z]{1,8}(?:\/[a-z]{1,8}){0,2}\.ts$/u);
  const check = () =>
    fc.assert(
      fc.property(fc.string(), path, (before, chosen) => {
        const text = `${before} @`;
        const mention = findMention(text, text.length);
        if (mention === null) return false;
        return namedPaths(insertPath(text, mention, chosen).text, [chosen]).length === 1;
      }),
    );
  expect(check).not.toThrow();
});
