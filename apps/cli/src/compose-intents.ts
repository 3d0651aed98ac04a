import { fail, rookError, succeed, type IntentId, type Result } from '@rook/contract';
import {
  createGovernance,
  createIntentBook,
  ORCHESTRATION_FOLDER,
  refuseProblems,
  type IntentBook,
} from '@rook/engine';

import type { CommandCall } from './command.ts';
import { readIntentOption } from './commands/read-intent.ts';
import { composeStore, type StoreComposition } from './compose-store.ts';
import { loadWorkspace, openIntents, type Composition } from './compose.ts';

/** What commands about intents work with. */
export interface IntentComposition extends StoreComposition {
  readonly book: IntentBook;
  /** Whether the workspace is governed now. */
  readonly isGoverned: () => Promise<boolean>;
}

export async function composeIntents(call: CommandCall): Promise<Result<IntentComposition>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { folders, settings } = composed.value;
  const usable = refuseProblems(settings.problems);
  if (!usable.ok) return usable;
  if (folders.workspace === null)
    return fail(rookError('no_workspace', `There is no workspace to have intents: ${folders.because}.`));
  const book = createIntentBook({ intents: openIntents(folders) });
  const isGoverned = async () => lookIfGoverned(composed.value);
  return succeed({ ...composed.value, book, isGoverned });
}

/** Where a folder above is governed, nothing is done in one below it as if that were not so. */
function refuseGovernedAbove({
  folders: { workspace, governedBy },
  settings,
}: Pick<StoreComposition, 'folders' | 'settings'>): Result<void> {
  if (workspace === null || governedBy === null || settings.values.governance === 'off')
    return succeed(undefined);
  const sentence = `${workspace} lies inside ${governedBy}, which is governed, and has no ${ORCHESTRATION_FOLDER} of its own; work there, with --workspace ${governedBy}. Nothing was done.`;
  return fail(rookError('governed', sentence));
}

/**
 * What `--intent` names, for all that could have an effect. Who expects that none is needed is told where one is; the flag
 * opens nothing.
 */
export async function readIntent(
  call: CommandCall,
  composition: Pick<StoreComposition, 'folders' | 'settings'>,
): Promise<Result<IntentId | undefined>> {
  const named = readIntentOption(call);
  const above = named.ok ? refuseGovernedAbove(composition) : named;
  if (!above.ok) return above;
  if (!named.ok || !call.switches.has('ungoverned') || !(await lookIfGoverned(composition))) return named;
  const sentence =
    'This workspace is governed, and --ungoverned says that it should not be; leave the flag out and name an intent with --intent. `rook intent list` shows them.';
  return fail(rookError('governed', sentence));
}

export async function lookIfGoverned({
  folders,
  settings,
}: Pick<Composition, 'folders'> & Pick<StoreComposition, 'settings'>): Promise<boolean> {
  if (folders.workspace === null) return false;
  const governance = createGovernance({
    setting: settings.values.governance,
    workspace: await loadWorkspace(folders.workspace),
    book: createIntentBook({ intents: openIntents(folders) }),
    selected: () => null,
    autoEdits: false,
  });
  return (await governance.look()).isOn;
}
