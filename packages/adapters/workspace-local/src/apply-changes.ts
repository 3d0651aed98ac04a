import { rmdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result, type RookError } from '@rook/contract';
import type {
  AppliedWrites,
  ApplyFailure,
  ApplyOptions,
  DisplacedFile,
  FileWrite,
  KeepBytes,
} from '@rook/engine';

import type { ApplyWatch } from './apply-watch.ts';
import type { ClearedFolder } from './clear-folder.ts';
import { createFolderRoom, enterFolder, type FolderRoom } from './enter-folder.ts';
import {
  givePermissions,
  placePermissions,
  takeBackPermissions,
  type GivenFile,
} from './give-permissions.ts';
import { locatePath, pathInside } from './locate-path.ts';
import { makeRoom, takeBackRoom } from './make-room.ts';
import { readBeside } from './read-file.ts';
import type { Refusal } from './refusal.ts';
import { stageChanges, type StagedChange } from './stage-changes.ts';
import {
  changedMeanwhile,
  isSame,
  lookAt,
  lookAtSeat,
  removeBriefly,
  removeName,
  swapFile,
  undoSwap,
  type Swap,
} from './swap-file.ts';
import { systemReason } from './system-reason.ts';

/** Writes all of the changes or none; see the port. */
export async function applyChanges(
  root: string,
  changes: readonly FileWrite[],
  options: ApplyOptions,
  watch: ApplyWatch,
): Promise<Result<AppliedWrites, ApplyFailure>> {
  const room = createFolderRoom(root);
  const staged: StagedChange[] = [];
  const given: GivenFile[] = [];
  const [clear, gone]: [ClearedFolder[], ClearedFolder[]] = [[], []];
  try {
    const placed = await placePermissions(root, options.permissions ?? [], changes);
    if (!placed.ok) return fail(failure(placed.error, [], true));
    const { permit, keep, removeFolders = [] } = options;
    const refusal = await stageChanges(room, changes, { staged, clear }, { permit, removeFolders, watch });
    if (refusal !== null) return fail(failure(refusal, [], true));
    // What is removed goes last, so that there is never less on the disk than before or after; but not what is in the way of others.
    const { yielding, writing, removing } = inOrder(staged);
    const swaps = [...yielding, ...writing, ...removing];
    const wrong =
      swapAll(yielding, watch) ??
      makeRoom(room, { clear, staged }, gone, watch) ??
      swapAll(writing, watch) ??
      (await givePermissions(room, placed.value, given, watch)) ??
      swapAll(removing, watch) ??
      (await settleAll(room, swaps, watch));
    if (wrong !== null) {
      const failed = takeBackPermissions(given, watch);
      const undoing: Undoing = { displaced: [], failed: [...failed], keep, watch };
      await undoAll([...writing, ...removing], undoing);
      if (yielding.length + clear.length > 0) takeBackRoom(room, gone, watch);
      await undoAll(yielding, undoing);
      return fail(describeUndone(wrong, undoing));
    }
    const files = staged.map((one) => ({
      path: one.change.path,
      hash: one.draft?.hash ?? null,
      isOverwritten: isOverwritten(one),
    }));
    const displaced = await dropHeld(swaps, keep, watch);
    const madeFolders = room.made.map(({ real }) => pathInside(root, real) ?? real);
    room.made.length = 0;
    await removeEmpty(room, removeFolders);
    return succeed({ files, madeFolders, displaced });
  } finally {
    for (const { folder, draft } of staged)
      if (draft !== null) removeQuietly(() => removeName(folder, draft.name));
    for (const { parent, name } of room.made.toReversed()) removeQuietly(() => rmdirSync(parent.at(name)));
    for (const folder of room.folders.values()) folder.close();
  }
}

type Order = Readonly<Record<'yielding' | 'writing' | 'removing', readonly Swap[]>>;

function inOrder(staged: readonly StagedChange[]): Order {
  const swaps = staged.map((one): Swap => ({ staged: one, held: null, isPlaced: false }));
  return {
    yielding: swaps.filter(({ staged: { givesWay } }) => givesWay),
    writing: swaps.filter(({ staged: { draft } }) => draft !== null),
    removing: swaps.filter(({ staged: { draft, givesWay } }) => draft === null && !givesWay),
  };
}

function swapAll(swaps: readonly Swap[], watch: ApplyWatch): Refusal | null {
  for (const swap of swaps) {
    const error = swapFile(swap, watch);
    if (error !== null) return { path: swap.staged.change.path, error };
  }
  return null;
}

/** Names go to the disk while what they name is checked. */
async function settleAll(
  room: FolderRoom,
  swaps: readonly Swap[],
  watch: ApplyWatch,
): Promise<Refusal | null> {
  const synced = Promise.all([...room.folders.values()].map(async (folder) => folder.sync()));
  try {
    const wrong = await checkAll(swaps, watch);
    if (wrong === null) watch('sync', '');
    return wrong;
  } finally {
    await synced;
  }
}

