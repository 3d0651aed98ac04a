import { posix } from 'node:path';

import { findKindChanges, foldersAbove } from '../ports/kind-changes.ts';
import type { Workspace } from '../ports/workspace.ts';
import { stepsOf, type StartedFile } from './change-set-steps.ts';

/** The folders that are not there and that the new files need, outer ones first. */
export async function findMissingFolders(
  workspace: Workspace,
  files: readonly StartedFile[],
): Promise<readonly string[]> {
  const missing = new Set<string>();
  const kinds = findKindChanges(files.flatMap((file) => stepsOf(file).map((step) => step.path)));
  for (const { path, before_hash: before, after_hash: after, renamed_from: from } of files) {
    // The folder of a file that was there is there.
    const isMade = after !== null && (before === null || from !== undefined);
    const outer = isMade ? kinds.outerOf(path) : null;
    // A file that gives way lies there still.
    if (outer !== null)
      for (const folder of foldersAbove(path).filter((one) => one.length >= outer.length))
        missing.add(folder);
    const located = isMade ? await workspace.locate(path) : null;
    if (located?.ok !== true || located.value.kind !== 'missing') continue;
    for (let folder = posix.dirname(located.value.path); folder !== '.'; folder = posix.dirname(folder)) {
      const found = await workspace.locate(folder);
      if (missing.has(folder) || !found.ok || found.value.kind !== 'missing') break;
      missing.add(folder);
    }
  }
  return [...missing].toSorted((a, b) => a.length - b.length);
}
