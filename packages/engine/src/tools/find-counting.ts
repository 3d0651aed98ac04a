import { isMade, type Difference } from '../edits/compare-surveys.ts';
import type { GitIndex } from '../edits/parse-git-index.ts';
import type { Survey, Workspace } from '../ports/workspace.ts';
import { sortOutMoved, type Judged } from './find-moved-here.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { isBelow } from './rules-before.ts';

interface CountPorts {
  readonly workspace: Workspace;
  readonly ignore: readonly string[];
}

interface CountFacts {
  readonly before: Survey;
  /** When that was, in milliseconds. */
  readonly looked: number;
  /** Whether somebody has what was there. */
  readonly isHeld: (path: string) => boolean;
  /** The rules as they were; null where those of now are the same. */
  readonly rulesBefore: IgnoreRules | null;
  /** What git noted, before and now. */
  readonly git: readonly Pick<GitIndex, 'objectOf'>[];
  /** Files that counted when they were made, and are ignored since. */
  readonly lasting: ReadonlySet<string>;
}

interface Counting {
  readonly differences: readonly Difference[];
  /** Those of them that the rules of now ignore, and that are new. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Of what differs, what counts. A file that is ignored does not, unless git has it. Whoever writes other rules cannot hide by them what he
 * did to files that counted before, nor what he makes; and of what was ignored before it is not known what is new.
 */
export async function findCounting(
  ports: CountPorts,
  all: readonly Difference[],
  { before, looked, rulesBefore, git, lasting, isHeld }: CountFacts,
): Promise<Counting> {
  const hidden = new Set<string>();
  if (all.length === 0) return { differences: all, hidden };
  const now = createIgnoreRules(ports.workspace, ports.ignore);
  const judge = async (difference: Difference): Promise<Judged> => {
    const { path } = difference;
    const isNew = isMade(difference);
    const is = (counts: boolean, canCount = false): Judged => ({ difference, counts, canCount });
    const why = await now.isIgnored(path);
    if (why === 'built_in' || why === 'settings') return is(false);
    if (git.some((one) => one.objectOf(path) !== null)) return is(true);
    if (isNew && isBelow(path, before.left)) return is(false);
    if (why === null || (!isNew && lasting.has(path))) return is(true);
    const counts = rulesBefore !== null && (await rulesBefore.isIgnored(path)) === null;
    if (counts && isNew) hidden.add(path);
    return is(counts, !isNew);
  };
  const judged = await Promise.all(all.map(judge));
  return { differences: sortOutMoved(ports.workspace, judged, { looked, isHeld }), hidden };
}
