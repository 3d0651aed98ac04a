import type { Workspace } from '../ports/workspace.ts';
import { blameFiles, permissionsOf, writesOf, type PlannedFile, type RefusedFile } from './planned-writes.ts';

/** Which files `writeChangeSet` would refuse now, and which it would skip with them; empty where it would write all. */
export async function rehearseChangeSet(
  workspace: Workspace,
  files: readonly PlannedFile[],
  removeFolders: readonly string[] = [],
): Promise<readonly RefusedFile[]> {
  const rehearsed = await workspace.rehearse(
    files.flatMap((file) => writesOf(file)),
    permissionsOf(files),
    removeFolders,
  );
  return rehearsed.ok ? [] : blameFiles(files, rehearsed.error);
}

/** Which of the files `writeChangeSet` would write now without the others, and why not those. */
export async function sortOutRefused(
  workspace: Workspace,
  files: readonly PlannedFile[],
  removeFolders: readonly string[] = [],
): Promise<{ readonly good: readonly PlannedFile[]; readonly refused: readonly RefusedFile[] }> {
  let good = files;
  const refused: RefusedFile[] = [];
  while (good.length > 0) {
    const blamed = (await rehearseChangeSet(workspace, good, removeFolders)).filter(
      ({ status }) => status === 'refused',
    );
    if (blamed.length === 0) break;
    refused.push(...blamed);
    good = good.filter(({ path }) => !blamed.some((one) => one.path === path));
  }
  return { good, refused };
}
