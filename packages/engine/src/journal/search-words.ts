import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { WordSplitter } from '../ports/search-index.ts';

const MOST_CHARACTERS = 1000;
const MOST_WORDS = 64;

/** What belongs to a word in the way of `unicode61`; a mark belongs to the letter before it. */
const ONE_LETTER = /[\p{L}\p{N}\p{Co}\p{M}]/u;
const ANY_WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;
const PLAIN_WORD = /^[a-z0-9]+$/;
const PLAIN_TEXT = /^\p{ASCII}*$/u;

/** The words that an entry must have; a query without any, or with too many, is refused. */
export function readQueryWords(text: string, splitter: WordSplitter): Result<readonly string[]> {
  const long = refuseLong(text);
  if (!long.ok) return long;
  const words = splitter.split(text);
  if (words.length === 0) {
    const sentence = `There is no word in ${JSON.stringify(text)}; give letters or digits, or use --substring.`;
    return fail(rookError('usage', sentence));
  }
  return words.length > MOST_WORDS
    ? fail(rookError('usage', `A search takes ${MOST_WORDS} words at most.`))
    : succeed(words);
}

export function refuseLong(text: string): Result<void> {
  return text.length > MOST_CHARACTERS
    ? fail(rookError('usage', `A search takes ${MOST_CHARACTERS} characters at most.`))
    : succeed(undefined);
}

/**
 * A test whether texts have every word, each as a word or as the beginning of one. Plain letters behind plain
 * punctuation begin a word in whatever way text is split, so they are found here, and so is all there is to find in
 * text of plain ASCII. Other text is split as the index splits it.
 */
export function createWordTest(
  words: readonly string[],
  splitter: WordSplitter,
): (texts: readonly string[]) => boolean {
  const plain = words.map((word) =>
    PLAIN_WORD.test(word) ? new RegExp(`(?:^|[^a-z0-9\\u0080-\\uFFFF])${word}`, 'i') : undefined,
  );
  const hasWord = (text: string, ascii: boolean, split: () => readonly string[], index: number): boolean => {
    if (plain[index]?.test(text) === true) return true;
    if (ascii) return false;
    const word = words[index] ?? '';
    return split().some((found) => found.startsWith(word));
  };
  return (texts) => {
    let missing = words.map((_word, index) => index);
    for (const text of texts) {
      const ascii = PLAIN_TEXT.test(text);
      let found: readonly string[] | undefined;
      const split = () => (found ??= splitter.split(text));
      missing = missing.filter((index) => !hasWord(text, ascii, split, index));
      if (missing.length === 0) return true;
    }
    return false;
  };
}

export type Mark = readonly [number, number];

/** Where hits begin between two places of a text, for showing them; a script that folds oddly may have none. */
export type FindMarks = (text: string, from: number, to: number) => Iterable<Mark>;

export function createWordMarks(words: readonly string[]): FindMarks {
  const plain = words.filter((word) => PLAIN_WORD.test(word)).toSorted((a, b) => b.length - a.length);
  const quick = plain.length === words.length ? new RegExp(plain.join('|'), 'gi') : undefined;
  return function* (text, from, to) {
    let marked = false;
    for (const mark of quick === undefined ? [] : matches(quick, text, from, to)) {
      if (!beginsWord(text, mark[0])) continue;
      marked = true;
      yield mark;
    }
    if (marked) return;
    for (const [start, end] of matches(ANY_WORD, text, from, to)) {
      const length = markedLength(text.slice(start, end), words);
      if (length > 0 && beginsWord(text, start)) yield [start, start + length];
    }
  };
}

function beginsWord(text: string, place: number): boolean {
  const [before = ''] = Array.from(text.slice(Math.max(0, place - 2), place)).slice(-1);
  return !ONE_LETTER.test(before);
}

/** The same for a pattern that is itself what was looked for. */
export function createPatternMarks(pattern: RegExp): FindMarks {
  const everywhere = new RegExp(pattern.source, 'giu');
  return (text, from, to) => matches(everywhere, text, from, to);
}

function* matches(pattern: RegExp, text: string, from: number, to: number): Generator<Mark> {
  for (let place = from; ;) {
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    if (match === null || match.index >= to) return;
    const end = match.index + match[0].length;
    yield [match.index, end];
    place = Math.max(end, match.index + 1);
  }
}

/** How much of a word in a text is what a query's word says; 0 when none begins it. */
function markedLength(text: string, words: readonly string[]): number {
  const folded = foldWord(text);
  const word = words.find((one) => folded.startsWith(one));
  if (word === undefined) return 0;
  let length = 0;
  let covered = 0;
  for (const character of text) {
    const more = foldWord(character).length;
    if (covered >= word.length && more > 0) break;
    covered += more;
    length += character.length;
  }
  return length;
}

function foldWord(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
