import { posix } from 'node:path';

import type { CommandJudgement } from '../commands/judge-command.ts';
import { readEntered } from '../commands/read-entered.ts';
import type { Workspace } from '../ports/workspace.ts';

/** A line of shell, and the folder of the workspace in which it runs. */
export interface PlacedLine {
  readonly command: string;
  readonly cwd: string;
  /** How it goes there first, as its words say; null where it does not. */
  readonly entering: string | null;
}

/**
 * `cd src && make` is `make` in `src`, where that is a folder that no link leads to. Nothing else is taken for it: where a part could run
 * although the folder could not be gone to, the line stays as it is.
 */
export async function enterLine(
  workspace: Pick<Workspace, 'locate'> | undefined,
  { command, cwd }: { readonly command: string; readonly cwd: string },
): Promise<PlacedLine> {
  const entered = workspace === undefined ? null : readEntered(command);
  if (workspace === undefined || entered === null) return { command, cwd, entering: null };
  const folder = posix.join(cwd, entered.folder);
  const located = await workspace.locate(folder);
  const isThere = located.ok && located.value.kind === 'folder' && located.value.path === folder;
  return isThere
    ? { command: entered.rest, cwd: folder, entering: entered.text }
    : { command, cwd, entering: null };
}

/** The part that goes to the folder is shown with the others. */
export function showEntering(judgement: CommandJudgement, { entering }: PlacedLine): CommandJudgement {
  if (entering === null) return judgement;
  return { ...judgement, segments: [{ ...ENTERING, text: entering }, ...judgement.segments] };
}

const ENTERING: CommandJudgement['segments'][number] = {
  text: 'cd',
  verdict: 'allow',
  reason: 'cd goes to a folder of the workspace, and what follows is judged there',
  program: 'cd',
  pattern: null,
  reads: [],
  writes: [],
  mentions: [],
  guarded: null,
  isReadOnly: true,
  runsWorkspaceCode: false,
  network: false,
  startsGit: false,
  writesContent: false,
  leavesShell: false,
};
