import type { Comment } from 'oxc-parser';

import type { PlacedNode } from './flatten-nodes.ts';
import type { SourceImport } from './source-imports.ts';
import type { TextFile } from './text-file.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

/** What the laws look at: every listed file of one root, read and parsed once. */
export interface Repository {
  readonly root: string;
  /** Every listed path, fixtures and binary files included. */
  readonly paths: ReadonlySet<string>;
  /** Paths that are symbolic links; their targets are never read. */
  readonly links: readonly string[];
  /** Text files outside fixtures. */
  readonly texts: readonly TextFile[];
  /** Text files below a folder named `fixtures`: they may break code laws, but may hold no secret. */
  readonly fixtureTexts: readonly TextFile[];
  /** The texts that are code. */
  readonly sources: readonly Source[];
  /** By folder; the root package has the folder ''. */
  readonly packages: readonly WorkspacePackage[];
}

export interface Source extends TextFile {
  /** Every syntax node in document order. */
  readonly nodes: readonly PlacedNode[];
  readonly comments: readonly Comment[];
  readonly imports: readonly SourceImport[];
  readonly errors: readonly ParseFault[];
  readonly lineAt: (offset: number) => number;
}

interface ParseFault {
  readonly start: number;
  readonly message: string;
}
