/** What a value is made of, read in one pass because it is asked of every candidate. */
export interface Profile {
  /** How many of small letters, capitals, digits and other characters it has. */
  readonly kinds: number;
  /** Small letters and capitals. */
  readonly isMixed: boolean;
  readonly digitRuns: number;
  /** Characters that are neither letters nor digits of ASCII. */
  readonly dividers: number;
  /** The share of the letters that belong to words as people write them: one case, four letters, vowels. */
  readonly words: number;
}

export function profileOf(text: string): Profile {
  let lower = 0;
  let upper = 0;
  let digitRuns = 0;
  let dividers = 0;
  let inWords = 0;
  let index = 0;
  while (index < text.length) {
    const kind = kindAt(text, index);
    const end = findRunEnd(text, index, kind);
    const length = end - index;
    if (kind === DIGIT) digitRuns += 1;
    else if (kind === OTHER) dividers += length;
    else if (kind === LOWER) {
      lower += length;
      // The capital before it belongs to the word, unless it ends a word of capitals.
      const hasCapital = index > 0 && kindAt(text, index - 1) === UPPER && countCapitals(text, index) < 4;
      const size = length + (hasCapital ? 1 : 0);
      if (length >= 3 && size >= 4 && countVowels(text, index - (hasCapital ? 1 : 0), end) >= 1)
        inWords += size;
    } else {
      upper += length;
      if (length >= 4 && countVowels(text, index, end) >= length / 5) inWords += length;
    }
    index = end;
  }
  const letters = lower + upper;
  return {
    kinds: Number(lower > 0) + Number(upper > 0) + Number(digitRuns > 0) + Number(dividers > 0),
    isMixed: lower > 0 && upper > 0,
    digitRuns,
    dividers,
    words: letters === 0 ? 0 : inWords / letters,
  };
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : OTHER;
}

function findRunEnd(text: string, start: number, kind: number): number {
  let end = start + 1;
  while (end < text.length && kindAt(text, end) === kind) end += 1;
  return end;
}

/** How many capitals stand before the index, up to four. */
function countCapitals(text: string, index: number): number {
  let count = 0;
  while (count < 4 && count < index && kindAt(text, index - 1 - count) === UPPER) count += 1;
  return count;
}

function countVowels(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index += 1) count += VOWELS[text.charCodeAt(index)] ?? 0;
  return count;
}

const VOWELS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[aeiouy]/iu.test(String.fromCharCode(code)) ? 1 : 0,
);
