import { previewChange } from '@rook/engine';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { readDiff } from './read-diff.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('H-24 a line that looks like a header inside a hunk is a change', () => {
  const diff = previewChange('a.sql', bytes('-- a/old\nx\n'), bytes('++ b/new\nx\n'));
  const { lines, files } = readDiff(diff);
  expect(lines.map(({ style }) => style)).toEqual(['bold', 'bold', 'dim', 'red', 'green', undefined]);
  expect(files).toEqual([{ path: 'a.sql', added: 1, removed: 1 }]);
});

it('H-24 the diffs of several files are told apart, made and removed ones too', () => {
  const diffs = [
    previewChange('made.md', null, bytes('one\ntwo\n')),
    previewChange('gone.md', bytes('one\n'), null),
    previewChange('both.md', bytes('a\nb\n'), bytes('a\nc\n')),
  ];
  expect(readDiff(diffs.join('\n')).files).toEqual([
    { path: 'made.md', added: 2, removed: 0 },
    { path: 'gone.md', added: 0, removed: 1 },
    { path: 'both.md', added: 1, removed: 1 },
  ]);
});

it('A-24 every line of a diff stays one line, with nothing that a terminal obeys', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { lines } = readDiff(text);
      expect(lines.every((line) => !/(?!\t)\p{Cc}/u.test(line.text))).toBe(true);
    }),
  );
});
