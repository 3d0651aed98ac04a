import type { Result } from '@rook/contract';

/** What a source file defines, by its grammar and not by guessing. */
export interface Outline {
  /** In the order of the file. A language without a grammar is `not_found`; a broken file gives what can be read. */
  outline(path: string, text: string): Promise<Result<readonly OutlineSymbol[]>>;
}

export interface OutlineSymbol {
  /** As in `class`, `function`, `method`. */
  readonly kind: string;
  readonly name: string;
  /** From 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  /** How many symbols it lies in. */
  readonly depth: number;
}
