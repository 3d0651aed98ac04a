import type { Repository, Source } from './repository.ts';
import type { SourceImport } from './source-imports.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

/** One import with all that is needed to judge it. */
export interface ImportCase {
  readonly repository: Repository;
  readonly source: Source;
  /** The package of the importing file. */
  readonly owner: WorkspacePackage | undefined;
  readonly imported: SourceImport;
}
