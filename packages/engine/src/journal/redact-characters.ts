/** Classes of characters as tables, because they are asked once for each character of a text. */

function tableOf(contains: RegExp): Uint8Array {
  return Uint8Array.from({ length: ASCII }, (_, code) => (contains.test(String.fromCharCode(code)) ? 1 : 0));
}

const ASCII = 128;

const WORD = tableOf(/[\w-]/u);
const NAME = tableOf(/[\w.-]/u);
const GAP = tableOf(/[\\"'`\]\s]/u);
const QUOTE = tableOf(/["'`\\]/u);
const GIVING = tableOf(/[:=,(>]/u);
const BARE = tableOf(/[^\s"'`\\<>(){}[\],;&|]/u);

export function isWordCode(code: number): boolean {
  return WORD[code] === 1;
}

export function isNameCode(code: number): boolean {
  return NAME[code] === 1;
}

/** A quote, or the backslash before one. */
export function isQuoteCode(code: number): boolean {
  return QUOTE[code] === 1;
}

/** What may stand between a name and the sign that gives it a value. */
export function isGapCode(code: number): boolean {
  return code >= ASCII ? isWideSpace(code) : GAP[code] === 1;
}

export function isGivingCode(code: number): boolean {
  return GIVING[code] === 1;
}

/** An ASCII character of a value without quotes. */
export function isBareCode(code: number): boolean {
  return BARE[code] === 1;
}

/** Where a value without quotes ends; the next parameter of an address is no part of it. */
export function findBareEnd(text: string, start: number, limit: number): number {
  const last = Math.min(limit, text.length);
  let index = start;
  while (index < last) {
    const code = text.charCodeAt(index);
    if (code >= ASCII ? isWideSpace(code) : BARE[code] !== 1 && !isPlainAmpersand(text, index)) break;
    index += 1;
  }
  return index;
}

const FIRST_WIDE_SPACE = 0xa0;

function isWideSpace(code: number): boolean {
  return code >= FIRST_WIDE_SPACE && /\s/u.test(String.fromCharCode(code));
}

function isPlainAmpersand(text: string, index: number): boolean {
  if (text.charAt(index) !== '&') return false;
  PARAMETER.lastIndex = index;
  return !PARAMETER.test(text);
}

const PARAMETER = /&\w{1,40}=/uy;

/** Whether a word starts here: after no part of a word, after an escape, or after the dash of a list. */
export function startsWord(text: string, start: number): boolean {
  if (start === 0) return true;
  const code = text.charCodeAt(start - 1);
  if (!isWordCode(code)) return true;
  if (code === DASH) return start === 1 || !isWordCode(text.charCodeAt(start - 2));
  return (
    mayEndEscape(text, start, code) && ESCAPE.test(text.slice(Math.max(0, start - LONGEST_ESCAPE), start))
  );
}

/** Whether a part of a name starts here, as in `backup-x` and `TOKEN_x`, or the value of an option, as in `-ux`. */
export function startsPart(text: string, start: number): boolean {
  const code = text.charCodeAt(start - 1);
  if (code === DASH || code === UNDERSCORE) return true;
  return text.charCodeAt(start - 2) === DASH && (start === 2 || !isWordCode(text.charCodeAt(start - 3)));
}

/** Cheaper than the pattern, which is asked only when the sign stands where an escape would begin. */
function mayEndEscape(text: string, start: number, code: number): boolean {
  return (
    code === LOWER_M ||
    text.charCodeAt(start - 2) === BACKSLASH ||
    text.charCodeAt(start - 3) === PERCENT ||
    text.charCodeAt(start - 4) === BACKSLASH ||
    text.charCodeAt(start - 6) === BACKSLASH
  );
}

const DASH = 45;
const UNDERSCORE = 95;
const LOWER_M = 109;
const PERCENT = 37;
const BACKSLASH = 92;
const LONGEST_ESCAPE = 15;

/** What ends in a letter or a digit, but is none: `\n`, `\u0022`, `%3D` and the colours of a terminal. */
const ESCAPE = /(?:\\[nrtbf0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[\d;]{0,12}m)$/u;
