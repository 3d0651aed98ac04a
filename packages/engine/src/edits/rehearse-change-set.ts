import type { Workspace } from '../ports/workspace.ts';
import { blameFiles, writesOf, type PlannedFile, type RefusedFile } from './write-change-set.ts';

/** Which files `writeChangeSet` would refuse now, and which it would skip with them; empty where it would write all. */
export async function rehearseChangeSet(
  workspace: Workspace,
  files: readonly PlannedFile[],
): Promise<readonly RefusedFile[]> {
  const rehearsed = await workspace.rehearse(files.flatMap((file) => writesOf(file)));
  return rehearsed.ok ? [] : blameFiles(files, rehearsed.error);
}
