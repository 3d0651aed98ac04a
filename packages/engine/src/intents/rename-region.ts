import type { SyntaxNode } from '../ports/syntax.ts';
import type { NameUse } from './place-names.ts';

/** A name that another file has to follow or to lead. */
export interface NameLink {
  readonly before: string;
  readonly after: string;
}

export interface ImportLink extends NameLink {
  /** As it is written, or what it leads to. */
  readonly module: string;
}

/** Where a name is changed: all of a scope, and what declares it there. */
export interface RenameRegion extends NameLink {
  readonly scope: SyntaxNode;
  /** Empty for a name that another file of the folder declares. */
  readonly declarations: readonly NameUse[];
}
