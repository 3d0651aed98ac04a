import {
  describePermissions,
  fail,
  rookError,
  succeed,
  type CallInput,
  type CallOutput,
  type ChangeSetView,
  type ContentHash,
  type Result,
  type RewindPreview,
} from '@rook/contract';

import { keepsContent } from '../edits/compare-rewound.ts';
import type { RefusedRewind } from '../edits/leave-some.ts';
import type { RewindPlan, RewindWish } from '../edits/plan-rewind.ts';
import { previewChange } from '../edits/preview-change.ts';
import type { History } from '../journal/fold-history.ts';
import { isPermissionsOnly, type HistoryFile, type HistorySet } from '../journal/history-set.ts';
import { loadHistory } from '../journal/load-history.ts';
import { previewRewind, rewindChanges } from '../sessions/rewind-changes.ts';
import type { HeldSessions } from './held-sessions.ts';
import type { CallHandlers, WorkbenchSetup } from './workbench-setup.ts';

type ChangeHandlers = Pick<CallHandlers, 'change_list' | 'change_show' | 'rewind_preview' | 'rewind_run'>;

interface Parts {
  readonly setup: WorkbenchSetup;
  readonly held: HeldSessions;
}

const LISTED = 200;
const SHOWN = { lines: 5000, characters: 2000 };

export function createChangeHandlers(parts: Parts): ChangeHandlers {
  return {
    change_list: async (input) => listChanges(parts, input),
    change_show: async (input) => showChange(parts, input),
    rewind_preview: async (input) => {
      const planned = await plan(parts, input);
      return planned.ok ? succeed(await describePlan(parts, planned.value)) : planned;
    },
    rewind_run: async (input) => runRewind(parts, input),
  };
}

async function listChanges(
  { setup }: Parts,
  { session, limit = LISTED }: CallInput<'change_list'>,
): Promise<Result<CallOutput<'change_list'>>> {
  const history = await loadHistory(setup.store);
  if (!history.ok) return history;
  const wanted = history.value.sets.filter((set) => session === undefined || set.session === session);
  const newest = wanted.slice(-limit).toReversed();
  return succeed({
    sets: newest.map(createViews(history.value)),
    hasMore: wanted.length > newest.length,
  });
}

/** Tells of the sets of a history, each by its place among those of its session. */
function createViews(history: History): (set: HistorySet) => ChangeSetView {
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const { session, id } of history.sets) {
    const number = (counts.get(session) ?? 0) + 1;
    counts.set(session, number);
    numbers.set(`${session} ${id}`, number);
  }
  return (set) => viewOf(history, set, numbers.get(`${set.session} ${set.id}`) ?? 1);
}

function viewOf(history: History, set: HistorySet, number: number): ChangeSetView {
  const { id, session, turn, timestamp, kind, intent, by, costUsd, isApplied, isRewindable } = set;
  return {
    id,
    session,
    number,
    turn,
    timestamp,
    kind,
    intent,
    by,
    costUsd,
    isApplied,
    isRewindable,
    isUndone: isApplied && set.files.length > 0 && history.isUndone(set),
    files: set.files.map((file) => ({
      path: file.path,
      from: file.from,
      added: file.added,
      removed: file.removed,
      ...permissionsOf(file.beforeMode, file.afterMode),
      act: actOf(file),
      isUndone: isApplied && history.isUndone(set, file.path),
      ...(file.unkept === undefined ? {} : { unkept: UNKEPT[file.unkept] }),
    })),
  };
}

function permissionsOf(
  before: number | undefined,
  after: number | undefined,
): Pick<ChangeSetView['files'][number], 'permissions'> {
  const permissions = describePermissions(before, after);
  return permissions === null ? {} : { permissions };
}

const UNKEPT = {
  too_large: 'it is too large to be kept, so it cannot be rewound',
  too_many: 'the command changed too many files to keep all of them, so it cannot be rewound',
  unknown: 'what it held before is not known, so it cannot be rewound',
  moved_here: 'it was moved here from where nobody looked, so it cannot be rewound',
} as const;

function actOf({ before, after, path, from }: HistoryFile): ChangeSetView['files'][number]['act'] {
  if (after === null) return 'removed';
  if (path !== from) return 'renamed';
  return before === null ? 'made' : 'changed';
}

async function showChange(
  { setup }: Parts,
  { session, changeSet }: CallInput<'change_show'>,
): Promise<Result<CallOutput<'change_show'>>> {
  const history = await loadHistory(setup.store);
  if (!history.ok) return history;
  const set = history.value.sets.find((one) => one.session === session && one.id === changeSet);
  if (set === undefined) return fail(rookError('not_found', `There is no change set ${changeSet} here.`));
  const files: CallOutput<'change_show'>['files'] = [];
  for (const file of set.files) files.push(await diffOf(setup, file));
  return succeed({ set: createViews(history.value)(set), files });
}

