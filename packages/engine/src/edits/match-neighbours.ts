import { isBlank, trimBlankEnd, trimBlanks } from './match-block.ts';

/** How many lines beside a place are compared. */
const MOST_LINES = 10;

/**
 * Why new lines cannot simply take the place of the old ones; null when they can.
 *
 * A model that leaves a line out of its search text often keeps it in the replacement. The line then stands
 * beside the place and at the border of the new lines, and would be there twice.
 */
export function checkNeighbours(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  old: readonly string[],
  fresh: readonly string[],
): string | null {
  if (fresh.length === 0 || old.length === 0) return null;
  if (isBlankLine(old[0]) && !isBlankLine(fresh[0])) {
    return 'it begins with a blank line and the replacement does not; begin both with a line that has text';
  }
  if (isBlankLine(old.at(-1)) && !isBlankLine(fresh.at(-1))) {
    return 'it ends with a blank line and the replacement does not; end both with a line that has text';
  }
  const [above, below] = [linesAbove(text, start), linesBelow(text, end)];
  if (bringsBlanks(old, fresh, above) || bringsBlanks(old.toReversed(), fresh.toReversed(), below)) {
    return 'there are more blank lines beside the place than it begins or ends with, and the replacement writes them; begin and end both with a line that has text';
  }
  if (losesIndent(old, fresh) || (start > 0 && movesAllBelow(old, fresh))) {
    return 'the first line of the replacement is less indented than the others, as if its blanks were lost; write all of them';
  }
  if (comesAnew([old[0], old[1]], [fresh[0], fresh[1]]) && repeats(fresh, above)) {
    return 'the replacement begins with the line that stands above the place; begin the search text with it too';
  }
  if (
    comesAnew([old.at(-1), old.at(-2)], [fresh.at(-1), fresh.at(-2)]) &&
    repeats(fresh.toReversed(), below)
  ) {
    return 'the replacement ends with the line that stands below the place; end the search text with it too';
  }
  return null;
}

/** Whether a line that stands below one blank line comes back below two, as it stands in the file. */
function bringsBlanks(
  [first, next]: readonly (string | undefined)[],
  fresh: readonly string[],
  [beside]: readonly string[],
): boolean {
  if (next === undefined || !isBlankLine(first) || !isBlankLine(beside)) return false;
  return fresh.some(
    (line, at) => at > 1 && isSame(line, next) && isBlankLine(fresh[at - 1]) && isBlankLine(fresh[at - 2]),
  );
}

/** A line after which the next one is indented. */
const OPENS = /[{([<>,:=+&|?\\`'"]\s*$/u;
const MARKER = /^(?:[-*+]|\d+[.)])\s/u;

/** The blanks before a text are easily lost: then its first line alone has none, and nothing says why the others have. */
function losesIndent(old: readonly string[], fresh: readonly string[]): boolean {
  const oldFirst = old.find((line) => !isBlankLine(line)) ?? '';
  const start = fresh.find((line) => !isBlankLine(line)) ?? '';
  // The same line, with a change further on.
  if (isIndented(start) || isIndented(oldFirst) || wordOf(oldFirst) === wordOf(start)) return false;
  const [first = '', ...others] = fresh.filter((line) => !isBlankLine(line));
  const [next] = others;
  if (next === undefined) return false;
  if (MARKER.test(first)) return isIndented(next) && MARKER.test(trimBlanks(next));
  return !OPENS.test(first) && others.every(isIndented);
}

/** Whether the lines below the first come back further in, by as much as the second stands further from the first than before. */
function movesAllBelow(old: readonly string[], fresh: readonly string[]): boolean {
  const [oldFirst = '', ...oldRest] = old.filter((line) => !isBlankLine(line));
  const [freshFirst = '', ...freshRest] = fresh.filter((line) => !isBlankLine(line));
  if (isIndented(oldFirst) || isIndented(freshFirst)) return false;
  const step = indentOf(freshRest[0]) - indentOf(oldRest[0]);
  if (indentOf(oldRest[0]) === 0 || step <= 0 || !freshRest.every(isIndented)) return false;
  const before = new Map(oldRest.map((line) => [trimBlanks(line), indentOf(line)]));
  const moves = freshRest.flatMap((line) => {
    const was = before.get(trimBlanks(line));
    return was === undefined ? [] : [indentOf(line) - was];
  });
  return moves.length > 0 && moves.every((move) => move === step);
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}

function wordOf(line: string): string {
  return /^(?:[\p{L}\p{N}_$]+|.)/u.exec(line)?.[0] ?? '';
}

function isIndented(line: string): boolean {
  return isBlank(line.charCodeAt(0));
}

/** The line at a border, and the one further in. */
type Border = readonly [string | undefined, string | undefined];

/** Whether another line comes first than before; that may be the same line once more. */
function comesAnew(old: Border, fresh: Border): boolean {
  return !isSame(old[0], fresh[0]) || (isSame(old[0], fresh[1]) && !isSame(old[1], fresh[1]));
}

function isBlankLine(line: string | undefined): boolean {
  return line !== undefined && trimBlanks(line) === '';
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return trimBlankEnd(a ?? '') === trimBlankEnd(b ?? '');
}

/** Whether the first of the new lines, up to some number, are the ones beside the place in their order. */
function repeats(fresh: readonly string[], beside: readonly string[]): boolean {
  for (let count = 1; count <= Math.min(fresh.length, beside.length); count += 1) {
    let same = 0;
    while (same < count && isSame(fresh[count - 1 - same], beside[same])) same += 1;
    if (same === count) return true;
  }
  return false;
}

/** Lines before the offset, which is the start of a line; the nearest first. */
function linesAbove(text: string, offset: number): string[] {
  const lines: string[] = [];
  for (let end = offset - 1; end >= 0 && lines.length < MOST_LINES;) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    lines.push(text.slice(start, end));
    end = start - 1;
  }
  return lines;
}

/** Lines after the offset, which is the end of a line; the nearest first. */
function linesBelow(text: string, offset: number): string[] {
  const lines: string[] = [];
  for (let start = offset + 1; start < text.length && lines.length < MOST_LINES;) {
    const end = text.indexOf('\n', start);
    lines.push(text.slice(start, end === -1 ? text.length : end));
    start = end === -1 ? text.length : end + 1;
  }
  return lines;
}
