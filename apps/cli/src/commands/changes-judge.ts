import type { SessionId } from '@rook/contract';
import { contentsOf, hasNames, type History, type HistorySet, type Store } from '@rook/engine';

import type { ChangeSetEntry, ChangeSetRow } from './changes-read.ts';

/** A change set, and what became of it since. */
export interface KeptChangeSet {
  readonly session: SessionId;
  /** `open`: nobody wrote down how it ended. */
  readonly status: 'applied' | 'refused' | 'open';
  /** Where the session stands: its newest change that is not undone. */
  readonly isCurrent: boolean;
  /** Of one that was applied. */
  readonly state: 'standing' | 'undone' | 'undone_in_part' | 'redone' | null;
  /** False where a secret was taken out of the name of a file, so that it cannot be rewound. */
  readonly isNamed: boolean;
  /** The files whose old bytes were pruned, so that they cannot be rewound. */
  readonly pruned: readonly string[];
  /** Of one that a command made: the files whose old bytes nobody had. */
  readonly unknown: readonly string[];
  /** Of one that a command made: the files that were too large to be kept. */
  readonly tooLarge: readonly string[];
  /** Of one that a command made: the files that were too many to be kept. */
  readonly tooMany: readonly string[];
  /** Of one that a command made: the files that it moved there from where nobody looked. */
  readonly movedHere: readonly string[];
  readonly entry: ChangeSetEntry;
}

const STATUSES = {
  change_set_started: 'open',
  change_set_applied: 'applied',
  change_set_refused: 'refused',
} as const;

/** Reads the rows in full, and says of each what the others did to it. */
export async function judgeRows(
  { blobs }: Pick<Store, 'blobs'>,
  history: History,
  rows: readonly ChangeSetRow[],
): Promise<readonly KeptChangeSet[]> {
  const sets = new Map(history.sets.map((set) => [keyOf(set), set]));
  // One that was refused undid nothing.
  const applied = history.sets.filter(({ isApplied }) => isApplied);
  const undoers = new Set(applied.flatMap(({ undoes }) => undoes.map((undone) => keyOf(undone))));
  const currents = new Map<SessionId, HistorySet | null>();
  const kept: KeptChangeSet[] = [];
  for (const { session, read } of rows) {
    const entry = read();
    if (entry === null) continue;
    if (!currents.has(session)) currents.set(session, currentOf(history, session));
    const set = sets.get(keyOf({ session, id: entry.change_set_id }));
    kept.push({
      session,
      status: STATUSES[entry.event_type],
      isCurrent: set !== undefined && currents.get(session) === set,
      state: set?.isApplied === true ? stateOf(history, set, undoers.has(keyOf(set))) : null,
      isNamed: hasNames(entry),
      ...(set === undefined
        ? { pruned: [], unknown: [], tooLarge: [], tooMany: [], movedHere: [] }
        : await findLost(blobs, history, set)),
      entry,
    });
  }
  return kept;
}

function keyOf({ session, id }: { readonly session: string; readonly id: string }): string {
  return `${session}/${id}`;
}

function isOwn({ kind }: HistorySet): boolean {
  return kind === 'edit' || kind === 'by_command';
}

function currentOf(history: History, session: SessionId): HistorySet | null {
  return (
    history.sets.findLast(
      (set) => set.session === session && isOwn(set) && set.isRewindable && !history.isUndone(set),
    ) ?? null
  );
}

function stateOf(history: History, set: HistorySet, wasUndone: boolean): KeptChangeSet['state'] {
  if (!wasUndone) return 'standing';
  if (history.isUndone(set)) return 'undone';
  return set.files.some(({ path }) => history.isUndone(set, path)) ? 'undone_in_part' : 'redone';
}

/** What was pruned may have been kept again since, so it is looked for; so is what a command changed, before anybody relies on it. */
async function findLost(
  blobs: Store['blobs'],
  history: History,
  { files, kind, isRewindable }: HistorySet,
): Promise<Pick<KeptChangeSet, 'pruned' | 'unknown' | 'tooLarge' | 'tooMany' | 'movedHere'>> {
  const pruned: string[] = [];
  const [unknown, tooLarge] = [Array<string>(), Array<string>()];
  const [tooMany, movedHere] = [Array<string>(), Array<string>()];
  const unkeptOnes = { unknown, too_large: tooLarge, too_many: tooMany, moved_here: movedHere };
  // Permissions need no bytes.
  for (const { path, before, unkept } of isRewindable ? contentsOf({ files }) : []) {
    if (unkept !== undefined) {
      unkeptOnes[unkept].push(path);
      continue;
    }
    if (before === null || !(history.isPruned(before) || kind === 'by_command')) continue;
    const kept = await blobs.get(before);
    if (kept.ok && kept.value !== null) continue;
    (history.isPruned(before) ? pruned : unknown).push(path);
  }
  return { pruned, unknown, tooLarge, tooMany, movedHere };
}
