import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createRedactor } from '../journal/redact-secrets.ts';
import { cleanBytes, createPieceCleaner } from './clean-pieces.ts';

const redactor = createRedactor({ secrets: ['correct horse battery staple'] });
const redact = (text: string): string => redactor.redactText(text).text;
const reader = { redact, unfinishedFrom: redactor.unfinishedFrom };
const encoder = new TextEncoder();

const KEY_NAME = ['PRIVATE', 'KEY'].join(' ');
const KEY = [`-----BEGIN ${KEY_NAME}-----`, ...Array.from({ length: 50 }, (_l, i) => letters(64, i))]
  .concat(`-----END ${KEY_NAME}-----`)
  .join('\n');
const SECRETS = [
  `export GITHUB_TOKEN=ghp_${letters(36, 3)}`,
  `password = "${letters(20, 9)}"`,
  'the words are correct horse battery staple',
  KEY,
];

function letters(length: number, seed: number): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length }, (_letter, at) => signs[(at * 7 + seed * 13 + ((at * at) % 11)) % 62]).join(
    '',
  );
}

function cleanInPieces(bytes: Uint8Array, lengths: readonly number[]): Uint8Array {
  const cleaner = createPieceCleaner(reader);
  const out: Uint8Array[] = [];
  for (let [at, turn] = [0, 0]; at < bytes.length; turn += 1) {
    const length = Math.max(1, lengths[turn % lengths.length] ?? 1);
    out.push(cleaner.add(bytes.slice(at, at + length)));
    at += length;
  }
  return Buffer.concat([...out, cleaner.end()]);
}

/** Each piece alone, as whoever forgets that a piece may end inside a secret. */
function cleanEachAlone(bytes: Uint8Array, length: number): Uint8Array {
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length)
    out.push(cleanBytes(bytes.slice(at, at + length), redact));
  return Buffer.concat(out);
}

/** A long text with secrets at these places, with line breaks or without any. */
function textWith(places: readonly number[], breaks: boolean): string {
  const filler = 'an ordinary line of a log, with words and numbers 12345 äöü 漢字 ';
  const parts = places.map((place, index) => {
    const secret = SECRETS[index % SECRETS.length] ?? '';
    const before = filler.repeat(Math.ceil(place / filler.length)).slice(0, place);
    return breaks
      ? `${before.replaceAll(' ', '\n')}\n${secret}\n`
      : `${before} ${secret.replaceAll('\n', ' ')} `;
  });
  return `${parts.join('')}the end`;
}

it.each([
  ['with lines', true],
  ['in one line', false],
])('G-08 takes secrets out of an output %s, wherever its pieces are cut', (_how, breaks) => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 5 }),
      (places, lengths) => {
        const bytes = encoder.encode(textWith(places, breaks));
        const clean = new TextDecoder().decode(cleanInPieces(bytes, lengths));
        for (const secret of SECRETS.flatMap((one) => one.split('\n')).slice(0, places.length))
          expect(clean.includes(secret.slice(-20))).toBe(false);
        expect(clean.startsWith(redact(textWith(places, breaks)).slice(0, 1000))).toBe(true);
        expect(clean.endsWith('the end')).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

it('G-08 a cleaner that reads each piece alone lets a secret through, so that the test above means something', () => {
  const bytes = encoder.encode(textWith([1000, 1000, 1000, 1000], true));
  const clean = new TextDecoder().decode(cleanEachAlone(bytes, 50));
  expect(SECRETS.some((secret) => clean.includes(secret.slice(-20)))).toBe(true);
});

it('G-08 passes on bytes as they are where nothing is secret, also those that are no text', () => {
  const bytes = Uint8Array.from({ length: 900_000 }, (_byte, at) => (at * 31 + (at >> 8)) % 256);
  const quiet = createPieceCleaner({ redact: (text) => text, unfinishedFrom: () => 0 });
  const out = [quiet.add(bytes.slice(0, 400_001)), quiet.add(bytes.slice(400_001)), quiet.end()];
  expect(Buffer.concat(out).equals(Buffer.from(bytes))).toBe(true);
  expect(out[0]?.length).toBeGreaterThan(0);
});

it('G-08 holds back no more than a part of an output that is full of secrets', () => {
  const line = `password = "${letters(20, 9)}"\n`;
  const cleaner = createPieceCleaner(reader);
  const piece = encoder.encode(line.repeat(4000));
  let passed = 0;
  for (let count = 0; count < 40; count += 1) passed += cleaner.add(piece).length;
  expect(passed).toBeGreaterThan(0);
  const rest = new TextDecoder().decode(cleaner.end());
  expect(rest).not.toContain(letters(20, 9));
  expect(rest.length).toBeLessThan(3_000_000);
});
