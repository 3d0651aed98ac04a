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
/** Addresses and versions are texts, whoever reads them; `a.b` may be meant to be looked up. */
const ADDRESS =
  /^(?:(?:https?|ftp|wss?|file):\/\/[\w.~:/?&=%+@!-]{1,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|v\d{1,9}(?:\.\d{1,9}){1,5})$/;
export const LONGEST_WORD = 100;
const LONGEST_ADDRESS = 2000;
const SCHEME = /^(?:https?|ftp|wss?|file)$/;
const BEGINS_LIKE_ADDRESS = /^(?:https?|ftp|wss?|file):/;
const BEGINS_LIKE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}(?::\d{2})?$/;

/** Whether a token goes on with what follows it although no token can hold it: that of an address or of a time does. */
export function goesOn(token: string, following: string): boolean {
  if (token.length > LONGEST_ADDRESS) return false;
  if (BEGINS_LIKE_ADDRESS.test(token)) return /^[:/&=%~@][^*]/.test(following);
  if (following.startsWith(':')) {
    const isAddress = following.startsWith('://') && SCHEME.test(token);
    return isAddress || (BEGINS_LIKE_TIME.test(token) && /^:\d/.test(following));
  }
  return /^@[\w]/.test(following) && /^[A-Za-z][\w.+-]*$/.test(token);
}

function readForeign(text: string): Token {
  const literal = FOREIGN_LITERALS.get(text);
  if (literal !== undefined) return { kind: 'value', value: literal, problem: 'foreign_literal' };
  if (/^[+\-.\d]/.test(text)) return readForeignNumber(text);
  if (ADDRESS.test(text)) return { kind: 'word', value: text, problem: 'unquoted_text' };
  const isWord = text.length <= LONGEST_WORD && WORDS.test(text);
  if (!isWord || NO_VALUE.test(text) || NEAR_LITERAL.test(text) || BEGINS_LIKE_LITERAL.test(text))
    return { kind: 'unclear', code: 'unclear_word' };
  return { kind: 'word', value: text, problem: 'unquoted_text' };
}

/** Versions, dates, sizes with a unit and unique ids are no numbers, whoever reads them. */
const TEXT_OF_DIGITS =
  /^(?:\d{1,9}(?:\.\d{1,9}){2,5}|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,9}(?:px|em|rem|vh|vw|pt|ms|kb|mb|gb|st|nd|rd|th)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const OTHER_BASE = /^[+-]?0(?:x[0-9a-f]{1,13}|b[01]{1,53}|o[0-7]{1,17})$/i;
const LONGEST_FOREIGN = 400;

/** `+1`, `.5`, `5.`, `1_000`, `0x1F`, `0b101` and `0o17` mean one number in every language that has them. */
function readForeignNumber(text: string): Token {
  if (TEXT_OF_DIGITS.test(text)) return { kind: 'word', value: text, problem: 'unquoted_text' };
  if (text.length > LONGEST_FOREIGN || !/^[+-]?\.?\d/.test(text)) return UNCLEAR_NUMBER;
  if (OTHER_BASE.test(text)) {
    const size = Number(text.replace(/^[+-]/, ''));
    return { kind: 'value', value: text.startsWith('-') ? -size : size, problem: 'foreign_number' };
  }
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/^(-?[\d_]+)\.(?=$|[eE])/, '$1')
    .replaceAll(/(?<=\d)_(?=\d)/g, '');
  const value = Number(plain);
  if (!NUMBER.test(plain) || !Number.isFinite(value)) return UNCLEAR_NUMBER;
  return { kind: 'value', value, problem: 'foreign_number' };
}
