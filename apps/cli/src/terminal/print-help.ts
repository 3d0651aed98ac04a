import type { Terminal } from './terminal.ts';

/** Prints help text line by line, its headings and typed examples with a style. */
export function printHelp(terminal: Terminal, text: string): void {
  for (const line of text.replace(/\n$/, '').split('\n')) {
    if (/^[A-Z][A-Za-z ]*:$/.test(line)) terminal.print({ text: line, style: 'bold' });
    else if (line.startsWith('Usage: ')) terminal.print({ text: 'Usage:', style: 'bold' }, line.slice(6));
    else terminal.print(line);
  }
}
