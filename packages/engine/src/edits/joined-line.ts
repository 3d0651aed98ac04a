import { rookError, type RookError } from '@rook/contract';

import { trimBlanks } from './match-block.ts';
import type { TextLines } from './text-lines.ts';

export interface HunkLine {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

/** The removed line of a hunk that holds an added one too (`-old+new`), which a lost line break makes. */
export function findJoinedLine(lines: TextLines, hunkLines: readonly HunkLine[]): string | null {
  const known = new Set(Array.from({ length: lines.count }, (_, line) => trimBlanks(lines.at(line))));
  for (const { kind, text } of hunkLines) {
    if (kind === '-' && !known.has(trimBlanks(text)) && looksJoined(text, known)) return text;
  }
  return null;
}

/** Whether a part of the line before a `+` is a line of the file, or the part after it a rewording of it. */
export function looksJoined(text: string, known: ReadonlySet<string> = new Set()): boolean {
  for (let plus = text.indexOf('+', 1); plus !== -1; plus = text.indexOf('+', plus + 1)) {
    const removed = trimBlanks(text.slice(0, plus));
    const added = trimBlanks(text.slice(plus + 1));
    if (removed !== '' && (known.has(removed) || isRewording(removed, added))) return true;
  }
  return false;
}

function isRewording(removed: string, added: string): boolean {
  let front = 0;
  while (front < removed.length && removed.charCodeAt(front) === added.charCodeAt(front)) front += 1;
  return front >= 4 && front >= removed.length / 2;
}

export function refuseJoined(text: string): RookError {
  const said = JSON.stringify(`-${text.slice(0, 80)}`);
  return rookError(
    'malformed',
    `The diff joins a removed and an added line: ${said}. Write "-" and "+" lines each on a line of its own.`,
  );
}
