/** A line that is longer than this is cut within. */
const LONGEST_LINE = 2000;

/** Where the pages of a text begin, from 0; each is at most so long, and ends with a line where it can. */
export function findPages(text: string, size: number): readonly number[] {
  const starts = [0];
  for (let start = 0; start + size < text.length;) {
    const end = start + size;
    const line = text.lastIndexOf('\n', end - 1) + 1;
    start = line > start && end - line < LONGEST_LINE ? line : end;
    starts.push(start);
  }
  return starts;
}
