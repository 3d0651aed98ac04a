import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { visible, visibleJson, visibleLine } from './visible.ts';

const RUNS = 3000;

/** Anything a file name, a model or a web page can bring along. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit))).map((units) => units.join('')),
  fc
    .array(
      fc.constantFrom(
        'a',
        '\u001B',
        '\r',
        '\n',
        '\t',
        '\u200D',
        '\uFE0F',
        '😀',
        '👩',
        '🏽',
        '\u202E',
        '\uD83D',
      ),
    )
    .map((parts) => parts.join('')),
);

it('A-24 lets no control character through but line breaks and tabs', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(visible(text)).not.toMatch(/(?![\n\t])\p{Cc}/u);
      expect(visibleLine(text)).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: RUNS },
  );
});

it('A-24 lets nothing through that turns, hides or breaks what is read', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(visible(text)).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
      expect(visible(text)).not.toMatch(/[\u00AD\u200B\u200C\u2028\u2029\u2060-\u2065\uFEFF\uFFF9-\uFFFB]/u);
      expect(visible(text)).not.toMatch(/[\u{E0000}-\u{E0FFF}]|\p{Surrogate}/u);
    }),
    { numRuns: RUNS },
  );
});

it('A-24 lets a joiner through only between two pictures', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const between =
        /(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})/gu;
      expect(visible(text).replaceAll(between, '')).not.toContain('\u200D');
    }),
    { numRuns: RUNS },
  );
});

it('A-24 lets a variation selector through only behind what it chooses a picture for', () => {
  expect(visible('❤\uFE0F ☎\uFE0E 1\uFE0F\u20E3')).toBe('❤\uFE0F ☎\uFE0E 1\uFE0F\u20E3');
  expect(visible('a\uFE0Fb')).toBe('a<U+FE0F>b');
  expect(visible('❤\uFE0F\uFE0E\uFE0F')).toBe('❤\uFE0F<U+FE0E><U+FE0F>');
});

it.each(['👩‍🚀', '👨‍👩‍👧‍👦', '🏳️‍🌈', '👩🏽‍🚀', '👩‍❤️‍💋‍👨', '🏃🏾‍♀️‍➡️', '🧑🏻‍🤝‍🧑🏿', '🏴‍☠️', '1️⃣', '🇨🇭', '❤️‍🔥'])(
  'leaves the emoji %s as it is',
  (emoji) => {
    expect(visible(`a ${emoji} b`)).toBe(`a ${emoji} b`);
    expect(visibleLine(emoji)).toBe(emoji);
    expect(visibleJson(emoji)).toBe(`"${emoji}"`);
  },
);

it('leaves text of every script as it is', () => {
  const text =
    'Zürich naïve Ελλάδα Москва שלום السلام 日本語 한국어 हिन्दी ไทย e\u0301 ½ € — “quoted” …\n\tend';
  expect(visible(text)).toBe(text);
});

it('shows each unseen character by a picture or by its number', () => {
  expect(visible('a\u001B[31mb')).toBe('a␛[31mb');
  expect(visible('\u0000\u0007\u007F')).toBe('␀␇␡');
  expect(visible('\u0085\u009B\u202E\u{E0041}\uD83D')).toBe('<U+0085><U+009B><U+202E><U+E0041><U+D83D>');
  expect(visible('one\r\ntwo\rthree')).toBe('one\ntwo␍three');
  expect(visibleLine('one\r\ntwo\tthree')).toBe('one␊two␉three');
});

it('A-24 JSON parses back to the same value, whatever it is', () => {
  const anyValue = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      anyText,
      fc.constantFrom(null, true, false, 0, -1.5),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(anyText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(anyValue, (value) => {
      const text = visibleJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text).not.toMatch(
        /[\p{Cc}\u061C\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|\p{Surrogate}/u,
      );
    }),
    { numRuns: RUNS },
  );
});

it('JSON stays on one line and escapes what nobody would see', () => {
  expect(visibleJson({ text: 'a\n\u202E\u{E0041}\\\u200B' })).toBe(
    String.raw`{"text":"a\n\u202e\udb40\udc41\\\u200b"}`,
  );
});
