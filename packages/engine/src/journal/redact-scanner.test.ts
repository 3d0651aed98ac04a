import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createScanner, type Anchor } from './redact-scanner.ts';

function listHits(anchors: readonly Anchor<string>[], text: string): string[] {
  const hits: string[] = [];
  createScanner(anchors)(text, (start, means) => hits.push(`${start} ${means}`));
  return hits.toSorted();
}

/** What the scanner must find, found the slow way. */
function listPlaces(anchors: readonly Anchor<string>[], text: string): string[] {
  const places: string[] = [];
  for (const { text: anchor, ignoreCase, means } of anchors) {
    for (let start = 0; start + anchor.length <= text.length; start += 1) {
      const part = text.slice(start, start + anchor.length);
      if ((ignoreCase ? part.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : part) === anchor)
        places.push(`${start} ${means}`);
    }
  }
  return places.toSorted();
}

const letters = fc.constantFrom(...Array.from('abAB-_ é\u2028日'));
const anchor = fc
  .record({
    text: fc.string({ unit: letters, minLength: 3, maxLength: 7 }).filter(({ length }) => length >= 3),
    ignoreCase: fc.boolean(),
  })
  .map(({ text, ignoreCase }) => {
    const written = ignoreCase ? text.toLowerCase() : text;
    return { text: written, ignoreCase, means: `${written} ${ignoreCase}` };
  });

it('finds every anchor wherever it stands, in any case if asked, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(anchor, { minLength: 1, maxLength: 6 }),
      fc.string({ unit: letters, maxLength: 60 }),
      fc.nat(),
      (anchors, around, place) => {
        const chosen = anchors[place % anchors.length]?.text ?? '';
        const cut = place % (around.length + 1);
        const text = `${around.slice(0, cut)}${chosen}${around.slice(cut)}`;
        expect(listHits(anchors, text)).toEqual(listPlaces(anchors, text));
      },
    ),
    { numRuns: 1000 },
  );
});

it('refuses an anchor that is too short to jump', () => {
  expect(() => createScanner([{ text: 'ab', ignoreCase: false, means: 'x' }])).toThrow('too short');
});
