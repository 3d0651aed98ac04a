/** Where each line of a text lies. Lines are counted from 0; a final `\n` closes the last line. */
export interface TextLines {
  readonly text: string;
  readonly count: number;
  /** Whether the last line is closed by a `\n`. */
  readonly closed: boolean;
  start(line: number): number;
  /** Where the line's `\n` is, or the end of the text. */
  end(line: number): number;
  at(line: number): string;
  /** The line that holds the character at this offset. */
  lineOf(offset: number): number;
}

export function indexLines(text: string): TextLines {
  const starts: number[] = text === '' ? [] : [0];
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  const closed = text.endsWith('\n');
  const start = (line: number): number => starts[line] ?? text.length;
  const end = (line: number): number =>
    line + 1 < starts.length ? start(line + 1) - 1 : text.length - (closed ? 1 : 0);
  return {
    text,
    count: starts.length,
    closed,
    start,
    end,
    at: (line) => text.slice(start(line), end(line)),
    lineOf(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (start(middle) <= offset) low = middle + 1;
        else high = middle;
      }
      return Math.max(low - 1, 0);
    },
  };
}
