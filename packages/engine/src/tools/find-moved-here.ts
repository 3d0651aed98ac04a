import { isMade, type Difference } from '../edits/compare-surveys.ts';
import type { Workspace } from '../ports/workspace.ts';

/** What differs, and what of it counts. */
export interface Judged {
  readonly difference: Difference;
  readonly counts: boolean;
  /** It was there and could be put back, although it does not count. */
  readonly canCount: boolean;
}

/** Clocks of disks differ from ours, and some tell whole seconds. */
const MARGIN_MILLISECONDS = 2000;

/**
 * Those that count. What is new under its name and was made before the command began was moved there: from a place that was seen, then
 * that place counts too, or from one that nobody looked at, then nobody can put it back, and to take it away would be its end.
 */
export function sortOutMoved(
  workspace: Pick<Workspace, 'birthOf'>,
  all: readonly Judged[],
  { looked }: { readonly looked: number },
): readonly Difference[] {
  const sources = new Map<number, Judged>();
  for (const one of all) {
    const { before, after, linkBefore = before } = one.difference;
    if (linkBefore !== null && linkBefore.inode !== after?.inode) sources.set(linkBefore.inode, one);
  }
  const older = all.flatMap((one) => {
    const birth = one.counts && isMade(one.difference) ? workspace.birthOf(one.difference.path) : null;
    return birth !== null && birth.born < looked - MARGIN_MILLISECONDS ? [{ one, birth }] : [];
  });
  const [lifted, moved] = [new Set<Judged>(), new Set<Judged>()];
  for (const [inode, named] of Map.groupBy(older, ({ birth }) => birth.inode)) {
    const source = sources.get(inode);
    // Another name keeps what it holds.
    const isElsewhere = named.some(({ birth }) => birth.names > named.length);
    if (source?.counts === true || source?.canCount === true) lifted.add(source);
    else if (!isElsewhere) for (const { one } of named) moved.add(one);
  }
  return all.flatMap((one) => {
    if (!one.counts && !lifted.has(one)) return [];
    return [moved.has(one) ? { ...one.difference, isMovedHere: true as const } : one.difference];
  });
}
