import { readAnsi } from './read-ansi.ts';

const LONGEST_PREVIEW = 80;
const WORD = /[\p{L}\p{N}]/u;

/**
 * How it went, in a glance: of what a command printed the last line that says something, without colours. What is indented belongs to
 * what stands over it, so that is said only where nothing else is.
 */
export function previewOutput(printed: string): string {
  const lines = printed.trimEnd().split('\n');
  let indented: string | null = null;
  for (const raw of lines.toReversed()) {
    const line = withoutColours(raw);
    if (!WORD.test(line)) continue;
    if (!/^\s/u.test(line)) return shorten(line);
    indented ??= line;
  }
  return shorten(indented ?? withoutColours(lines.at(-1) ?? ''));
}

function shorten(line: string): string {
  return line.trim().slice(0, LONGEST_PREVIEW);
}

function withoutColours(line: string): string {
  return readAnsi(line)
    .map(({ text }) => text)
    .join('');
}
