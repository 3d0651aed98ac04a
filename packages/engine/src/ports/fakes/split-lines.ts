import type { Line } from '../store.ts';

/** The lines of some bytes; the last one is not finished when no line break ends it. */
export function splitLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push({ bytes: bytes.slice(start, end), finished: true });
    start = end + 1;
  }
  if (start < bytes.length) lines.push({ bytes: bytes.slice(start), finished: false });
  return lines;
}
