import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { findName, hasName, joinNames, listNames, namesOfList, namesOfText } from './folder-names.ts';

type Has = typeof hasName;

const part = fc.constantFrom('a', 'b', '.git', 'ä', 'ignore', '.');
const name = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
  .filter((text) => !/^\.{1,2}$/u.test(text));
const lists = fc.uniqueArray(name, { maxLength: 6 });

/** Whether names that are one text answer as a list of them does. */
function isAlike(has: Has): boolean {
  const { failed } = fc.check(
    fc.property(lists, name, (list, wanted) => {
      const [asList, asText] = [namesOfList(list), namesOfText(list.join('\0'))];
      expect(has(asText, wanted)).toBe(list.includes(wanted));
      expect(has(asList, wanted)).toBe(list.includes(wanted));
      expect([findName(asText, wanted), findName(asList, wanted)]).toEqual(
        Array.from({ length: 2 }, () => list.indexOf(wanted)),
      );
      expect([joinNames(asText), joinNames(asList)]).toEqual(
        Array.from({ length: 2 }, () => list.join('\0')),
      );
      expect([listNames(asText), listNames(asList)]).toEqual([list, list]);
    }),
    { numRuns: 3000, seed: 7 },
  );
  return !failed;
}

it('E-16 names that are kept as one text are those of the list', () => {
  expect(isAlike(hasName)).toBe(true);
});

const TWINS: Readonly<Record<string, Has>> = {
  'takes a part of a name for one': (names, wanted) => joinNames(names).includes(wanted),
  'looks at the first place alone': (names, wanted) => {
    const text = joinNames(names);
    return text.includes(wanted) && `\0${text}\0`.startsWith(`\0${wanted}\0`, text.indexOf(wanted));
  },
};

it.each(Object.entries(TWINS))('E-16 who %s is found out', (_title, twin) => {
  expect(isAlike(twin)).toBe(false);
});

it('E-16 sees a list that grows', () => {
  const list = ['a'];
  const names = namesOfList(list);
  list.push('b');
  expect([joinNames(names), findName(names, 'b'), listNames(names).length]).toEqual(['a\0b', 1, 2]);
});

it.each(['..', '.', '', 'a/b', '/'])('E-16 believes nothing of a text with %j for a name', (bad) => {
  expect(listNames(namesOfText(['a', bad, 'b'].join('\0')))).toEqual([]);
  expect(findName(namesOfText(['a', bad, 'b'].join('\0')), 'a')).toBe(-1);
});
