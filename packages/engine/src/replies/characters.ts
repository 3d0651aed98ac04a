export const CODE = {
  lineFeed: 0x0a,
  space: 0x20,
  exclamation: 0x21,
  quote: 0x22,
  hash: 0x23,
  dollar: 0x24,
  percent: 0x25,
  star: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  less: 0x3c,
  equals: 0x3d,
  more: 0x3e,
  question: 0x3f,
  at: 0x40,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  underscore: 0x5f,
  backtick: 0x60,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  wideComma: 0xff0c,
  wideColon: 0xff1a,
} as const;

/** What JSON calls space, and what looks like it: wide and narrow spaces, marks without width, old line ends. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x85) return false;
  return code === 0x85 || code === 0xa0 || isWideSpace(code);
}

function isWideSpace(code: number): boolean {
  if (code < 0x16_80) return false;
  if (code >= 0x20_00 && code <= 0x20_0d) return true;
  return [0x16_80, 0x20_28, 0x20_29, 0x20_2f, 0x20_5f, 0x20_60, 0x30_00, 0xfe_ff].includes(code);
}

/** Whether JSON itself knows this space. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const CLOSING_QUOTES: ReadonlyMap<number, number> = new Map(
  ['""', "''", '``', '“”', '””', '„“', '‘’', '’’', '‚‘', '«»', '´´', '＂＂'].map((pair) => [
    pair.charCodeAt(0),
    pair.charCodeAt(1),
  ]),
);

/** The mark that ends a text which begins with this one; 0 when it begins none. */
export function closingQuote(code: number): number {
  if (code === CODE.quote) return CODE.quote;
  return CLOSING_QUOTES.get(code) ?? 0;
}

const PLAIN_QUOTES: ReadonlyMap<number, number> = new Map(
  ['“"', '”"', '„"', '＂"', "‘'", "’'", "‚'", '`´'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

/** The plain mark with which a text that begins with this one may end by mistake; -1 when there is none. */
export function plainQuote(code: number): number {
  return code === CODE.quote ? -1 : (PLAIN_QUOTES.get(code) ?? -1);
}

export function isDigit(code: number): boolean {
  return code >= CODE.zero && code <= CODE.nine;
}

/** What a bare name may begin with. */
export function isWordStart(code: number): boolean {
  return isLetter(code) || code === CODE.underscore || code === CODE.dollar;
}

/** What may stand in a bare name, literal or number. */
export function isTokenPart(code: number): boolean {
  if (code === CODE.plus || code === CODE.minus || code === CODE.point) return true;
  if (code === CODE.exclamation || code === CODE.question) return true;
  return isDigit(code) || isWordStart(code);
}

const LETTER = /^\p{L}$/u;

function isForeignLetter(code: number): boolean {
  return code >= 0xaa && LETTER.test(String.fromCharCode(code));
}

export function isLetter(code: number): boolean {
  return (
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x80 && isForeignLetter(code))
  );
}

export function signs(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (sign) => sign.charCodeAt(0)));
}
