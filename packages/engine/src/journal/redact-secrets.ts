import {
  createAnchorTest,
  createCommandTest,
  createFinder,
  createNameTest,
  KNOWN_ID,
  type Found,
} from './redact-find.ts';
import { listKnownForms } from './redact-known.ts';
import { createUnfinishedFinder, type UnfinishedFinder } from './redact-unfinished.ts';
import { redactTree } from './redact-value.ts';
import type { SecretRule } from './secret-rules-shape.ts';
import { secretRules } from './secret-rules.ts';

/** Takes secrets out of what is about to be written. Redacting twice gives the same as redacting once. */
export interface Redactor {
  /** False when the text, which may be JSON, certainly holds no secret. Cheap, and never false for one that does. */
  readonly mayHold: (text: string) => boolean;
  /** Never throws: what cannot be read is left out whole. The same reference when nothing was found. */
  readonly redactValue: (value: unknown) => { readonly value: unknown; readonly found: readonly string[] };
  readonly redactText: (text: string) => { readonly text: string; readonly found: readonly string[] };
  readonly unfinishedFrom: UnfinishedFinder;
}

export interface RedactorSettings {
  /** Values that are secret whatever their form; those under six characters are not looked for. */
  readonly secrets: readonly string[];
  readonly rules?: readonly SecretRule[];
}

export function createRedactor({ secrets, rules = secretRules }: RedactorSettings): Redactor {
  const knownForms = listKnownForms(secrets);
  const find = createFinder(rules, knownForms);
  const names = rememberAnswers(createNameTest(rules));
  const isCommand = createCommandTest(rules);
  const ids = new Set([KNOWN_ID, UNREADABLE_ID, ...rules.map(({ id }) => id)]);

  /** `name` is what the text is the value of, and `line` what it goes on: they stand before it as in a text. */
  function redactLed(
    text: string,
    name: string | undefined,
    line?: string,
  ): { text: string; found: readonly string[] } {
    const lead = line === undefined ? leadOf(name, names, '="') : leadOf(line, isCommand, ' "');
    // Without its lead the text was read already.
    if (line !== undefined && lead === '') return { text, found: NOTHING };
    let current = text;
    const found = new Set<string>();
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const all = findInside(lead, current);
      if (all === undefined) break;
      const marks = findMarks(current, ids);
      const pieces = all.filter((piece) => !liesInside(piece, marks));
      if (pieces.length === 0) break;
      for (const { id } of pieces) found.add(id);
      current = replacePieces(current, [...pieces, ...marks], 2 * text.length + SPARE_LENGTH);
    }
    return found.size === 0 ? { text, found: NOTHING } : { text: current, found: [...found] };
  }

  /** The lead as it will be written, so that the written value is judged alike. */
  function leadOf(given: string | undefined, says: (text: string) => boolean, end: string): string {
    if (given === undefined || !says(given)) return '';
    const { text } = redactLed(given, undefined);
    // A mark has words of its own, such as "secret", that are no part of the name.
    const plain = joinPieces(findMarks(text, ids), 0).reduceRight(
      (rest, { start, end: markEnd }) => rest.slice(0, start) + rest.slice(markEnd),
      text,
    );
    return says(plain) ? `${plain}${end}` : '';
  }

  function findInside(lead: string, text: string): Found[] | undefined {
    if (lead === '') return find(text);
    return find(`${lead}${text}"`)
      ?.map(({ start, end, id }) => ({ start: start - lead.length, end: end - lead.length, id }))
      .filter(({ start, end }) => end > 0 && start < text.length)
      .map(({ start, end, id }) => ({ start: Math.max(0, start), end: Math.min(end, text.length), id }));
  }

  return {
    mayHold: createAnchorTest(rules, knownForms),
    redactText: (text) => redactLed(text, undefined),
    unfinishedFrom: createUnfinishedFinder(knownForms),
    redactValue(value) {
      try {
        return redactTree(value, { redact: redactLed, isCommand });
      } catch {
        return { value: markOf(UNREADABLE_ID), found: [UNREADABLE_ID] };
      }
    },
  };
}

const NOTHING: readonly string[] = [];
const UNREADABLE_ID = 'unreadable';
/** A replaced piece can uncover another beside it; more than two passes are not known to happen. */
const MOST_PASSES = 8;
const SPARE_LENGTH = 256;
/** With so much text between them, marks cannot make a text twice as long. */
const LEAST_GAP = 40;
const MOST_NAMES = 10_000;

function markOf(id: string): string {
  return `[redacted: ${id}]`;
}

/** Marks that stand in the text already: they are no secrets, whatever the rules say. */
function findMarks(text: string, ids: ReadonlySet<string>): Found[] {
  return [...text.matchAll(/\[redacted: ([a-z0-9-]{1,40})\]/gu)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length, id: match[1] ?? '' }))
    .filter(({ id }) => ids.has(id));
}

function liesInside(piece: Found, marks: readonly Found[]): boolean {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.start ?? 0) <= piece.start) low = middle + 1;
    else high = middle;
  }
  const mark = marks[low - 1];
  return mark !== undefined && piece.end <= mark.end;
}

function replacePieces(text: string, pieces: readonly Found[], longest: number): string {
  const sorted = pieces.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const exact = joinPieces(sorted, 0);
  let length = text.length;
  for (const { start, end, id } of exact) length += markOf(id).length - (end - start);
  return writeMarks(text, length <= longest ? exact : joinPieces(sorted, LEAST_GAP));
}

/** Pieces that overlap become one, which has the id of the widest of them; they come from left to right. */
function joinPieces(pieces: readonly Found[], gap: number): Found[] {
  const joined: Found[] = [];
  let widest = 0;
  for (const piece of pieces) {
    const last = joined.at(-1);
    const width = piece.end - piece.start;
    if (last === undefined || piece.start >= last.end + gap) {
      joined.push(piece);
      widest = width;
      continue;
    }
    const id = width > widest ? piece.id : last.id;
    widest = Math.max(widest, width);
    joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, piece.end), id };
  }
  return joined;
}

function writeMarks(text: string, pieces: readonly Found[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const piece of pieces) {
    parts.push(text.slice(end, piece.start), markOf(piece.id));
    end = piece.end;
  }
  parts.push(text.slice(end));
  return parts.join('');
}

/** Names come again and again; what was asked before is known. */
function rememberAnswers(ask: (name: string) => boolean): (name: string) => boolean {
  const answers = new Map<string, boolean>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(name);
    if (answers.size < MOST_NAMES) answers.set(name, answer);
    return answer;
  };
}
