import { trimBlankEnd, trimBlanks } from './match-block.ts';
import type { TextLines } from './text-lines.ts';

const MOST_CHARACTERS = 100;
/** Larger files are compared line by line only where a line of the block is found exactly. */
const MOST_COMPARED = 20_000;
/** A line that stands more often in the block says little about its place; so many of its places are asked. */
const MOST_PLACES = 50;

/** What a model needs to repair a block that is nowhere in the file, in one or two sentences. */
export function explainMissing(
  lines: TextLines,
  block: readonly string[],
  isShown: (line: number) => boolean,
): string {
  const nearest = nearestStart(lines, block);
  if (nearest === null) return 'No line of it is in the file.';
  const { first } = nearest;
  const where = `${nearest.sure ? 'The nearest' : 'A near'} place is line ${first + 1}`;
  const at = block.findIndex(
    (line, index) => trimBlanks(line) !== trimBlanks(fileLine(lines, first + index) ?? ''),
  );
  const wrong =
    at === -1
      ? block.findIndex(
          (line, index) => trimBlankEnd(line) !== trimBlankEnd(fileLine(lines, first + index) ?? ''),
        )
      : at;
  const place = first + Math.max(wrong, 0);
  const written = block[Math.max(wrong, 0)] ?? '';
  const found = fileLine(lines, place);
  if (found === null) return `${where}, but the file ends after line ${lines.count}.`;
  if (!isShown(place)) return `${where}; look at line ${place + 1} again.`;
  return `${where}; line ${place + 1} is ${quote(found)} and was written as ${quote(written)}: ${describeDifference(found, written)}.`;
}

function fileLine(lines: TextLines, line: number): string | null {
  return line >= 0 && line < lines.count ? lines.at(line) : null;
}

interface NearPlace {
  readonly first: number;
  /** False where not all places were asked, so that another may be nearer. */
  readonly sure: boolean;
}

/** The first line of the place where most lines of the block stand in their order. */
function nearestStart(lines: TextLines, block: readonly string[]): NearPlace | null {
  const places = new Map<string, number[]>();
  let sure = true;
  for (const [index, line] of block.entries()) {
    const words = trimBlanks(line);
    if (words === '') continue;
    const known = places.get(words) ?? [];
    if (known.length < MOST_PLACES) known.push(index);
    else sure = false;
    places.set(words, known);
  }
  const votes = new Float64Array(lines.count);
  for (let line = 0; line < lines.count; line += 1) {
    const words = trimBlanks(lines.at(line));
    for (const index of places.get(words) ?? []) {
      if (index <= line) votes[line - index] = (votes[line - index] ?? 0) + words.length;
    }
  }
  let best: number | null = null;
  let most = 0;
  for (const [start, weight] of votes.entries()) {
    if (weight > most) [best, most] = [start, weight];
  }
  if (best !== null) return { first: best, sure };
  const similar = similarLine(lines, block);
  return similar === null ? null : { first: similar, sure: true };
}

/** The place of the line that begins or ends most like the longest line of the block. */
function similarLine(lines: TextLines, block: readonly string[]): number | null {
  const longest = block.reduce((a, b) => (trimBlanks(b).length > trimBlanks(a).length ? b : a), '');
  const words = trimBlanks(longest);
  let best: number | null = null;
  let most = words.length / 2;
  for (let line = 0; line < Math.min(lines.count, MOST_COMPARED); line += 1) {
    const found = trimBlanks(lines.at(line));
    const alike = commonLength(found, words);
    if (alike > most) [best, most] = [line, alike];
  }
  return best === null ? null : Math.max(best - block.indexOf(longest), 0);
}

function commonLength(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let front = 0;
  while (front < shorter && a.charCodeAt(front) === b.charCodeAt(front)) front += 1;
  let back = 0;
  while (back < shorter - front && a.charCodeAt(a.length - back - 1) === b.charCodeAt(b.length - back - 1))
    back += 1;
  return front + back;
}

function describeDifference(found: string, written: string): string {
  if (trimBlanks(found) === '') return 'the file has a blank line there';
  if (trimBlanks(written) === '') return 'the file has no blank line there';
  if (trimBlanks(found) === trimBlanks(written)) {
    return `the file indents it with ${nameIndent(found)}, not ${nameIndent(written)}`;
  }
  let at = 0;
  while (at < found.length && found.charCodeAt(at) === written.charCodeAt(at)) at += 1;
  return `they differ at column ${at + 1}, where the file has ${nameCharacter(found, at)} and not ${nameCharacter(written, at)}`;
}

function nameIndent(line: string): string {
  const indent = line.slice(0, line.indexOf(trimBlanks(line)));
  const tabs = indent.split('\t').length - 1;
  const spaces = indent.length - tabs;
  if (tabs === 0) return `${spaces} spaces`;
  return spaces === 0 ? `${tabs} tabs` : `${tabs} tabs and ${spaces} spaces`;
}

function nameCharacter(text: string, at: number): string {
  const code = text.codePointAt(at);
  if (code === undefined) return 'the end of the line';
  const character = String.fromCodePoint(code);
  const plain = code > 32 && code < 127;
  return plain ? `"${character}"` : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function quote(line: string): string {
  return JSON.stringify(line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line);
}
