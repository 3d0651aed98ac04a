import type { TextFile } from './text-file.ts';
import { showPath } from './tool-paths.ts';
import type { ShownFile } from './tool.ts';

/** The line that stands above everything shown of a file. */
export function fileHeading({ path, md5 }: TextFile['facts']): string {
  return `### ${showPath(path)} [MD5: ${md5}]`;
}

/** What a part shows: only lines that stand there exactly as in the file. */
export function shownPart(file: TextFile, lineNumbers: Iterable<number>): ShownFile | null {
  const exact = new Set<number>();
  for (const number of lineNumbers) if (isExactLine(file, number)) exact.add(number);
  const ranges = toRanges([...exact].toSorted((a, b) => a - b));
  return ranges.length === 0 ? null : { ...file.facts, whole: false, ranges };
}

function isExactLine({ lines, isLossy }: TextFile, number: number): boolean {
  const line = lines[number - 1];
  return line !== undefined && !(isLossy && line.includes('\uFFFD'));
}

function toRanges(sorted: readonly number[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last.end === number - 1) last.end = number;
    else ranges.push({ start: number, end: number });
  }
  return ranges;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
