import { fail, rookError, succeed, type ChangeSetId, type Result } from '@rook/contract';
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
import { findChangeSet } from './find-change-set.ts';
import { findSession } from './find-session.ts';
import { adviseOnOthers, describeRewind, tellRewind } from './rewind-describe.ts';

/** Takes back a change set. */
export async function rewind(call: CommandCall): Promise<Result<void>> {
  return undo(call, 'rewind');
}

/** What both commands do, in their direction. */
export async function undo(call: CommandCall, direction: RewindWish['direction']): Promise<Result<void>> {
  const composed = await composeApply(call, 'rewind');
  if (!composed.ok) return composed;
  const { setup, named } = composed.value;
  const wish = await readWish(call, setup.store, direction);
  if (!wish.ok) return wish;
  const preview = await previewRewind(setup, wish.value, { dryRun: call.switches.has('dryRun') });
  if (!preview.ok) return preview;
  const plan = preview.value;
  if (!call.json) describeRewind(call.terminal, plan);
  if (plan.error !== null) {
    const isTold = plan.refused.length > 0 || plan.dependents.length > 0;
    if (call.json && isTold) call.terminal.printJson(tellRewind(plan, null, call.switches.has('dryRun')));
    const way = call.json ? null : adviseOnOthers(plan);
    if (way !== null) call.terminal.note(way);
    return fail(plan.error);
  }
  return call.switches.has('dryRun')
    ? rehearse(call, { setup, named }, plan)
    : carryOut(call, { setup, named }, plan);
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
    ...(file === undefined ? {} : { file: file.replace(/^(?:\.\/)+/u, '') }),
  });
}

type Order = Pick<ApplyComposition, 'setup' | 'named'>;

async function rehearse(call: CommandCall, order: Order, plan: RewindPlan): Promise<Result<void>> {
  const done = await send(call, order, plan);
  if (!done.ok) return done;
  if (call.json) call.terminal.printJson(tellRewind(plan, null, true));
  else call.terminal.note('Nothing was written: this was a rehearsal.');
  return succeed(undefined);
}

async function carryOut(call: CommandCall, order: Order, plan: RewindPlan): Promise<Result<void>> {
  const agreed = await agree(call, plan);
  if (!agreed.ok) return agreed;
  const done = await send(call, order, plan);
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
  { setup, named }: Order,
  plan: RewindPlan,
): Promise<Result<RewoundChanges>> {
  const file = call.options.get('file')?.replace(/^(?:\.\/)+/u, '');
  return rewindChanges(setup, {
    plan,
    ...(file === undefined ? {} : { file }),
    cascade: call.switches.has('cascade'),
    partial: call.switches.has('partial'),
    label: `rook ${plan.kind} ${plan.target?.id ?? ''}`,
    dryRun: call.switches.has('dryRun'),
    ...named,
  });
}
