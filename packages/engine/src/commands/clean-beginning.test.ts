import { expect, it } from 'vitest';

import { generateSecretLines } from '../journal/redact-corpus.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import { createRandom, fillExample } from '../journal/secret-rules-examples.ts';
import { cleanBeginning, cleanBytes } from './clean-pieces.ts';

const PHRASE = 'correct horse: battery\nstaple';
const redactor = createRedactor({ secrets: [PHRASE] });
const redact = (text: string): string => redactor.redactText(text).text;
const { unfinishedFrom } = redactor;
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** What is shown of a text that was cut there while it was printed. */
function showCut(text: string, at: number): string {
  return decode(cleanBeginning(encode(text.slice(0, at)), { redact, unfinishedFrom }).clean);
}

/** The same of whoever takes what came by then for all. */
function showAsWhole(text: string, at: number): string {
  return decode(cleanBytes(encode(text.slice(0, at)), redact));
}

/** So much of a secret tells nobody what it is; less stands in other words too. */
const PIECE = 8;

function piecesOf(secret: string): readonly string[] {
  return Array.from({ length: Math.max(0, secret.length - PIECE + 1) }, (_piece, at) =>
    secret.slice(at, at + PIECE),
  );
}

/** Secrets of which more is shown at some cut than of the whole. */
function findLeaks(show: (text: string, at: number) => string): readonly string[] {
  const samples = [
    ...[1, 2].flatMap((seed) => generateSecretLines(seed)),
    { text: `the words are ${PHRASE} and more`, secret: PHRASE },
  ];
  return samples.flatMap(({ text, secret }) => {
    const whole = `first line\n${text}\nlast line\n`;
    const clean = redact(whole);
    const pieces = piecesOf(secret).filter((piece) => !clean.includes(piece));
    for (let at = 0; at <= whole.length; at += 1) {
      const shown = show(whole, at);
      const leak = pieces.find((piece) => shown.includes(piece));
      if (leak !== undefined) return [`${JSON.stringify(whole.slice(0, at))}: ${leak}`];
    }
    return [];
  });
}

it('G-08 N-20 shows nothing of a secret, wherever the output is cut while it is printed', () => {
  expect(findLeaks(showCut)).toEqual([]);
});

it('G-08 N-20 who takes what came by then for all shows halves of secrets, so that the test above means something', () => {
  expect(findLeaks(showAsWhole).length).toBeGreaterThan(100);
});

it('G-08 N-20 a value waits for the name that may come behind it', () => {
  const secret = fillExample('{alnum:24}', createRandom(7));
  const text = `[\n  {\n    "value": "${secret}",\n    "name": "api_key"\n  }\n]\n`;
  expect(redact(text)).not.toContain(secret);
  for (let at = 0; at <= text.length; at += 1)
    expect(showCut(text, at)).not.toContain(secret.slice(0, PIECE));
  expect(showCut(text, text.length)).toBe(redact(text));
});

it.each([
  ['one\ntwo\n', 'one\ntwo\n'],
  ['one\ntwo', 'one\n'],
  ['Proceed? [y/N] ', 'Proceed? [y/N] '],
  ['Building the thi', 'Building the '],
  ['10 %\r20 %\r30', '10 %\r20 %\r'],
  ['tests .....', 'tests .....'],
  ['token=abc', ''],
  ['the token=abc', 'the '],
  ['says "a b c', 'says '],
  ['voilà ça', 'voilà '],
  ['', ''],
])('G-08 of %j it shows %j', (printed, shown) => {
  expect(showCut(printed, printed.length)).toBe(shown);
});

it('G-08 holds back no more than a secret can be long', () => {
  const text = 'x'.repeat(100_000);
  expect(showCut(text, text.length).length).toBe(100_000 - 32 * 1024);
});

/** By one expression, which takes as long as the square of the line. */
const LAST_WORD = /(?!\t)[A-Za-z0-9\p{Cc}\u0080-\u00FF][^ \t]*$/u;

it('G-08 of a line that goes on its last word is held back, wherever that begins', () => {
  const random = createRandom(5);
  const signs = ['a', '7', ' ', '\t', '-', '\u0001', '\u00e4', '.', '/'];
  for (let round = 0; round < 2000; round += 1) {
    const line = Array.from({ length: 12 }, () => signs[random(signs.length)] ?? '').join('');
    const found = line.search(LAST_WORD);
    expect(unfinishedFrom(Buffer.from(line, 'latin1'))).toBe(found === -1 ? line.length : found);
  }
});
