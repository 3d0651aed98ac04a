import {
  findBareEnd,
  isBareCode,
  isGapCode,
  isGivingCode,
  isNameCode,
  isQuoteCode,
  isWordCode,
} from './redact-characters.ts';
import { NAME_KEYS, QUOTE, VALUE_KEYS, type SecretRule } from './secret-rules-shape.ts';

/** Where the value of a name stands. */
export interface NamedValue {
  readonly start: number;
  readonly end: number;
}

/** Where the name ends of which the place is a part. */
export type NameReader = (start: number) => number;

/** Remembers how far a name goes, so that a long row of names is read once. */
export function createNameReader(text: string): NameReader {
  let from = 0;
  let end = 0;
  return (start) => {
    if (start >= from && start < end) return end;
    from = start;
    end = start;
    while (isNameCode(text.charCodeAt(end))) end += 1;
    return end;
  };
}

const SHORTEST_BARE = 8;
const LONGEST_BARE = 256;

/** The value that a rule finds after the name that goes to `nameEnd`; a bare one ends at `limit`. */
export function findNamedValue(
  text: string,
  nameEnd: number,
  limit: number,
  { pattern, bare }: SecretRule,
): NamedValue | undefined {
  if (limit - nameEnd <= SHORTEST_BARE && bare === true && isNameCode(text.charCodeAt(nameEnd + 1)))
    return undefined;
  if (bare === true && isTooShort(text, nameEnd)) return undefined;
  pattern.lastIndex = nameEnd;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const valueStart = nameEnd + (match[1] ?? '').length;
  const end = nameEnd + match[0].length;
  if (end > valueStart || bare !== true) return { start: valueStart, end };
  const bareEnd = findBareEnd(text, valueStart, Math.min(limit, valueStart + LONGEST_BARE));
  if (bareEnd - valueStart < SHORTEST_BARE || isCall(text.charCodeAt(bareEnd))) return undefined;
  return { start: valueStart, end: bareEnd };
}

/** Cheaper than the pattern: what `=` or `:` gives is neither quoted nor as long as a secret without quotes. */
function isTooShort(text: string, nameEnd: number): boolean {
  let index = skipGap(text, nameEnd);
  const sign = text.charCodeAt(index);
  if (sign !== EQUALS && sign !== COLON) return false;
  index += 1;
  while (isGivingCode(text.charCodeAt(index))) index += 1;
  while (text.charCodeAt(index) === SPACE) index += 1;
  // As in `password: string = "…"`.
  if (!isBareCode(text.charCodeAt(index)) || text.startsWith('string', index)) return false;
  return findBareEnd(text, index, index + SHORTEST_BARE) - index < SHORTEST_BARE;
}

/** Cheaper than the patterns: whether a sign that gives, the end of a quoted name, or a space after an option follows. */
export function mayBeGiven(text: string, nameEnd: number): boolean {
  const code = text.charCodeAt(nameEnd);
  if (isGivingCode(code)) return true;
  if (!isGapCode(code)) return false;
  if (isQuoteCode(code)) return true;
  return isGivingCode(codeAfterGap(text, nameEnd)) || (code === SPACE && isOption(text, nameEnd));
}

/** Whether the name stands between quotes and is no key: then its value may stand before it. */
export function isQuotedValue(text: string, nameEnd: number): boolean {
  return isQuoteCode(text.charCodeAt(nameEnd)) && codeAfterGap(text, nameEnd) !== COLON;
}

function codeAfterGap(text: string, nameEnd: number): number {
  return text.charCodeAt(skipGap(text, nameEnd));
}

function skipGap(text: string, nameEnd: number): number {
  const last = nameEnd + LONGEST_GAP;
  let index = nameEnd;
  while (index < last && isGapCode(text.charCodeAt(index))) index += 1;
  return index;
}

const EQUALS = 61;
const SPACE = 32;
const COLON = 58;
/** Three backslashes, a quote, a bracket and eight spaces. */
const LONGEST_GAP = 13;
const LONGEST_OPTION = 63;

function isOption(text: string, end: number): boolean {
  const first = Math.max(0, end - LONGEST_OPTION);
  let start = end;
  while (start > first && isWordCode(text.charCodeAt(start - 1))) start -= 1;
  return text.startsWith('--', start);
}

function isCall(code: number): boolean {
  return code === ROUND || code === SQUARE || code === CURLY;
}

const ROUND = 40;
const SQUARE = 91;
const CURLY = 123;

/** Whether a name is given a value that could itself stand inside a value without quotes. */
export function isGivenInside(text: string, nameEnd: number): boolean {
  const sign = text.charAt(nameEnd);
  return sign === '=' || sign === ':';
}

/** The value before a name, in `"value": "…", "name": "api_key"`. */
export function findValueBefore(text: string, start: number): NamedValue | undefined {
  VALUE_BEFORE.lastIndex = start;
  const match = VALUE_BEFORE.exec(text);
  if (match === null) return undefined;
  const end = start - (match[2] ?? '').length;
  return { start: end - (match[1] ?? '').length, end };
}

const VALUE_BEFORE = new RegExp(
  `(?<=${QUOTE}(?:${VALUE_KEYS.join('|')})${QUOTE}\\s{0,4}:\\s{0,4}${QUOTE}([^\\s"'\\\\]{8,512})` +
    `(${QUOTE}\\s{0,4},\\s{0,32}${QUOTE}(?:${NAME_KEYS.join('|')})${QUOTE}\\s{0,4}:\\s{0,4}${QUOTE}[\\w.-]{0,40}))`,
  'iuy',
);
