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

/** Null where there is none. Marks that are not exactly one pair are nobody's section. */
export function findSection(text: string, { begin, end }: SectionMarks): Result<Section | null> {
  const begins: number[] = [];
  const ends: number[] = [];
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf('\n', at);
    const next = found === -1 ? text.length : found + 1;
    const line = text.slice(at, next).trim();
    if (line === begin) begins.push(next);
    if (line === end) ends.push(at);
    at = next;
  }
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
  const gap = text === '' ? '' : text.endsWith('\n') ? lineEnd : `${lineEnd}${lineEnd}`;
  return succeed(`${text}${gap}${marks.begin}${lineEnd}${inside}${marks.end}${lineEnd}`);
}
