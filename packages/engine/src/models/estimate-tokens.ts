/**
 * How many tokens a text has at most, as far as that can be said without the tokenizer of a provider: counted
 * rather too high than too low, because money is reserved by it. One pass, no tables, nothing to load.
 *
 * Tokenizers agree in outline: a word takes the space before it, long and rare words break into pieces, a change
 * of case breaks a word, and what is not Latin costs up to one token for each byte.
 */
export function estimateTokens(text: string): number {
  let points = 0;
  let before: Kind = 'space';
  let length = 0;
  let previous = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    // A capital and the small letters after it are one piece of a word.
    const goesOn = kind === before || (before === 'upper' && kind === 'lower' && length === 1);
    length = goesOn ? length + 1 : 1;
    points += pointsOf(kind, { code, length, before, isRepeated: code === previous });
    before = kind;
    previous = code;
  }
  return Math.ceil(points / WHOLE);
}

type Kind = 'lower' | 'upper' | 'digit' | 'space' | 'sign' | 'other';

function kindOf(code: number): Kind {
  if (code >= 97 && code <= 122) return 'lower';
  if (code === 32 || (code >= 9 && code <= 13)) return 'space';
  if (code >= 65 && code <= 90) return 'upper';
  if (code >= 48 && code <= 57) return 'digit';
  return code < 128 ? 'sign' : 'other';
}

/** The points of one token; whole numbers, so that a sum does not depend on its order. */
const WHOLE = 16;

interface Place {
  readonly code: number;
  /** How many characters of its kind stand here up to this one. */
  readonly length: number;
  readonly before: Kind;
  readonly isRepeated: boolean;
}

function pointsOf(kind: Kind, { code, length, before, isRepeated }: Place): number {
  switch (kind) {
    case 'lower':
      return lowerPoints(length);
    case 'upper':
      return length === 1 ? (before === 'lower' ? WHOLE * 2 : WHOLE) : length > 6 ? 12 : WHOLE / 2;
    case 'digit':
      // Some tokenizers make a token of each.
      return WHOLE;
    case 'space':
      // The first space belongs to the word after it; a new line stands alone.
      if (code !== 32) return isRepeated ? WHOLE / 4 : WHOLE;
      return length === 1 ? 0 : length > 16 ? 1 : WHOLE / 4;
    case 'sign':
      return isRepeated ? WHOLE / 4 : WHOLE;
    case 'other':
      return (before === 'space' ? WHOLE : 0) + otherPoints(code, isRepeated);
  }
}

/** A word of four letters is one token; a long one is rare, and breaks into ever smaller pieces. */
function lowerPoints(length: number): number {
  if (length === 1 || length === 5) return WHOLE;
  return length > 6 ? 10 : 0;
}

/** By script; no tokenizer makes more tokens than there are bytes, which are two for what lies below 0x800. */
function otherPoints(code: number, isRepeated: boolean): number {
  if (code < 0x0700) return cyrillic(code) ?? WHOLE * 2;
  // Dashes, quotation marks and the lines of tables.
  if (code >= 0x2500 && code < 0x2600) return isRepeated ? WHOLE / 4 : WHOLE * 2;
  if (code >= 0x2010 && code < 0x2030) return WHOLE * 2;
  // Kana and Chinese characters, then Korean syllables.
  if (code >= 0x3000 && code < 0xa000) return WHOLE * 1.75;
  if (code >= 0xac00 && code < 0xd800) return WHOLE * 2;
  // One half of a pair: an emoji or a rare character, four bytes in all.
  if (code >= 0xd800 && code < 0xe000) return WHOLE * 2;
  return WHOLE * 3;
}

function cyrillic(code: number): number | undefined {
  if (code >= 0x0430 && code < 0x0460) return WHOLE;
  return code >= 0x0410 && code < 0x0430 ? WHOLE * 1.5 : undefined;
}