/** Hashes what was moved aside, because somebody may have written into it, and reads back what was written. */
async function checkAll(swaps: readonly Swap[], watch: ApplyWatch): Promise<Refusal | null> {
  for (const { staged, held } of swaps) {
    const { change, folder, draft } = staged;
    watch('check', change.path);
    if (held !== null) {
      const old = await readBeside(folder.at(held), false);
      if (!old.ok || old.value.hash !== change.expected)
        return { path: change.path, error: changedMeanwhile(change.path) };
    }
    // By renaming the draft lost its own name; then it is read where it is.
    if (draft === null) continue;
    const written = lookAt(folder, draft.name) === null ? staged.seat() : folder.at(draft.name);
    const back = await readBeside(written, false);
    if (!back.ok || back.value.hash !== draft.hash) {
      const reason = `${change.path} could not be read back as it was written; try it again, and look after the disk.`;
      return { path: change.path, error: rookError('not_writable', reason) };
    }
  }
  return null;
}

/** A process may have only so many files open, and a large set is not waited for by the moment. */
const MOST_OPEN = 16;

/** Removes what was moved aside; somebody who had it open may have written into it at the last moment, and that is kept. */
async function dropHeld(
  swaps: readonly Swap[],
  keep: KeepBytes | undefined,
  watch: ApplyWatch,
): Promise<readonly DisplacedFile[]> {
  const displaced: DisplacedFile[] = [];
  for (const swap of swaps) {
    const { held, staged } = swap;
    const { path, expectsLink } = staged.change;
    // A link cannot be opened, only what it leads to.
    const remove = swaps.length > MOST_OPEN || expectsLink === true ? removeName : removeBriefly;
    watch('clean', path);
    if (held === null) continue;
    if (isSame(lookAt(staged.folder, held), staged.old?.found ?? null))
      removeQuietly(() => remove(staged.folder, held));
    else displaced.push({ path, hash: await keepHeld(swap, held, keep) });
  }
  return displaced;
}

interface Undoing {
  readonly displaced: DisplacedFile[];
  /** What could not be taken back, and why. */
  readonly failed: string[];
  readonly keep: KeepBytes | undefined;
  readonly watch: ApplyWatch;
}

/** Takes back what was done, the last first. Nobody's later work is touched. */
async function undoAll(swaps: readonly Swap[], { displaced, failed, keep, watch }: Undoing): Promise<void> {
  for (const swap of swaps.toReversed()) {
    const { path } = swap.staged.change;
    try {
      if (undoSwap(swap, watch) === 'left' && swap.held !== null)
        displaced.push({ path, hash: await keepHeld(swap, swap.held, keep) });
    } catch (error) {
      failed.push(`${path} (${systemReason(error)})`);
    }
    await swap.staged.folder.sync();
  }
}

function describeUndone(wrong: Refusal, { displaced, failed }: Undoing): ApplyFailure {
  if (failed.length === 0) return failure(wrong, displaced, true);
  const reason = `${wrong.error.message.replace(/ Nothing was (?:written|changed)\./u, '')} Not put back: ${failed.join(', ')}; this is tried again at the next start.`;
  return failure({ path: wrong.path, error: { ...wrong.error, message: reason } }, displaced, false);
}

async function keepHeld(
  { staged }: Swap,
  held: string,
  keep: KeepBytes | undefined,
): Promise<ContentHash | null> {
  const read = await readBeside(staged.folder.at(held), true);
  const kept = read.ok ? await keep?.(staged.change.path, Buffer.concat(read.value.pieces)) : undefined;
  if (kept?.ok !== true) return null;
  removeQuietly(() => removeName(staged.folder, held));
  return kept.value;
}

function isOverwritten({ draft, givesWay, ...staged }: StagedChange): boolean {
  const there = lookAtSeat(staged);
  if (draft !== null) return there?.ino !== draft.found.ino;
  return there !== null && !(givesWay && there.isDirectory());
}

/** Those that are empty, inner ones first; a folder in which something lies stays. */
async function removeEmpty(room: FolderRoom, paths: readonly string[]): Promise<void> {
  for (const path of paths.toSorted((a, b) => b.length - a.length)) {
    const place = await locatePath(room.root, path);
    if (!place.ok || place.value.kind !== 'folder' || place.value.path === '') continue;
    const { real } = place.value;
    const parent = enterFolder(room, dirname(real), { isMade: false });
    if (parent.ok) removeQuietly(() => rmdirSync(parent.value.at(basename(real))));
  }
}

/** What stays beside a file is found by the next `mend`, and a folder in which something lies is to stay. */
function removeQuietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // It stays.
  }
}

function failure(
  { path, error }: Refusal,
  displaced: readonly DisplacedFile[],
  isUndone: boolean,
): ApplyFailure {
  return { ...withDisplaced(error, displaced), path, isUndone, displaced };
}

function withDisplaced(error: RookError, displaced: readonly DisplacedFile[]): RookError {
  if (displaced.length === 0) return error;
  const names = displaced.map(({ path, hash }) => `${path} (${hash ?? 'beside it'})`).join(', ');
  return { ...error, message: `${error.message} What was saved meanwhile is kept: ${names}.` };
}
