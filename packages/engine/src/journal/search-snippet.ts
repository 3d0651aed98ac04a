import type { Snippet } from '../ports/search-index.ts';
import type { FindMarks, Mark } from './search-words.ts';

const AROUND_CHARACTERS = 40;
const BEGINNING_CHARACTERS = 100;
const CUT = '...';

/** Forty characters before and after the first hit; the beginning of the first text when none can be shown. */
export function makeSnippet(texts: readonly string[], findMarks: FindMarks): Snippet {
  for (const text of texts) {
    for (const mark of findMarks(text, 0, text.length)) return snippetAround(text, mark, findMarks);
  }
  const [first = ''] = texts;
  return { text: first.slice(0, wholeCharacter(first, BEGINNING_CHARACTERS)), marks: [] };
}

function snippetAround(text: string, [hitStart, hitEnd]: Mark, findMarks: FindMarks): Snippet {
  const start = wholeCharacter(text, Math.max(0, hitStart - AROUND_CHARACTERS));
  const end = wholeCharacter(text, Math.min(text.length, hitEnd + AROUND_CHARACTERS));
  const before = start > 0 ? CUT : '';
  const shift = before.length - start;
  const marks: Mark[] = [];
  for (const [from, to] of findMarks(text, start, end)) marks.push([from + shift, Math.min(to, end) + shift]);
  return { text: `${before}${text.slice(start, end)}${end < text.length ? CUT : ''}`, marks };
}

/** The place itself, or the one before it when it lies between the halves of a character. */
function wholeCharacter(text: string, place: number): number {
  return place > 0 && isHigh(text.charCodeAt(place - 1)) && isLow(text.charCodeAt(place)) ? place - 1 : place;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit < 0xdc_00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit < 0xe0_00;
}
