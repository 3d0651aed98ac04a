import type { Style, Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';

/** The two lines that name the files. */
const HEADER_LINES = 2;

const STYLES: ReadonlyMap<string, Style> = new Map([
  ['+', 'green'],
  ['-', 'red'],
  ['@', 'dim'],
  ['\\', 'dim'],
]);

/** A unified diff with its colours. What a terminal would obey is made visible. */
export async function printDiff(terminal: Terminal, diff: string): Promise<void> {
  for (const [index, line] of diff.trimEnd().split('\n').entries()) {
    const style = index < HEADER_LINES ? 'bold' : STYLES.get(line[0] ?? '');
    const text = line.split('\t').map(visibleLine).join('\t');
    terminal.print(style === undefined ? text : { text, style });
  }
  await terminal.ready();
}
