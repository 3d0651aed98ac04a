import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createVisibleStream, type VisibleStream } from './visible-stream.ts';
import { visible } from './visible.ts';

/** What means something only together: line ends, emojis with joiners and selectors, halves, escape sequences. */
const PIECES = [
  '\r',
  '\n',
  '\r\n',
  'a',
  '1',
  '#',
  '\uFE0F',
  '\u200D',
  '👩',
  '🚀',
  '🏽',
  '👩‍🚀',
  '🏳️‍🌈',
  '\uD83D',
  '\uDE80',
  '\u001B[2J',
  '\u202E',
  '\u{E0041}',
  '\u2028',
  '\t',
];

function stream(pieces: readonly string[], made = createVisibleStream()): string {
  return pieces.map((piece) => made.take(piece)).join('') + made.end();
}

/** Cuts texts at any place, and compares what the pieces show with what the whole shows. */
function checkCuts(create: () => VisibleStream): void {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
      fc.array(fc.nat(60), { maxLength: 12 }),
      (parts, cuts) => {
        const text = parts.join('');
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted(
          (one, other) => one - other,
        );
        const pieces = places.map((place, index) => text.slice(places[index - 1] ?? 0, place));
        expect(stream(pieces, create())).toBe(visible(text));
      },
    ),
    { numRuns: 3000 },
  );
}

it('A-24 text in pieces is made visible as the whole of it, wherever it is cut', () => {
  expect(() => checkCuts(createVisibleStream)).not.toThrow();
});

it('A-24 the check finds a stream that looks at each piece alone, and one that forgets its end', () => {
  expect(() => checkCuts(() => ({ take: visible, end: () => '' }))).toThrow('Property failed');
  expect(() => checkCuts(() => ({ ...createVisibleStream(), end: () => '' }))).toThrow('Property failed');
});

it('A-24 a sequence that is split between pieces is shown and not obeyed', () => {
  expect(stream(['a\u001B', '[2', 'J', '\u009B', '31m'])).toBe('a␛[2J<U+009B>31m');
  expect(stream('👩‍🚀\r\n'.split(''))).toBe('👩‍🚀\n');
});

it('A-24 plain text is shown at once', () => {
  const made = createVisibleStream();
  expect(made.take('Hello')).toBe('Hello');
  expect(made.take(' 👩')).toBe(' 👩');
  expect(made.take('\u200D')).toBe('');
  expect(made.take('x')).toBe('<U+200D>x');
});
