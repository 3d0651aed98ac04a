import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { findPages } from './page-text.ts';

const SIZE = 5000;

function cut(text: string): readonly string[] {
  const starts = findPages(text, SIZE);
  return starts.map((start, place) => text.slice(start, starts[place + 1] ?? text.length));
}

it('G-09 pages of an output are all of it, in order, and none is too long', () => {
  const lines = fc.array(fc.string({ maxLength: 40 }), { maxLength: 600 });
  fc.assert(
    fc.property(lines, (parts) => {
      const text = parts.join('\n');
      const pages = cut(text);
      expect(pages.join('')).toBe(text);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(SIZE);
      for (const page of pages.slice(0, -1)) expect(page.endsWith('\n')).toBe(true);
    }),
  );
});

it('G-09 an output without lines has pages too', () => {
  const pages = cut('x'.repeat(SIZE * 3 + 1));
  expect(pages.map(({ length }) => length)).toEqual([SIZE, SIZE, SIZE, 1]);
  expect(cut('')).toEqual(['']);
});
