import type { CommandJudgement } from '../commands/judge-command.ts';
import { readShell, type ShellSegment } from '../commands/read-shell.ts';
import { NAMES_ONLY } from './find-shown-secrets.ts';

/** They bring files along whose names the line does not hold. */
const MOVES = /(?:^|[\s/;&|(])(?:cp|mv)(?:\s|$)/u;

/**
 * The part of a line that shows, by a pattern or by going through a folder, what an earlier part of it brings there: nobody can look at
 * that before it runs. Null where there is none.
 */
export function findMadeBefore(command: string, { segments }: CommandJudgement): string | null {
  const read = readShell(command).segments;
  const later = segments.find((segment, index) => {
    if (NAMES_ONLY.has(segment.program ?? '') || !isOpen(read[index])) return false;
    const made = segments
      .slice(0, index)
      .flatMap(({ writes }, place) => (isMover(read[place]) ? writes : []));
    return segment.reads.some((path) => made.some((other) => overlaps(path, other)));
  });
  return later?.text ?? null;
}

/** Also where a wrapper starts it. */
function isMover(segment: ShellSegment | undefined): boolean {
  return segment === undefined || segment.words.some(({ value, text }) => MOVES.test(value ?? text));
}

/** It shows more than its words name. */
export function isOpen(segment: ShellSegment | undefined): boolean {
  return (
    segment === undefined ||
    segment.words.some(
      // Blanks in a word: it may be a line for another shell.
      ({ value, glob }) =>
        glob !== null || /^(?:-\w*[rRa]|--recursive|--dereference-rec)|\s/u.test(value ?? ''),
    )
  );
}

export function overlaps(one: string, other: string): boolean {
  return (
    one === '.' || other === '.' || `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
  );
}
