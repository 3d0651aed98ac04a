import type { ContentHash } from '@rook/contract';

import type { History } from '../journal/fold-history.ts';
import { isPermissionsOnly, type HistoryFile, type HistorySet } from '../journal/history-set.ts';
import { carryLines, compareBytes, readHunks, touches, type LineRange } from './carry-lines.ts';
import type { LineHunk } from './diff-lines.ts';
import type { RewindWorld } from './undo-file.ts';

/** A file of a change set that shall be undone. */
export interface Target {
  readonly set: HistorySet;
  readonly file: HistoryFile;
}

type Bytes = RewindWorld['bytes'];

/**
 * Later change sets that stand on a target: they changed the same lines, carried through what was changed between, or gave other
 * permissions to a file that got some from it, or was made by it.
 */
export function findDependents(history: History, target: Target, bytes: Bytes): readonly HistorySet[] {
  const { before, afterMode } = target.file;
  const onModes = afterMode === undefined && before !== null ? [] : findModeDependents(history, target);
  return isPermissionsOnly(target.file) ? onModes : [...findOnLines(history, target, bytes), ...onModes];
}

/** Who took the file away took its permissions too. */
function findModeDependents(history: History, { set, file }: Target): readonly HistorySet[] {
  const dependents: HistorySet[] = [];
  let { path } = file;
  for (const later of history.sets.slice(history.sets.indexOf(set) + 1)) {
    const next = later.isRewindable ? later.files.find(({ from }) => from === path) : undefined;
    if (next === undefined) continue;
    const isTouched = next.afterMode !== undefined || next.after === null;
    if (isTouched && isOwn(later) && !history.isUndone(later, next.path)) dependents.push(later);
    path = next.path;
  }
  return dependents;
}

function isOwn({ kind }: HistorySet): boolean {
  return kind === 'edit' || kind === 'by_command';
}

function findOnLines(history: History, target: Target, bytes: Bytes): readonly HistorySet[] {
  const { file } = target;
  const isWhole = file.from !== file.path || file.before === null || file.after === null;
  let ranges: readonly LineRange[] | 'all' = isWhole ? 'all' : rangesOf(file, bytes);
  let content = file.after;
  const dependents: HistorySet[] = [];
  for (const step of laterSteps(history, target)) {
    ranges = carry(ranges, content === step.file.before ? [] : between(content, step.file.before, bytes));
    const hunks = hunksOf(step.file, bytes);
    const isTouched =
      ranges === 'all' ||
      hunks === 'all' ||
      ranges.some((range) => hunks.some((hunk) => touches(range, hunk)));
    if (isTouched && isOwn(step.set) && !history.isUndone(step.set, step.file.path))
      dependents.push(step.set);
    ranges = carry(ranges, hunks);
    content = step.file.after;
  }
  return dependents;
}

/** What later sets did to the file, wherever it went. What led back to an earlier content counts for nothing. */
export function laterSteps(history: History, { set, file }: Target): readonly Target[] {
  const steps: Target[] = [];
  const states = [`${file.path}\0${file.after ?? ''}`];
  let path = file.path;
  for (const later of history.sets.slice(history.sets.indexOf(set) + 1)) {
    if (!later.isRewindable) continue;
    for (const next of later.files) {
      // A rename that began elsewhere and ends here only takes the place.
      if (next.from !== path && next.path !== path) continue;
      steps.push({ set: later, file: next });
      path = next.after === null ? path : next.path;
      const state = `${path}\0${next.after ?? ''}`;
      const known = states.indexOf(state);
      if (known === -1) states.push(state);
      else {
        states.length = known + 1;
        steps.length = known;
      }
    }
  }
  return steps;
}

function rangesOf(file: HistoryFile, bytes: Bytes): readonly LineRange[] | 'all' {
  const hunks = hunksOf(file, bytes);
  return hunks === 'all' ? 'all' : hunks.map(({ newStart, newEnd }) => ({ start: newStart, end: newEnd }));
}

function hunksOf(file: HistoryFile, bytes: Bytes): readonly LineHunk[] | 'all' {
  if (file.before === null || file.after === null) return 'all';
  return file.hunks === undefined ? between(file.before, file.after, bytes) : readHunks(file.hunks);
}

function between(
  before: ContentHash | null,
  after: ContentHash | null,
  bytes: Bytes,
): readonly LineHunk[] | 'all' {
  if (before === after) return [];
  const [old, fresh] = [before === null ? null : bytes(before), after === null ? null : bytes(after)];
  return old === null || fresh === null ? 'all' : (compareBytes(old, fresh) ?? 'all');
}

function carry(
  ranges: readonly LineRange[] | 'all',
  hunks: readonly LineHunk[] | 'all',
): readonly LineRange[] | 'all' {
  if (ranges === 'all' || hunks === 'all') return 'all';
  return hunks.length === 0 ? ranges : ranges.map((range) => carryLines(range, hunks));
}
