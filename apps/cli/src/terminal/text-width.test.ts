import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { cutToWidth, padToWidth, textWidth } from './text-width.ts';

it('counts columns, not code units', () => {
  expect([textWidth('abc'), textWidth('日本'), textWidth('😀'), textWidth('e\u0301')]).toEqual([3, 4, 2, 1]);
});

it('cuts between characters and pads to the column', () => {
  expect(cutToWidth('abcdef', 4)).toBe('abc…');
  expect(cutToWidth('日本語', 5)).toBe('日本…');
  expect(cutToWidth('abc', 3)).toBe('abc');
  expect(padToWidth('日', 4)).toBe('日  ');
});

it('never gives more columns than asked for, and cuts only what is too long', () => {
  const property = fc.property(
    fc.string({ unit: 'grapheme' }),
    fc.integer({ min: 1, max: 40 }),
    (text, width) => {
      expect(textWidth(cutToWidth(text, width))).toBeLessThanOrEqual(width);
      expect(cutToWidth(text, width) === text).toBe(textWidth(text) <= width);
    },
  );
  expect(() => fc.assert(property)).not.toThrow();
});
