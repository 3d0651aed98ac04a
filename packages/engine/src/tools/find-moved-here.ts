import { isMade, type Difference } from '../edits/compare-surveys.ts';
import type { FileStamp, Workspace } from '../ports/workspace.ts';

/** What differs, and what of it counts. */
export interface Judged {
  readonly difference: Difference;
  readonly counts: boolean;
  /** It was there and could be put back, although it does not count. */
  readonly canCount: boolean;
}

/** Clocks of disks differ from ours, and some tell whole seconds. */
const MARGIN_MILLISECONDS = 2000;

interface MoveFacts {
  /** When it was looked before the command, in milliseconds. */
  readonly looked: number;
  /** Whether somebody has what was there. */
  readonly isHeld: (path: string) => boolean;
}

/**
 * Those that count. What is new under its name and was made before the command began was moved there: from a place that was seen, then
 * that place counts too, or from one that nobody looked at, then nobody can put it back, and to take it away would be its end.
 */
export function sortOutMoved(
  workspace: Pick<Workspace, 'birthOf'>,
  all: readonly Judged[],
  { looked, isHeld }: MoveFacts,
): readonly Difference[] {
  const sources = findSources(all);
  const made = Map.groupBy(
    all.filter(({ counts, difference }) => counts && isMade(difference)),
    ({ difference: { after } }) => after?.inode,
  );
  const [lifted, moved] = [new Map<Judged, string | null>(), new Set<Judged>()];
  for (const one of all) {
    const { path, after } = one.difference;
    if (!one.counts || !isMade(one.difference)) continue;
    const same = after === null ? undefined : sources.get(after.inode);
    if (same !== undefined && canBe(same) && isUntouched(same.difference.before, after)) {
      // The number of one that is gone may be given to another at once.
      const isSame = (workspace.birthOf(path)?.born ?? Infinity) <= (same.difference.before?.changed ?? 0);
      lifted.set(same, isSame ? path : null);
      if (!isSame && !isHeld(same.difference.path)) moved.add(one);
      continue;
    }
    const birth = workspace.birthOf(path);
    if (birth === null || birth.born >= looked - MARGIN_MILLISECONDS) continue;
    const source = sources.get(birth.inode);
    const isKnown = source !== undefined && canBe(source) && isHeld(source.difference.path);
    // Another name keeps what it holds.
    const isElsewhere = birth.names > (made.get(birth.inode)?.length ?? 1);
    if (isKnown) lifted.set(source, lifted.get(source) ?? null);
    else if (!isElsewhere) moved.add(one);
  }
  return all.flatMap((one) => {
    const to = lifted.get(one);
    if (!one.counts && to === undefined) return [];
    if (moved.has(one)) return [{ ...one.difference, isMovedHere: true as const }];
    return [typeof to === 'string' ? { ...one.difference, movedTo: to } : one.difference];
  });
}

/** What is not under its name any more, by what stays with it when it is moved. */
function findSources(all: readonly Judged[]): ReadonlyMap<number, Judged> {
  const sources = new Map<number, Judged>();
  for (const one of all) {
    const { before, after, linkBefore = before } = one.difference;
    if (linkBefore !== null && linkBefore.inode !== after?.inode) sources.set(linkBefore.inode, one);
  }
  return sources;
}

function canBe({ counts, canCount }: Judged): boolean {
  return counts || canCount;
}

function isUntouched(before: FileStamp | null, after: FileStamp | null): boolean {
  return before?.size === after?.size && before?.modified === after?.modified;
}
