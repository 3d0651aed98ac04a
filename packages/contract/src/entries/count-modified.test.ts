import { expect, it } from 'vitest';

import { countModified } from './count-modified.ts';

it.each([
  ['nothing', [], 0],
  ['lines that were only added', [{ added: 3, removed: 0 }], 0],
  ['lines that were only removed', [{ added: 0, removed: 2 }], 0],
  ['lines that gave way to as many', [{ added: 2, removed: 2 }], 2],
  ['lines that gave way to more', [{ added: 5, removed: 2 }], 2],
  ['lines that gave way to fewer', [{ added: 1, removed: 4 }], 1],
  [
    'several places, each for itself',
    [
      { added: 3, removed: 0 },
      { added: 0, removed: 3 },
      { added: 1, removed: 1 },
    ],
    1,
  ],
  ['places that are not known', undefined, 0],
])('E-07 E-14 counts as modified of %s', (_what, hunks, count) => {
  expect(countModified(hunks)).toBe(count);
});
