import { fail, rookError, succeed, type ChangeSetId, type Result, type RookError } from '@rook/contract';
import {
  previewRewind,
  rewindChanges,
  type RewindPlan,
  type RewindWish,
  type RewoundChanges,
  type Store,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeApply, type ApplyComposition } from '../compose-apply.ts';
import { askYes } from '../terminal/ask-yes.ts';
import { canAsk } from '../terminal/read-key.ts';
import { placesOfFile } from './file-place.ts';
import { findChangeSet } from './find-change-set.ts';
import { findSession } from './find-session.ts';
import { adviseOnOthers, describeRewind, tellRewind } from './rewind-describe.ts';
import { createRewindProgress, type RewindProgress } from './rewind-progress.ts';

/** Takes back a change set. */
export async function rewind(call: CommandCall): Promise<Result<void>> {
  return undo(call, 'rewind');
}

/** What both commands do, in their direction. */
export async function undo(call: CommandCall, direction: RewindWish['direction']): Promise<Result<void>> {
  const progress = createRewindProgress(call.terminal);
  const composed = await composeApply(call, 'rewind', { watch: progress.watch });
  if (!composed.ok) return composed;
  const { setup, named } = composed.value;
  const wish = await readWish(call, setup.store, direction);
  if (!wish.ok) return wish;
  const look = async () => lookAtRewind(call, setup, wish.value);
  const preview = await progress.during('Looking at the files …', look);
  if (!preview.ok) return preview;
  const { plan, file } = preview.value;
  if (!call.json) describeRewind(call.terminal, plan);
  if (plan.error !== null) {
    const isTold = plan.refused.length > 0 || plan.dependents.length > 0;
    if (call.json && isTold) call.terminal.printJson(tellRewind(plan, null, call.switches.has('dryRun')));
    const way = call.json ? null : adviseOnOthers(plan);
    if (way !== null) call.terminal.note(way);
    return fail(plan.error);
  }
  return call.switches.has('dryRun')
    ? rehearse(call, { setup, named, file }, plan)
    : carryOut(call, { setup, named, file }, { plan, progress });
}

interface LookedAt {
  readonly plan: RewindPlan;
  /** From the root of the workspace on; null where all of the set is meant. */
  readonly file: string | null;
}

/** The first meaning of `--file` that the change set has counts. */
async function lookAtRewind(
  call: CommandCall,
  setup: ApplyComposition['setup'],
  wish: RewindWish,
): Promise<Result<LookedAt>> {
  const dryRun = call.switches.has('dryRun');
  const given = call.options.get('file');
  const { currentFolder } = call.surroundings;
  const files =
    given === undefined ? [null] : placesOfFile(given, { workspace: setup.workspace.root, currentFolder });
  let first: RewindPlan | null = null;
  for (const file of files) {
    const looked = await previewRewind(setup, file === null ? wish : { ...wish, file }, { dryRun });
    if (!looked.ok) return looked;
    const plan = looked.value;
    if (!isOfOthers(plan)) return succeed({ plan, file });
    first ??= plan;
  }
  if (first?.error === null || first === null) {
    const sentence = `--file names ${given ?? ''}, which is not in the workspace; nothing was written.`;
    return fail(rookError('outside_workspace', sentence));
  }
  return succeed({ plan: { ...first, error: sayTried(first.error, files) }, file: null });
}

/** Whether the change set is there, and has no such file. */
function isOfOthers({ target, error, undone, refused }: RewindPlan): boolean {
  return target !== null && error?.code === 'not_found' && undone.length + refused.length === 0;
}

function sayTried(error: RookError, [here, fromRoot]: readonly (string | null)[]): RookError {
  if (fromRoot === undefined) return error;
  const tried = `Looked for ${here ?? ''}, counted from where you stand, and for ${fromRoot ?? ''}, counted from the root of the workspace.`;
  return rookError(error.code, `${error.message} ${tried}`);
}

