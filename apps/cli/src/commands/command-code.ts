import {
  confinesCode,
  createCodeMarks,
  listProgramFolders,
  loadSeal,
  type CodeFacts,
  type Seal,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import type { StoreComposition } from '../compose-store.ts';
import { loadCommandShell, openSealKey } from '../compose.ts';

/** What is known of the code of the workspace: the same that the gate of a session asks for, as of one that has not begun. */
export async function lookAtCode(
  { surroundings }: CommandCall,
  { settings, folders, store }: StoreComposition,
): Promise<CodeFacts> {
  const marks = createCodeMarks(store, await openSeal(folders));
  const shell = await loadCommandShell(surroundings.variables);
  return {
    changedSinceApproval: await marks.changedSinceApproval(null),
    isConfined: await confinesCode(shell, settings.values),
  };
}

/** Where a session that begins now would look for programs. */
export async function lookAtPath(
  { surroundings }: CommandCall,
  { settings }: Pick<StoreComposition, 'settings'>,
): Promise<readonly string[]> {
  return listProgramFolders(await loadCommandShell(surroundings.variables), settings.values);
}

/** No key is made for it: where there is none, no answer counts. */
async function openSeal(folders: StoreComposition['folders']): Promise<Pick<Seal, 'holds'>> {
  const file = openSealKey(folders);
  const read = await file.read();
  const seal = read.ok && read.value !== null ? await loadSeal(file) : null;
  return seal?.ok === true ? seal.value : { holds: () => false };
}
