import type { Result } from '@rook/contract';

import type { BackgroundJobs } from '../commands/background-jobs.ts';
import type { CommandAccess } from '../commands/run-command.ts';
import type { OtherWrites, OtherWritesQuery } from '../edits/find-other-writes.ts';
import type { KeptLooks } from '../ports/kept-looks.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ChangeAccess } from './change-files.ts';
import type { WorkspaceWatch } from './watch-workspace.ts';

/** What running commands needs beside the files. */
export interface CommandPorts {
  readonly workspace: Workspace;
  readonly changes: Pick<ChangeAccess, 'store' | 'journal' | 'nextId' | 'intent' | 'revision' | 'scope'>;
  readonly commands: CommandEquipment;
}

export interface CommandEquipment {
  readonly access: CommandAccess;
  readonly watch: WorkspaceWatch;
  readonly jobs: BackgroundJobs;
  readonly looks: Pick<KeptLooks, 'keep' | 'drop'>;
  /** What change sets and other commands did since, in this workspace. */
  readonly others: (query: Omit<OtherWritesQuery, 'session'>) => Promise<Result<OtherWrites>>;
  /** Whose commands these are. */
  readonly by: 'assistant' | 'user';
}