async function readWish(
  call: CommandCall,
  store: Store,
  direction: RewindWish['direction'],
): Promise<Result<RewindWish>> {
  const id = call.arguments.get('ID');
  const file = call.options.get('file');
  const named = call.options.get('session');
  const session = named === undefined ? undefined : await findSession(store, named);
  if (session?.ok === false) return session;
  const changeSet = id === undefined ? undefined : await findChangeSet(store, id, session?.value.id);
  if (changeSet?.ok === false) return changeSet;
  if (file?.trim() === '') return fail(rookError('usage', '--file is empty; name a file.'));
  return succeed({
    direction,
    cascade: call.switches.has('cascade'),
    partial: call.switches.has('partial'),
    ...(changeSet === undefined ? {} : { changeSet: changeSet.value }),
    ...(session === undefined ? {} : { session: session.value.id }),
  });
}

type Order = Pick<ApplyComposition, 'setup' | 'named'> & Pick<LookedAt, 'file'>;

async function rehearse(call: CommandCall, order: Order, plan: RewindPlan): Promise<Result<void>> {
  const done = await send(call, order, plan);
  if (!done.ok) return done;
  if (call.json) call.terminal.printJson(tellRewind(plan, null, true));
  else call.terminal.note('Nothing was written: this was a rehearsal.');
  return succeed(undefined);
}

interface ShownPlan {
  readonly plan: RewindPlan;
  readonly progress: RewindProgress;
}

async function carryOut(
  call: CommandCall,
  order: Order,
  { plan, progress }: ShownPlan,
): Promise<Result<void>> {
  const agreed = await agree(call, plan);
  if (!agreed.ok) return agreed;
  const done = await progress.writing(plan.files.length, async () => send(call, order, plan));
  if (!done.ok) return done;
  const { changeSet, isRecorded } = done.value;
  if (call.json) call.terminal.printJson(tellRewind(plan, changeSet, false));
  else call.terminal.print({ text: describeEnd(plan, changeSet), style: 'green' });
  if (isRecorded) return succeed(undefined);
  return fail(
    rookError('journal_unavailable', 'The files are written, but not everything could be written down.'),
  );
}

function describeEnd({ kind, undone, files }: RewindPlan, changeSet: ChangeSetId | null): string {
  const what = undone.map(({ set }) => set.id).join(', ');
  const back = kind === 'rewind' ? '`rook forward` makes it again' : '`rook rewind` takes it back again';
  if (files.length === 0)
    return `Nothing had to be written: you have ${kind === 'rewind' ? 'undone' : 'made again'} it by hand. ${what} counts as undone now (${changeSet ?? ''}); the next \`rook ${kind}\` goes on from there, and ${back}.`;
  return `${kind === 'rewind' ? 'Rewound' : 'Made again what was taken back by'} ${what} as ${changeSet ?? ''}; ${back}.`;
}

/** What a person saw, they say yes to; where nobody can be asked, the flag is their word. */
async function agree(call: CommandCall, { kind, files }: RewindPlan): Promise<Result<void>> {
  // Where no file is changed, it is only written down what the person did.
  if (call.switches.has('yes') || files.length === 0) return succeed(undefined);
  if (call.json || !canAsk())
    return fail(
      rookError('approval_needed', `Nothing was written; add --yes to ${kind}, or --dry-run to look.`),
    );
  return askYes(call.terminal, `Change ${files.length === 1 ? 'this file' : `these ${files.length} files`}?`);
}

async function send(
  call: CommandCall,
  { setup, named, file }: Order,
  plan: RewindPlan,
): Promise<Result<RewoundChanges>> {
  return rewindChanges(setup, {
    plan,
    ...(file === null ? {} : { file }),
    cascade: call.switches.has('cascade'),
    partial: call.switches.has('partial'),
    label: `rook ${plan.kind} ${plan.target?.id ?? ''}`,
    dryRun: call.switches.has('dryRun'),
    ...named,
  });
}
