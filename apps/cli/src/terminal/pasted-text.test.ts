import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createPastedText } from './pasted-text.ts';

const [START, END] = ['\u001B[200~', '\u001B[201~'];

it('A-24 several pasted lines are one name in the line, and come back whole', () => {
  const pasted = createPastedText();
  const shown = pasted.take(`look: ${START}one\r\ttwo\r\u001B[2J${END} ok`);
  expect(shown).toBe('look: [paste 1: 3 lines] ok');
  expect(pasted.expand(shown)).toBe('look: one\n\ttwo\n\u001B[2J ok');
  expect(pasted.take(`${START}plain${END}`)).toBe('plain');
});

it('A-24 the marks of a paste are found wherever what is typed is cut', () => {
  const text = `a${START}x\ny${END}b${START}1\n2\n3${END}c`;
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts, text.length].toSorted((one, other) => one - other);
      const pasted = createPastedText();
      const pieces = places.map((place, index) => text.slice(places[index - 1] ?? 0, place));
      // A lone ESC is passed on as the key that it is, so a cut behind one is none that a terminal makes.
      fc.pre(pieces.every((piece) => !piece.endsWith('\u001B')));
      expect(pieces.map((piece) => pasted.take(piece)).join('')).toBe(
        'a[paste 1: 2 lines]b[paste 2: 3 lines]c',
      );
    }),
  );
});

it('A-24 a paste that never ends gives the keyboard back with Ctrl-C', () => {
  const pasted = createPastedText();
  expect(pasted.take(`${START}never`)).toBe('');
  expect(pasted.take('\u0003')).toBe('\u0003');
  expect(pasted.take('again')).toBe('again');
});
