import type { GitIndex } from '../edits/parse-git-index.ts';
import type { Survey } from '../ports/workspace.ts';
import { NO_GIT, type KnownIndex } from './known-index.ts';

/** What git has counts, also where it lies in a folder that is left out. */
interface TrackedFinder {
  /** What the index says, as far as this needs it: to understand all of it takes a while. */
  understand(seen: Survey, index: KnownIndex): Promise<GitIndex>;
  /** Adds these files to the survey, and those of another one; answers with all of them. */
  add(seen: Survey, git: GitIndex, also?: readonly string[]): readonly string[];
}

/** What is set aside never counts. */
export function createTrackedFinder(isSetAside: (path: string) => boolean): TrackedFinder {
  const countingOf = (left: ReadonlySet<string>): readonly string[] =>
    [...left].filter((folder) => !isSetAside(folder));
  return {
    understand: async ({ left }, index) => {
      const isNeeded = index.parsed !== null || (await index.mayHaveBelow(countingOf(left)));
      return isNeeded ? index.parse() : NO_GIT;
    },
    add: (seen, git, also = []) => {
      const tracked = git.below(new Set(countingOf(seen.left))).filter((path) => !isSetAside(path));
      const all = [...new Set([...also, ...tracked])];
      seen.add(all);
      return all;
    },
  };
}
