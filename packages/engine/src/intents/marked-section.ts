import { fail, rookError, succeed, type Result } from '@rook/contract';

/** Two lines that stand alone and enclose what Rook writes in a file of the user. */
export interface SectionMarks {
  readonly begin: string;
  readonly end: string;
}

/** A text in three parts; the marks belong to the outer ones. */
export interface Section {
  readonly before: string;
  readonly inside: string;
  readonly after: string;
}

/** The fence that a line opens, also within a list; what stands behind it holds no further one of its kind. */
const FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?<fence>`{3,}(?=[^`]*$)|~{3,})/u;

/** The fence that is open behind the line. */
function fenceAfter(open: string | null, line: string): string | null {
  if (open === null) return FENCE.exec(line)?.groups?.['fence'] ?? null;
  const isClosed = line.startsWith(open) && line.replaceAll(open.charAt(0), '') === '';
  return isClosed ? null : open;
}

interface FoundMarks {
  readonly begins: readonly number[];
  readonly ends: readonly number[];
  /** The code fence that is open at the end of the text. */
  readonly fence: string | null;
}

/** Within a code fence they are an example. */
function findMarks(text: string, { begin, end }: SectionMarks): FoundMarks {
  const begins: number[] = [];
  const ends: number[] = [];
  let at = 0;
  let fence: string | null = null;
  while (at < text.length) {
    const found = text.indexOf('\n', at);
    const next = found === -1 ? text.length : found + 1;
    const line = text.slice(at, next).trim();
    if (fence === null && line === begin) begins.push(next);
    if (fence === null && line === end) ends.push(at);
    fence = fenceAfter(fence, line);
    at = next;
  }
  return { begins, ends, fence };
}

/** Null where there is none. Marks that are not exactly one pair are nobody's section. */
export function findSection(text: string, marks: SectionMarks): Result<Section | null> {
  const { begin, end } = marks;
  const { begins, ends } = findMarks(text, marks);
  const [[start, ...others], [stop, ...more]] = [begins, ends];
  if (start === undefined && stop === undefined) return succeed(null);
  if (start === undefined || stop === undefined || stop < start || others.length + more.length > 0)
    return fail(
      rookError(
        'malformed',
        `The lines ${begin} and ${end} have to stand there once each, in this order; put them right, or remove both. Nothing was written.`,
      ),
    );
  return succeed({ before: text.slice(0, start), inside: text.slice(start, stop), after: text.slice(stop) });
}

/** The text with these lines inside of the marks; all else stays byte by byte. A section that is not there is added at the end. */
export function placeSection(text: string, marks: SectionMarks, lines: readonly string[]): Result<string> {
  const found = findSection(text, marks);
  if (!found.ok) return found;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const inside = lines.map((line) => `${line}${lineEnd}`).join('');
  if (found.value !== null) return succeed(`${found.value.before}${inside}${found.value.after}`);
  const { fence } = findMarks(text, marks);
  if (fence !== null)
    return fail(
      rookError(
        'malformed',
        `A code fence ${fence} is never closed, so that a section behind it would be code; close it. Nothing was written.`,
      ),
    );
  const gap = text === '' ? '' : text.endsWith('\n') ? lineEnd : `${lineEnd}${lineEnd}`;
  return succeed(`${text}${gap}${marks.begin}${lineEnd}${inside}${marks.end}${lineEnd}`);
}
