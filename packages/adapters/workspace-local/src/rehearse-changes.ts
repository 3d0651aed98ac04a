import { accessSync, constants, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { ApplyFailure, FileWrite, PermissionChange } from '@rook/engine';

import { placeChanges } from './check-changes.ts';
import { findFoldersToClear } from './clear-folder.ts';
import { twinError } from './enter-folder.ts';
import { placePermissions } from './give-permissions.ts';
import { pathInside } from './locate-path.ts';
import { bySpelling, byFolder, twinAmong, type NamesBySpelling } from './names-by-spelling.ts';
import type { PlacedChange } from './placed-change.ts';
import type { Refusal } from './refusal.ts';
import { compareOne, findLeaving } from './stage-changes.ts';
import { systemReason } from './system-reason.ts';
import { comesBack, tellsApart } from './tell-spellings-apart.ts';

/** Looks at all that `apply` looks at before it writes; see the port. */
export async function rehearseChanges(
  root: string,
  changes: readonly FileWrite[],
  { permissions, removeFolders }: Rehearsing,
): Promise<Result<void, ApplyFailure>> {
  const placed = await placePermissions(root, permissions, changes);
  const refusal = placed.ok ? await findRefusal(root, changes, removeFolders) : placed.error;
  if (refusal === null) return succeed(undefined);
  return fail({ ...refusal.error, path: refusal.path, isUndone: true, displaced: [] });
}

interface Rehearsing {
  readonly permissions: readonly PermissionChange[];
  readonly removeFolders: readonly string[];
}

async function findRefusal(
  root: string,
  changes: readonly FileWrite[],
  removeFolders: readonly string[],
): Promise<Refusal | null> {
  const set = await placeChanges(root, changes, removeFolders);
  if (!set.ok) return set.error;
  const { placed, leavingFolders } = set.value;
  const leaving = byFolder([...findLeaving(placed), ...leavingFolders]);
  const names = new Map<string, NamesBySpelling>();
  for (const one of placed) {
    const { path } = one.change;
    const folders = findFoldersToClear(one, placed, removeFolders);
    if (folders?.ok === false) return { path, error: folders.error };
    const compared = folders === null ? await compareOne(one) : succeed(null);
    if (!compared.ok) return { path, error: compared.error };
    const refused = judgeFolder(root, one, compared.value === null ? { leaving, names } : null);
    if (!refused.ok) return { path, error: refused.error };
  }
  return null;
}

interface KnownNames {
  /** What goes with the set, by folder. */
  readonly leaving: ReturnType<typeof byFolder>;
  /** Each folder is read once. */
  readonly names: Map<string, NamesBySpelling>;
}

/** Whether what comes back may lie beside what is there. */
function mayBe(root: string, change: FileWrite, real: string): boolean {
  const twin = pathInside(root, real);
  return twin !== null && comesBack(change) && tellsApart(root, change.path, twin);
}

/** `known` is given for a file that is made: then its name, or that of the first folder on its way, must be free. */
function judgeFolder(
  root: string,
  { change, place, outer }: PlacedChange,
  known: KnownNames | null,
): Result<void> {
  // What is made inside of the path of a file that goes lies beside that one at first.
  const first = known === null ? place : (outer ?? place);
  let [name, folder] = [basename(first.real), dirname(first.real)];
  while (folder !== root && lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    [name, folder] = [basename(folder), dirname(folder)];
  try {
    if (known !== null) {
      const names = known.names.get(folder) ?? bySpelling(readdirSync(folder));
      known.names.set(folder, names);
      const twin = twinAmong(names, name, known.leaving.get(folder) ?? new Set());
      if (twin !== null && !mayBe(root, change, join(folder, twin)))
        return fail(twinError(change.path, twin));
    }
    accessSync(folder, constants.W_OK | constants.X_OK);
    return succeed(undefined);
  } catch (error) {
    const shown = pathInside(root, folder);
    const where = shown === null || shown === '' ? 'The workspace folder' : `The folder ${shown}`;
    const reason = `${change.path} could not be written: ${where} cannot be written to, because ${systemReason(error)}. Nothing was changed.`;
    return fail(rookError('not_writable', reason));
  }
}
