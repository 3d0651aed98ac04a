import { posix } from 'node:path';

import type { FileStamp, SurveyOptions, Workspace } from '../ports/workspace.ts';
import { createIgnoreRules } from './ignore-rules.ts';

const OWN_EXCLUDES = '.git/info/exclude';

/**
 * Which folders a survey leaves out. What was found is kept for the next survey, as long as no file with ignore rules is other than
 * it was: most looks are at a workspace in which none is.
 */
export function createIgnoredFolders(
  workspace: Workspace,
  patterns: readonly string[],
): () => SurveyOptions['skips'] {
  let verdicts = new Map<string, boolean>();
  let excludes: string | null = null;
  const seen = new Map<string, FileStamp>();
  let found: ReadonlyMap<string, FileStamp> = new Map();
  /** Most folders have no rules, and the survey knows which. */
  const files: Pick<Workspace, 'read' | 'stamp'> = {
    read: async (path, limits) => workspace.read(path, limits),
    stamp: (path) => (found.has(path) || path === OWN_EXCLUDES ? workspace.stamp(path) : null),
  };

  /** Whether the rules that lie beside these folders are those of the last time. */
  function areSame(folders: readonly string[], now: ReadonlyMap<string, FileStamp>): boolean {
    let isSame = true;
    let last: string | null = null;
    for (const folder of folders) {
      const parent = posix.dirname(folder);
      if (parent === last) continue;
      last = parent;
      const path = parent === '.' ? '.gitignore' : `${parent}/.gitignore`;
      const [rules, before] = [now.get(path), seen.get(path)];
      if (rules === undefined) seen.delete(path);
      else seen.set(path, rules);
      isSame &&= isUnchanged(rules, before);
    }
    return isSame;
  }

  return () => {
    const rules = createIgnoreRules(files, patterns);
    const own = workspace.stamp(OWN_EXCLUDES);
    if (own !== excludes) verdicts = new Map();
    excludes = own;
    return async (folders, now) => {
      found = now;
      if (!areSame(folders, now)) verdicts = new Map();
      const known = verdicts;
      const unknown = folders.filter((folder) => !known.has(folder));
      const judged = await Promise.all(unknown.map(async (folder) => rules.isIgnored(`${folder}/`)));
      for (const [place, folder] of unknown.entries()) known.set(folder, judged[place] !== null);
      return new Set(folders.filter((folder) => known.get(folder) === true));
    };
  };
}

function isUnchanged(now: FileStamp | undefined, before: FileStamp | undefined): boolean {
  if (now === undefined || before === undefined) return now === before;
  return now.changed === before.changed && now.size === before.size && now.inode === before.inode;
}
