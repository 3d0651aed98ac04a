import { readAnsi } from './read-ansi.ts';

const LONGEST_PREVIEW = 80;

/** The last words that a command printed, without colours: how it went, in a glance. */
export function lastLine(printed: string): string {
  const line = printed.trimEnd().split('\n').at(-1) ?? '';
  const words = readAnsi(line).map(({ text }) => text);
  return words.join('').slice(0, LONGEST_PREVIEW);
}
