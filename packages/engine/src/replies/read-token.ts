import type { JsonValue } from './json-value.ts';
import type { ReadingProblemCode } from './reading-problem.ts';

/** What a number or word without quotation marks means. */
export type Token =
  | {
      readonly kind: 'value' | 'word';
      readonly value: JsonValue;
      readonly problem: ReadingProblemCode | null;
    }
  | { readonly kind: 'unclear'; readonly code: Extract<ReadingProblemCode, `unclear_${string}`> };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** More digits than a number can keep. */
const MANY_DIGITS = 16;

/** Also for one that is too large: what it was to be cannot be kept, and no other value is meant. */
const UNCLEAR_NUMBER: Token = { kind: 'unclear', code: 'unclear_number' };

export function readToken(text: string): Token {
  switch (text) {
    case 'true': {
      return { kind: 'value', value: true, problem: null };
    }
    case 'false': {
      return { kind: 'value', value: false, problem: null };
    }
    case 'null': {
      return { kind: 'value', value: null, problem: null };
    }
    default: {
      return NUMBER.test(text) ? readNumber(text) : readForeign(text);
    }
  }
}

function readNumber(text: string): Token {
  const value = Number(text);
  if (!Number.isFinite(value)) return UNCLEAR_NUMBER;
  const isRounded = text.length >= MANY_DIGITS && isInexact(text, value);
  return { kind: 'value', value, problem: isRounded ? 'rounded_number' : null };
}

function isInexact(text: string, value: number): boolean {
  if (/^-?\d+$/.test(text)) return BigInt(value) !== BigInt(text);
  return text.replace(/[eE].*$/, '').replaceAll(/[-.]|^-?0\.?0*/g, '').length > MANY_DIGITS + 1;
}

const FOREIGN_LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['TRUE', true],
  ['False', false],
  ['FALSE', false],
  ['None', null],
  ['Null', null],
  ['NULL', null],
]);

/** JSON has no value for these; what was to be done about that is not known. */
const NO_VALUE = /^[+-]?(?:nan|inf|infinity|undefined|nil)$/i;
/** A literal that was cut or misspelled would be a wrong text. */
const NEAR_LITERAL = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?|on?)?|y(?:es)?|no?|on|off)$/i;
const BEGINS_LIKE_LITERAL = /^(?:true|false|null|none)/i;
const WORDS = /^[\p{L}_$][\p{L}\p{N}_$-]*[.!?]?(?: +[\p{L}\p{N}_$-]+[.!?]?)*$/u;
export const LONGEST_WORD = 100;

function readForeign(text: string): Token {
  const literal = FOREIGN_LITERALS.get(text);
  if (literal !== undefined) return { kind: 'value', value: literal, problem: 'foreign_literal' };
  if (/^[+\-.\d]/.test(text)) return readForeignNumber(text);
  const isWord = text.length <= LONGEST_WORD && WORDS.test(text);
  if (!isWord || NO_VALUE.test(text) || NEAR_LITERAL.test(text) || BEGINS_LIKE_LITERAL.test(text))
    return { kind: 'unclear', code: 'unclear_word' };
  return { kind: 'word', value: text, problem: 'unquoted_text' };
}

/** Versions, dates, sizes with a unit and unique ids are no numbers, whoever reads them. */
const TEXT_OF_DIGITS =
  /^(?:\d{1,9}(?:\.\d{1,9}){2,5}|\d{4}-\d{2}-\d{2}|\d{1,9}(?:px|em|rem|vh|vw|pt|ms|kb|mb|gb|st|nd|rd|th)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const LONGEST_FOREIGN = 400;

/** `+1`, `.5`, `5.`, `1_000` and `0x1F` mean one number in every language that has them. */
function readForeignNumber(text: string): Token {
  if (TEXT_OF_DIGITS.test(text)) return { kind: 'word', value: text, problem: 'unquoted_text' };
  if (text.length > LONGEST_FOREIGN || !/^[+-]?\.?\d/.test(text)) return UNCLEAR_NUMBER;
  if (/^[+-]?0[xX][0-9a-fA-F]{1,13}$/.test(text)) {
    const size = Number.parseInt(text.replace(/^[+-]?0[xX]/, ''), 16);
    return { kind: 'value', value: text.startsWith('-') ? -size : size, problem: 'foreign_number' };
  }
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '')
    .replaceAll(/(?<=\d)_(?=\d)/g, '');
  const value = Number(plain);
  if (!NUMBER.test(plain) || !Number.isFinite(value)) return UNCLEAR_NUMBER;
  return { kind: 'value', value, problem: 'foreign_number' };
}
