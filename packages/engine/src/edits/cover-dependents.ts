import type { History } from '../journal/fold-history.ts';
import type { HistoryFile, HistorySet } from '../journal/history-set.ts';
import { findDependents, laterSteps, type Target } from './find-dependents.ts';
import type { RewindWorld } from './undo-file.ts';

/** A change set that is undone, and which files of it. */
export interface CoveredSet {
  readonly set: HistorySet;
  readonly files: readonly HistoryFile[];
}

/** The first one with all that stands on it, and on those again; the first one stays first, the others follow by time. */
export function coverDependents(
  history: History,
  first: CoveredSet,
  bytes: RewindWorld['bytes'],
): readonly CoveredSet[] {
  const covered = new Map<HistorySet, readonly HistoryFile[]>([[first.set, first.files]]);
  const waiting = [first];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const file of next.files) {
      for (const set of findDependents(history, { set: next.set, file }, bytes)) {
        if (covered.has(set)) continue;
        const files = set.files.filter(({ path }) => !history.isUndone(set, path));
        covered.set(set, files);
        waiting.push({ set, files });
      }
    }
  }
  const places = new Map(history.sets.map((set, index) => [set, index]));
  const later = [...covered]
    .map(([set, files]) => ({ set, files }))
    .filter(({ set }) => set !== first.set)
    .toSorted((a, b) => (places.get(a.set) ?? 0) - (places.get(b.set) ?? 0));
  return [first, ...later];
}

/** Where a file of a set is now, when all that is undone with it is undone before. */
export function choosePlace(history: History, target: Target, undone: readonly CoveredSet[]): string {
  const gone = new Set(undone.map(({ set }) => set));
  let place = target.file.path;
  for (const { set, file } of laterSteps(history, target))
    if (!gone.has(set) && file.after !== null) place = file.path;
  return place;
}