async function diffOf(
  { store }: WorkbenchSetup,
  file: HistoryFile,
): Promise<CallOutput<'change_show'>['files'][number]> {
  const { path, from, before, after, unkept } = file;
  const permissions = describePermissions(file.beforeMode, file.afterMode);
  if (isPermissionsOnly(file))
    return { path, diff: null, problem: `What it holds is the same: ${permissions ?? ''}.` };
  const [old, fresh] = [await bytesOf(store, before), await bytesOf(store, after)];
  if (old === undefined || fresh === undefined || unkept !== undefined)
    return { path, diff: null, problem: 'Its bytes are not kept any more, so the change cannot be shown.' };
  return { path, diff: previewChange(path, old, fresh, SHOWN, from) };
}

/** Null where there was no file; undefined where its bytes are gone. */
async function bytesOf(
  store: WorkbenchSetup['store'],
  hash: ContentHash | null,
): Promise<Uint8Array | null | undefined> {
  if (hash === null) return null;
  const kept = await store.blobs.get(hash);
  return kept.ok ? (kept.value ?? undefined) : undefined;
}

function wishOf(input: CallInput<'rewind_preview'>): RewindWish {
  const { direction, changeSet, session, file, cascade, partial } = input;
  return {
    direction,
    cascade,
    partial,
    ...(changeSet === undefined ? {} : { changeSet }),
    ...(session === undefined ? {} : { session }),
    ...(file === undefined ? {} : { file }),
  };
}

async function plan({ setup }: Parts, input: CallInput<'rewind_preview'>): Promise<Result<RewindPlan>> {
  const changes = await setup.openChanges();
  return changes.ok ? previewRewind(changes.value, wishOf(input)) : changes;
}

async function describePlan({ setup }: Parts, planned: RewindPlan): Promise<RewindPreview> {
  const history = await loadHistory(setup.store);
  const viewIn = history.ok ? createViews(history.value) : null;
  const view = (set: HistorySet): ChangeSetView[] => (viewIn === null ? [] : [viewIn(set)]);
  const { kind, target, undone, dependents, files, refused, leftOut, error, fingerprint } = planned;
  return {
    kind,
    target: target === null ? null : (view(target)[0] ?? null),
    undone: undone.flatMap(({ set }) => view(set)),
    dependents: dependents.flatMap(view),
    files: files.map(describeFile),
    refused: refused.map(refusedOf),
    leftOut: leftOut.map(refusedOf),
    error,
    fingerprint,
  };
}

function describeFile(file: RewindPlan['files'][number]): RewindPreview['files'][number] {
  const { path, added, removed, permissions } = file;
  const diff = keepsContent(file) ? '' : diffOfPlan(file);
  const given = permissionsOf(permissions?.before, permissions?.after);
  return { path, what: whatOf(file), added, removed, ...given, diff };
}

function diffOfPlan({ path, renamedFrom, before, after }: RewindPlan['files'][number]): string {
  return previewChange(path, before?.bytes ?? null, after?.bytes ?? null, SHOWN, renamedFrom ?? path);
}

function whatOf(file: RewindPlan['files'][number]): string {
  const { renamedFrom, way, before, after } = file;
  if (keepsContent(file)) return 'as before';
  if (renamedFrom !== undefined) return way === 'merged' ? 'moved, yours kept' : 'moved';
  if (after === null) return 'removed';
  if (before === null) return 'made';
  return way === 'merged' ? 'merged with what was changed since' : 'as before';
}

function refusedOf({ path, error, conflicts, canStay }: RefusedRewind): RewindPreview['refused'][number] {
  return {
    path,
    message: error.message,
    conflicts: conflicts.map(({ line, ours, theirs }) => ({ line, ours, theirs })),
    canStay,
  };
}

/** What is carried out is what was shown. It is written into the session it is about, unless a turn runs there. */
async function runRewind(
  parts: Parts,
  { fingerprint, ...input }: CallInput<'rewind_run'>,
): Promise<Result<CallOutput<'rewind_run'>>> {
  const changes = await parts.setup.openChanges();
  if (!changes.ok) return changes;
  const planned = await previewRewind(changes.value, wishOf(input));
  if (!planned.ok) return planned;
  if (planned.value.fingerprint !== fingerprint) {
    const sentence = 'A file or the history changed since this was shown; look again. Nothing was written.';
    return fail(rookError('conflict', sentence));
  }
  const { target } = planned.value;
  if (target !== null) await parts.held.release(target.session);
  const done = await rewindChanges(changes.value, {
    plan: planned.value,
    cascade: input.cascade,
    partial: input.partial,
    label: `${planned.value.kind} ${target?.id ?? ''}`,
    dryRun: false,
    ...(input.file === undefined ? {} : { file: input.file }),
  });
  if (!done.ok) return done;
  const { changeSet, session, isRecorded } = done.value;
  return succeed({ changeSet, session, isRecorded });
}
