import { hash } from 'node:crypto';

/** The lines numbered and chained anew, as somebody would who wants to hide what was changed. */
export function rechain(lines: readonly string[]): string {
  let text = '';
  let prev = '0'.repeat(64);
  lines.forEach((line, seq) => {
    const entry: unknown = JSON.parse(line);
    const chained = JSON.stringify({ ...Object(entry), seq, prev });
    text += `${chained}\n`;
    prev = hash('sha256', chained, 'hex');
  });
  return text;
}
