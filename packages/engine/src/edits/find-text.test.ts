import { expect, it } from 'vitest';

import { findText } from './find-text.ts';

it('E-02 finds a long text where indexOf finds it', () => {
  const part = 'ab'.repeat(3000);
  const [first, second] = [`${part}c${part}`, `${part}d${part}`];
  const text = `ab${first}${part}${second}${part}${first}`;
  for (const search of [part, first, second, `${second}x`, `b${first}`, `${part}${second}`]) {
    for (const from of [0, 1, 3, text.indexOf(search) + 1, text.length]) {
      expect(findText(text, search, from)).toBe(text.indexOf(search, from));
    }
  }
});
