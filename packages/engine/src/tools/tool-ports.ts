import type { ContentHash, Result, SessionId } from '@rook/contract';

import type { Outline } from '../ports/outline.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Shell } from '../ports/shell.ts';
import type { Blobs } from '../ports/store.ts';
import type { Web } from '../ports/web.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ChangeAccess } from './change-files.ts';
import type { CommandEquipment } from './command-ports.ts';
import type { ExplainLines } from './explain-lines.ts';
import type { IntentAccess } from './select-intent.ts';

/** What tools work with. What is costly to load is loaded by the first call that needs it. */
export interface ToolPorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  /** Where ripgrep is. */
  readonly ripgrep: () => Promise<Result<string>>;
  readonly web: Web;
  readonly outline: Outline;
  readonly index: SearchIndex;
  readonly blobs: Blobs;
  /** The session that asks. */
  readonly session: SessionId;
  /** The whole of a result of this session that was cut, by the name under which the model was told of it. */
  readonly findResult: (name: string) => ContentHash | null;
  /** Patterns of files that are neither read nor written, beside `.gitignore`. */
  readonly ignore: readonly string[];
  /** So many characters of a result reach the model; what a tool says was shown must lie within them. */
  readonly maxResultChars: number;
  readonly changes: ChangeAccess;
  /** Left out: no command can be run. */
  readonly commands?: CommandEquipment;
  /** Left out: nobody can say why a line is there. */
  readonly explain?: ExplainLines;
  /** Left out: no intent can be selected. */
  readonly intents?: IntentAccess;
}
