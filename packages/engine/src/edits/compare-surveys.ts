import type { FileStamp, Survey } from '../ports/workspace.ts';

/** A file that is other than before, as far as the system tells without reading it. */
export interface Difference {
  readonly path: string;
  /** Null: it was not there. */
  readonly before: FileStamp | null;
  /** Null: it is gone. */
  readonly after: FileStamp | null;
}

/**
 * What differs between two looks at a workspace. A file that was written within a moment of the first look may differ although all is
 * the same; `moment` is how coarse the clock of the disk is taken to be, and those files are named too.
 */
export function compareSurveys(
  before: Survey,
  after: Survey,
  { looked, moment }: { readonly looked: number; readonly moment: number },
): readonly Difference[] {
  const found: Difference[] = [];
  for (const [path, now] of after.files) {
    const old = before.files.get(path) ?? null;
    const isDoubtful = old !== null && old.changed >= looked - moment;
    if (old === null || isDoubtful || !isSame(old, now)) found.push({ path, before: old, after: now });
  }
  for (const [path, old] of before.files)
    if (!after.files.has(path)) found.push({ path, before: old, after: null });
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}

/** Folders that are there now and were not before, outer ones first. */
export function findMadeFolders(before: Survey, after: Survey): readonly string[] {
  return [...after.folders].filter((folder) => !before.folders.has(folder)).toSorted();
}
