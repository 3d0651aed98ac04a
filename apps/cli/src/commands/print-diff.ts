import type { Piece, Terminal } from '../terminal/terminal.ts';
import { readDiff, type DiffLine } from './read-diff.ts';

/** A unified diff with its colours. What a terminal would obey is made visible. */
export async function printDiff(terminal: Terminal, diff: string): Promise<void> {
  for (const line of readDiff(diff).lines) terminal.print(pieceOf(line));
  await terminal.ready();
}

export function pieceOf({ text, style }: DiffLine): Piece {
  return style === undefined ? text : { text, style };
}
