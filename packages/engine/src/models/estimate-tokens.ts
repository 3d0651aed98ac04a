import { COMMON_CHARACTERS, COMMON_WORDS, FOLLOWERS } from './estimate-words.ts';

/**
 * How many tokens a text has at most, as far as that can be said without the tokenizer of a provider: counted
 * rather too high than too low, because money is reserved by it. One pass, small tables, nothing to load.
 *
 * Tokenizers agree in outline: a word takes the space before it, common words are one token, others break into
 * pieces, the smaller the less they look like words, and what is not Latin costs up to one token for each byte.
 */
export function estimateTokens(text: string): number {
  let points = 0;
  let before: Kind = 'space';
  let length = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === 'lower' || kind === 'upper') {
      const end = endOfWord(text, at);
      points += wordPoints(text.slice(at, end)) + (isLetter(before) ? GLUED : 0);
      before = kindOf(text.charCodeAt(end - 1));
      length = 0;
      at = end;
      continue;
    }
    length = kind === before ? length + 1 : 1;
    points += pointsOf(kind, { code, length, before, isRepeated: code === text.charCodeAt(at - 1) });
    before = kind;
    at += 1;
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

function isLetter(kind: Kind): boolean {
  return kind === 'lower' || kind === 'upper';
}

/** The points of one token; whole numbers, so that a sum does not depend on its order. */
const WHOLE = 16;
/** What a piece costs more that stands right after another, as in `camelCase`. */
const GLUED = 10;

/** Small letters, with or without one capital before them, or capitals alone. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  let kind = kindOf(text.charCodeAt(start));
  for (; end < text.length; end += 1) {
    const next = kindOf(text.charCodeAt(end));
    const goesOn = next === kind || (kind === 'upper' && next === 'lower' && end === start + 1);
    if (!goesOn) break;
    kind = next;
  }
  return end;
}

const FIRST_LETTER = 13;
/** What a letter costs that often follows the one before it, and one that does not; capitals are rarer. */
const USUAL = 7;
const ODD = 12;
const USUAL_CAPITAL = 9;
const ODD_CAPITAL = 14;

function wordPoints(word: string): number {
  const small = word.toLowerCase();
  const isCapitals = word.length > 1 && kindOf(word.charCodeAt(word.length - 1)) === 'upper';
  if (word.length === 1 || (!isCapitals && COMMON_WORDS.has(small))) return WHOLE;
  const [usual, odd] = isCapitals ? [USUAL_CAPITAL, ODD_CAPITAL] : [USUAL, ODD];
  let points = FIRST_LETTER;
  for (let at = 1; at < small.length; at += 1) {
    const [letter, last] = [small.charAt(at), small.charAt(at - 1)];
    const isThird = letter === last && letter === small.charAt(at - 2);
    const follows = !isThird && FOLLOWERS.get(last)?.includes(letter) === true;
    points += follows ? usual : odd;
  }
  return Math.max(points, WHOLE);
}

interface Place {
  readonly code: number;
  /** How many characters of its kind stand here up to this one. */
  readonly length: number;
  readonly before: Kind;
  readonly isRepeated: boolean;
}

function pointsOf(kind: Kind, { code, length, before, isRepeated }: Place): number {
  switch (kind) {
    case 'space':
      // One space belongs to the word after it, more of them are one token; a new line stands alone.
      if (code !== 32) return isRepeated && code < 11 ? WHOLE / 4 : WHOLE;
      return length === 1 ? 0 : length === 2 ? WHOLE : 1;
    case 'sign':
      return signPoints(code, before, isRepeated);
    case 'other':
      return (before === 'space' ? WHOLE : 0) + otherPoints(code, isRepeated);
    default:
      // Some tokenizers make a token of each digit, and some one of the space before them.
      return before === 'space' ? WHOLE * 2 : WHOLE;
  }
}

/** Signs of which only two at a time are one token. */
const PAIRED = new Set('"&\'[]`{}');

/** Of control characters none belongs to another, nor to the space before it. */
function signPoints(code: number, before: Kind, isRepeated: boolean): number {
  const isControl = code < 32 || code === 127;
  if (before === 'space') return isControl ? WHOLE * 2 : WHOLE * 1.25;
  if (isControl || !isRepeated) return WHOLE;
  return PAIRED.has(String.fromCharCode(code)) ? WHOLE / 2 : WHOLE / 4;
}

/** By script; no tokenizer makes more tokens than there are bytes, which are two for what lies below 0x800. */
function otherPoints(code: number, isRepeated: boolean): number {
  if (code < 0x0700) return cyrillic(code) ?? WHOLE * 2;
  // Dashes, quotation marks and the lines of tables.
  if (code >= 0x2500 && code < 0x2600) return tablePoints(code, isRepeated);
  if (code >= 0x2010 && code < 0x2030) return WHOLE * 2;
  // Kana, then Chinese characters and Korean syllables.
  if (code >= 0x3000 && code < 0x3100) return WHOLE * (code < 0x3040 ? 2 : 1.75);
  if (code >= 0x4e00 && code < 0xd7a4)
    return COMMON_CHARACTERS.has(String.fromCharCode(code)) ? WHOLE * 1.75 : WHOLE * 3;
  // One half of a pair: an emoji or a rare character, four bytes in all.
  if (code >= 0xd800 && code < 0xe000) return WHOLE * 2;
  return WHOLE * 3;
}

function tablePoints(code: number, isRepeated: boolean): number {
  if (!isRepeated) return WHOLE * 2;
  return code === 0x2500 || code === 0x2588 ? WHOLE / 4 : WHOLE * 2;
}

function cyrillic(code: number): number | undefined {
  if (code >= 0x0430 && code < 0x0450) return WHOLE;
  return code >= 0x0410 && code < 0x0430 ? WHOLE * 1.5 : undefined;
}
