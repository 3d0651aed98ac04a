import {
  changeSetIdSchema,
  contentHashSchema,
  fail,
  rookError,
  succeed,
  type CallInput,
  type CallName,
  type CallOutput,
  type ChangeSetId,
  type ChangeSetView,
  type Result,
  type RewindPreview,
} from '@rook/contract';

import { sampleDiff } from './sample-changes.ts';

type ChangeName = Extract<CallName, `change_${string}` | `rewind_${string}`>;
type ChangeCalls = { readonly [Name in ChangeName]: (input: CallInput<Name>) => Result<CallOutput<Name>> };

/** A history in memory, on which a rewind does what it should as far as a view can see. */
export interface FakeChanges {
  readonly calls: ChangeCalls;
  /** A file changes on the disk, so that what was shown holds no longer. */
  readonly touch: () => void;
}

type Wish = CallInput<'rewind_preview'>;

/** `done` is told of a rewind that was carried out, and of what it undoes. */
export function createFakeChanges(
  samples: readonly ChangeSetView[],
  done: (set: ChangeSetView, undoes: readonly ChangeSetId[]) => void,
): FakeChanges {
  let sets = samples;
  let touched = 0;
  const preview = (wish: Wish): RewindPreview => planFake(sets, wish, touched);
  return {
    touch: () => {
      touched += 1;
    },
    calls: {
      change_list: ({ session, limit = 200 }) => {
        const wanted = sets.filter((set) => session === undefined || set.session === session);
        return succeed({ sets: wanted.slice(0, limit), hasMore: wanted.length > limit });
      },
      change_show: ({ changeSet }) => {
        const set = sets.find(({ id }) => id === changeSet);
        if (set === undefined)
          return fail(rookError('not_found', `There is no change set ${changeSet} here.`));
        return succeed({ set, files: set.files.map(({ path, unkept }) => showFile(path, unkept)) });
      },
      rewind_preview: (wish) => succeed(preview(wish)),
      rewind_run: ({ fingerprint, ...wish }) => {
        const now = preview(wish);
        if (now.fingerprint !== fingerprint || now.target === null)
          return fail(rookError('conflict', 'Something changed since this was shown. Nothing was written.'));
        const made = makeRewind(now, now.target, sets.length + 1);
        const undone = new Set<ChangeSetId>(now.undone.map(({ id }) => id));
        sets = [made, ...sets.map((set) => (undone.has(set.id) ? undo(set, wish.file) : set))];
        if (now.kind === 'forward') sets = sets.map((set) => (set.id === made.id ? set : stand(set, now)));
        done(made, [...undone]);
        return succeed({ changeSet: made.id, session: made.session, isRecorded: true });
      },
    },
  };
}

function showFile(path: string, unkept?: string): CallOutput<'change_show'>['files'][number] {
  if (unkept === undefined) return { path, diff: sampleDiff(path) };
  return { path, diff: null, problem: 'Its bytes are not kept any more, so the change cannot be shown.' };
}

function undo(set: ChangeSetView, file: string | undefined): ChangeSetView {
  const files = set.files.map((one) =>
    file === undefined || one.path === file ? { ...one, isUndone: true } : one,
  );
  return { ...set, files, isUndone: files.every(({ isUndone }) => isUndone) };
}

/** Where a rewind is undone, what it had undone stands again. */
function stand(set: ChangeSetView, { target }: RewindPreview): ChangeSetView {
  if (target === null || set.id === target.id || !set.isUndone || set.kind === 'rewind') return set;
  return { ...set, isUndone: false, files: set.files.map((file) => ({ ...file, isUndone: false })) };
}

function makeRewind(preview: RewindPreview, target: ChangeSetView, number: number): ChangeSetView {
  return {
    ...target,
    id: changeSetIdSchema.parse(`cs-${number}`),
    timestamp: new Date().toISOString(),
    turn: null,
    kind: preview.kind,
    by: 'user',
    costUsd: null,
    isUndone: false,
    files: target.files.map((file) => ({ ...file, isUndone: false })),
  };
}

function planFake(sets: readonly ChangeSetView[], wish: Wish, touched: number): RewindPreview {
  const kinds = wish.direction === 'forward' ? ['rewind'] : ['edit', 'by_command', 'forward'];
  const target =
    wish.changeSet === undefined
      ? (sets.find(({ kind, isUndone }) => !isUndone && kinds.includes(kind)) ?? null)
      : (sets.find(({ id }) => id === wish.changeSet) ?? null);
  const kind = target?.kind === 'rewind' ? 'forward' : 'rewind';
  const empty = {
    kind: target === null ? wish.direction : kind,
    target,
    undone: [],
    dependents: [],
    files: [],
  } as const;
  const mark = contentHashSchema.parse(`sha256:${touched.toString(16).padStart(64, '0')}`);
  const rest = { refused: [], leftOut: [], error: null, fingerprint: mark };
  if (target === null)
    return {
      ...mutable(empty),
      ...rest,
      error: rookError('not_found', `There is nothing to ${wish.direction}.`),
    };
  const dependents = sets.filter((set) => set.id === 'cs-4' && target.id === 'cs-3' && !set.isUndone);
  if (dependents.length > 0 && !wish.cascade)
    return {
      ...mutable(empty),
      ...rest,
      dependents,
      error: rookError('has_dependents', 'Later changes stand on it.'),
    };
  if (target.id === 'cs-2') return { ...mutable(empty), ...rest, ...conflictOf(target) };
  const chosen = target.files.filter(({ path }) => wish.file === undefined || path === wish.file);
  const lost = chosen.filter(({ unkept }) => unkept !== undefined).map(({ path }) => lostFile(path));
  const files = chosen
    .filter(({ unkept }) => unkept === undefined)
    .map(({ path }) => planFile(path, touched));
  const isRefused = lost.length > 0 && !wish.partial;
  return {
    ...mutable(empty),
    ...rest,
    dependents,
    undone: [target, ...dependents],
    files,
    refused: isRefused ? lost : [],
    leftOut: isRefused ? [] : lost,
    error: isRefused ? rookError('not_rewindable', lost[0]?.message ?? '') : null,
  };
}

function mutable<Value extends object>(value: Value) {
  return { ...value, undone: [], dependents: [], files: [] };
}

function planFile(path: string, touched: number): RewindPreview['files'][number] {
  const what = touched === 0 ? 'as before' : 'merged with what was changed since';
  return { path, what, added: 1, removed: 2, diff: sampleDiff(path) };
}

function lostFile(path: string): RewindPreview['refused'][number] {
  return {
    path,
    message: `${path} is too large to be kept, so it cannot be rewound.`,
    conflicts: [],
    canStay: true,
  };
}

function conflictOf(target: ChangeSetView): Pick<RewindPreview, 'refused' | 'error'> {
  const path = target.files[0]?.path ?? '';
  const message = `${path} was changed since, in the same lines. Nothing was written.`;
  const conflict = { line: 12, ours: '<Form title="Sign in">', theirs: '<Form title="Log in">' };
  return {
    refused: [{ path, message, conflicts: [conflict], canStay: false }],
    error: rookError('conflict', message),
  };
}
