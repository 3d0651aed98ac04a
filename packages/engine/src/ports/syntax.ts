import type { Result } from '@rook/contract';

/** What a source file is made of, by its grammar. */
export interface Syntax {
  /**
   * Null where there is no grammar for the path. A text that the grammar cannot read whole is `malformed`, one that is
   * too long, too deep or has too many parts `too_large`: a tree with holes is never given.
   */
  parse(path: string, text: string): Promise<Result<SyntaxTree | null>>;
}

export interface SyntaxTree {
  /** The name of the grammar, as in `typescript`, `python`. */
  readonly language: string;
  readonly root: SyntaxNode;
}

/**
 * The leaves in their order are the whole text without the blanks that mean nothing to the grammar. Blanks inside strings,
 * templates and markup are leaves as well; a leaf that the grammar has no name for has an empty kind.
 */
export interface SyntaxNode {
  readonly kind: string;
  /** Signs and keywords are not named. */
  readonly isNamed: boolean;
  /** What it is to its parent, as in `name`, `left`; null where the grammar does not say. */
  readonly field: string | null;
  /** Of a leaf; a node with children has none. */
  readonly text: string;
  readonly children: readonly SyntaxNode[];
}
