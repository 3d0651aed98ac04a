import type { Style } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';

/** A line of a unified diff as it is shown. What a terminal would obey is made visible. */
export interface DiffLine {
  readonly text: string;
  readonly style?: Style;
}

interface FileCount {
  /** As the diff names it. */
  readonly path: string;
  added: number;
  removed: number;
}

interface ReadDiff {
  readonly lines: readonly DiffLine[];
  readonly files: readonly FileCount[];
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const CHANGED: ReadonlyMap<string, Style> = new Map([
  ['+', 'green'],
  ['-', 'red'],
]);

/**
 * The diffs of one file or of several. How long a hunk is says what of it are headers: a line that was removed may look like
 * one.
 */
export function readDiff(diff: string): ReadDiff {
  const files: FileCount[] = [];
  const left = { old: 0, fresh: 0 };
  const lines = diff
    .trimEnd()
    .split('\n')
    .map((line) => {
      const style = readLine(line, left, files);
      const text = line.split('\t').map(visibleLine).join('\t');
      return style === undefined ? { text } : { text, style };
    });
  return { lines, files };
}

interface Left {
  old: number;
  fresh: number;
}

function readLine(line: string, left: Left, files: FileCount[]): Style | undefined {
  const [sign = ''] = line;
  const isInside = left.old > 0 || left.fresh > 0;
  if (isInside && (sign === '+' || sign === '-' || sign === ' ')) {
    if (sign !== '+') left.old -= 1;
    if (sign !== '-') left.fresh -= 1;
    count(sign, files.at(-1));
    return CHANGED.get(sign);
  }
  if (sign === '\\') return 'dim';
  Object.assign(left, { old: 0, fresh: 0 });
  const [, old = '1', fresh = '1'] = HUNK.exec(line) ?? [];
  if (sign === '@') {
    Object.assign(left, { old: Number(old), fresh: Number(fresh) });
    return 'dim';
  }
  return readHeader(line, files) ? 'bold' : undefined;
}

function count(sign: string, file: FileCount | undefined): void {
  if (file === undefined) return;
  if (sign === '+') file.added += 1;
  if (sign === '-') file.removed += 1;
}

/** The second line of a header names the file, unless that is gone. */
function readHeader(line: string, files: FileCount[]): boolean {
  const [, mark, name = ''] = /^(---|\+\+\+) (.*)$/.exec(line) ?? [];
  if (mark === undefined) return false;
  const path = name.replace(/^[ab]\//, '');
  if (mark === '---') files.push({ path, added: 0, removed: 0 });
  else if (name !== '/dev/null') files.push({ ...(files.pop() ?? { added: 0, removed: 0 }), path });
  return true;
}
