import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import { findBound } from './stays-with.ts';
import { UNKNOWN_CONTENT } from './unknown-content.ts';

const hashOf = (text: string): ReturnType<typeof contentHash> => contentHash(Buffer.from(text));

function changed(path: string, before: string | null, after: string | null) {
  const [old, fresh] = [before, after].map((text) =>
    text === null ? null : text === '?' ? UNKNOWN_CONTENT : hashOf(text),
  );
  return { path, from: path, before: old ?? null, after: fresh ?? null };
}

it.each([
  ['a copy of it', changed('a', 'x', null), changed('b', null, 'x'), 'copy'],
  ['what it was written over', changed('a', 'x', null), changed('b', 'y', 'x'), 'copy'],
  ['other bytes', changed('a', 'x', null), changed('b', null, 'y'), undefined],
  ['nothing but an empty file', changed('a', '', null), changed('b', null, ''), undefined],
  ['a file in the folder in its place', changed('a', 'x', null), changed('a/b/c', null, 'y'), 'room'],
  ['the file in the place of its folder', changed('a/b', 'x', null), changed('a', null, 'y'), 'room'],
  ['a file that was there before', changed('a/b', 'x', null), changed('a/c', 'y', 'z'), undefined],
  ['the same name elsewhere, unknown', changed('d/a', '?', null), changed('e/a', null, 'y'), 'perhaps'],
  ['another name, unknown', changed('d/a', '?', null), changed('d/b', null, 'y'), undefined],
  ['two unknown contents', changed('a', '?', 'x'), changed('b', 'y', '?'), undefined],
  ['what was made and stays', changed('a', null, 'x'), changed('b', null, 'x'), undefined],
] as const)('E-16 when a file does not come back: %s', (_title, left, file, why) => {
  expect(findBound([left], [file]).get(file)?.why).toBe(why);
});

it('E-16 only the permissions of a file bind nothing, and are not bound', () => {
  const [file, other] = [changed('a', 'x', 'x'), changed('b', null, 'x')];
  const permissions = { ...file, afterMode: 0o755 };
  expect(findBound([permissions], [other]).size).toBe(0);
  expect(findBound([changed('c', 'x', null)], [permissions]).size).toBe(0);
});

const PATHS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const content = fc.option(fc.constantFrom('w', 'x', 'y', 'z'), { nil: null });
const sets = fc
  .uniqueArray(fc.record({ path: fc.constantFrom(...PATHS), before: content, after: content }), {
    selector: ({ path }) => path,
  })
  .map((files) => files.filter(({ before, after }) => before !== after));

it('E-16 whichever files do not come back, no bytes vanish that the set only moved', () => {
  fc.assert(
    fc.property(sets, fc.array(fc.constantFrom(...PATHS)), (files, refused) => {
      const all = files.map(({ path, before, after }) => changed(path, before, after));
      let left = all.filter(({ path }) => refused.includes(path));
      let rest = all.filter((file) => !left.includes(file));
      while (left.length > 0) {
        const bound = findBound(left, rest);
        left = [...bound.keys()];
        rest = rest.filter((file) => !bound.has(file));
      }
      const now = all.map((file) => (rest.includes(file) ? file.before : file.after));
      const moved = all.flatMap(({ after }) =>
        all.filter(({ before }) => before !== null && before === after),
      );
      expect(now).toEqual(expect.arrayContaining(moved.map(({ before }) => before)));
    }),
  );
});
