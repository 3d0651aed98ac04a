import { accessSync, constants, existsSync, lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, foldersAbove, type ApplyOptions, type FileWrite } from '@rook/engine';

import type { ApplyWatch } from './apply-watch.ts';
import { draftName, heldName, isBeside } from './beside-names.ts';
import { besideOf, placeChanges } from './check-changes.ts';
import { findFoldersToClear, type ClearedFolder } from './clear-folder.ts';
import { enterFolder, findTwin, twinError, type FolderRoom } from './enter-folder.ts';
import { expectContent } from './expect-content.ts';
import type { Place } from './locate-path.ts';
import { byFolder } from './names-by-spelling.ts';
import type { OpenFolder } from './open-folder.ts';
import type { PlacedChange } from './placed-change.ts';
import { expectLink } from './read-link.ts';
import type { Refusal } from './refusal.ts';
import { systemCode, systemReason } from './system-reason.ts';
import { comesBack } from './tell-spellings-apart.ts';
import { draftLink, removeDraft, writeDraft, type DraftFile } from './write-draft.ts';

/** How many new contents are on their way to the disk at the same time, each an open file. */
const AT_ONCE = 128;

/** A change whose new content is on the disk, beside its place, and which has been compared. */
export interface StagedChange {
  readonly change: FileWrite;
  /** The folder in which it lies, and what lies beside it; of a file inside of the path of another change that in which the other lies. */
  readonly folder: OpenFolder;
  /** Its name in that folder. */
  readonly name: string;
  /** Where it lies inside of the path of another change; null where it does not. */
  readonly inside: string | null;
  /** It goes before others are made, because it is in their way. */
  readonly givesWay: boolean;
  /** The path under which it is reached; throws while there is no folder for it. */
  readonly seat: () => string;
  /** The file that is there now. */
  readonly old: { readonly found: BigIntStats; readonly held: string } | null;
  readonly draft: Draft | null;
}

interface Draft {
  readonly name: string;
  readonly found: BigIntStats;
  readonly hash: ContentHash;
}

/** One whose new content is written, and not on the disk yet. */
interface BegunChange {
  readonly staged: StagedChange & { readonly draft: null };
  readonly draft: (Omit<Draft, 'found'> & DraftFile) | null;
}

export interface Staging {
  readonly permit: ApplyOptions['permit'] | undefined;
  readonly removeFolders: readonly string[];
  readonly watch: ApplyWatch;
}

/**
 * Compares every file, writes every new content beside its place, and waits for the disk and for the permit together. What was
 * staged is in `staged`, also on failure; folders that have to go first are in `clear`.
 */
export async function stageChanges(
  room: FolderRoom,
  changes: readonly FileWrite[],
  { staged, clear }: { readonly staged: StagedChange[]; readonly clear: ClearedFolder[] },
  { permit = async () => succeed(undefined), removeFolders, watch }: Staging,
): Promise<Refusal | null> {
  const set = await placeChanges(room.root, changes, removeFolders);
  if (!set.ok) return set.error;
  const { placed, leavingFolders } = set.value;
  for (const folder of leavingFolders) room.leaving.add(folder);
  room.comesBack = changes.every((change) => comesBack(change));
  const compared = await compareAll(placed, { removeFolders, clear, watch });
  if (!compared.ok) return compared.error;
  // A folder is seen by everybody, so it is made when the set may be written.
  const isEarly = placed.some(
    ({ change, place, outer }) =>
      outer === null && !compared.value.has(change.path) && !existsSync(dirname(place.real)),
  );
  const early = isEarly ? await permit() : succeed(undefined);
  if (!early.ok) return { path: early.error.path, error: early.error };
  const known = { compared: compared.value, leaving: byFolder(findLeaving(placed)), isPermitted: isEarly };
  const begun: BegunChange[] = [];
  let refusal: Refusal | null = null;
  for (const one of placed) {
    watch('stage', one.change.path);
    refusal = await beginOne(room, one, known, begun);
    if (refusal === null && begun.length === AT_ONCE) refusal = await finishAll(begun.splice(0), staged);
    if (refusal !== null) break;
  }
  watch('permit', '');
  const asked = isEarly || refusal !== null ? early : permit();
  const unfinished = await finishAll(begun, staged);
  const allowed = await asked;
  if (!allowed.ok) return { path: allowed.error.path, error: allowed.error };
  return refusal ?? unfinished;
}

/** The files that are there, as the system knows them. */
async function compareAll(
  placed: readonly PlacedChange[],
  {
    removeFolders,
    clear,
    watch,
  }: Pick<Staging, 'removeFolders' | 'watch'> & { readonly clear: ClearedFolder[] },
): Promise<Result<ReadonlyMap<string, BigIntStats>, Refusal>> {
  const compared = new Map<string, BigIntStats>();
  for (const one of placed) {
    const { change } = one;
    watch('compare', change.path);
    const folders = findFoldersToClear(one, placed, removeFolders);
    if (folders?.ok === true) clear.push(...folders.value);
    const found = folders === null ? await compareOne(one) : folders.ok ? succeed(null) : folders;
    if (!found.ok) return fail({ path: change.path, error: found.error });
    if (found.value !== null) compared.set(change.path, found.value);
  }
  return succeed(compared);
}

/** The files that go away with this set: their names are free for others. */
export function findLeaving(placed: readonly PlacedChange[]): ReadonlySet<string> {
  return new Set(placed.flatMap(({ change, place }) => (change.bytes === null ? [place.real] : [])));
}

export async function compareOne({ change, place }: PlacedChange): Promise<Result<BigIntStats | null>> {
  if (change.expectsLink === true) return expectLink(place, change.expected);
  const compared = await expectContent(place, change.expected);
  if (!compared.ok || compared.value === null) return compared;
  const { nlink, mode } = compared.value;
  if (change.expectedMode !== undefined && (Number(mode) & 0o777) !== change.expectedMode) {
    const reason = `${change.path} has other permissions than were shown; look again. Nothing was written.`;
    return fail(rookError('stale_file', reason));
  }
  if (nlink > 1n && hasSecondName(place, compared.value)) {
    const reason = `${change.path} has a second name (a hard link), and a change would part the two; make it a file of its own first, for example by copying it. Nothing was written.`;
    return fail(rookError('invalid_input', reason));
  }
  if (givesRight(change, compared.value)) return compared;
  const refused = (mode & 0o222n) === 0n ? 'EACCES' : whyNotWritable(place.real);
  // Whoever took it away meanwhile is noticed when it is moved.
  if (refused === null || refused === 'ENOENT') return compared;
  const reason = `${change.path} is read-only; give it the right to be written first. Nothing was written.`;
  return fail(rookError('not_writable', reason));
}

/** Who gives a file of their own the right to be written may write it. */
function givesRight({ expectedMode, mode = 0 }: FileWrite, { uid }: BigIntStats): boolean {
  const user = process.getuid?.();
  const isOwn = user === undefined || user === 0 || uid === BigInt(user);
  return expectedMode !== undefined && (mode & 0o222) !== 0 && isOwn;
}

function whyNotWritable(real: string): string | null {
  try {
    accessSync(real, constants.W_OK);
    return null;
  } catch (error) {
    return systemCode(error);
  }
}

/** How often names are counted before they are believed: while others work here, names come and go. */
const COUNTS = 5;

/** Whether the file has a name beyond those that a change, also one that a crash ended, gave it for a moment. */
function hasSecondName({ real, path }: Place, found: BigIntStats): boolean {
  for (let count = 0; count < COUNTS; count += 1) {
    const folder = dirname(real);
    // While it takes the place of a file, or gives way to one, that lies in a folder above it.
    const folders = foldersAbove(path).map((above) => real.slice(0, real.length - path.length) + above);
    const beside = [folder, ...folders, real.slice(0, real.length - path.length - 1)]
      .filter((one, index, all) => all.indexOf(one) === index)
      .flatMap((one) => listBeside(one).map((name) => look(join(one, name))));
    const own = 1 + beside.filter((one) => one?.ino === found.ino && one.dev === found.dev).length;
    const now = look(real);
    // Another file has taken its place, which is noticed when it is moved.
    if (now === null || now.ino !== found.ino || now.nlink <= BigInt(own)) return false;
  }
  return true;
}

function listBeside(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => isBeside(name));
  } catch {
    return [];
  }
}

function look(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}

interface Known {
  readonly compared: ReadonlyMap<string, BigIntStats>;
  readonly leaving: ReturnType<typeof byFolder>;
  readonly isPermitted: boolean;
}

async function beginOne(
  room: FolderRoom,
  placed: PlacedChange,
  known: Known,
  begun: BegunChange[],
): Promise<Refusal | null> {
  const { change, place, outer, changesKind } = placed;
  const { path } = change;
  const { folder: beside, name } = besideOf(placed);
  const found = known.compared.get(path) ?? null;
  // The folder of a file that was there is not made anew when somebody takes it away.
  const isMade = found === null && known.isPermitted;
  const entered = enterFolder(room, beside, { isMade });
  if (!entered.ok) return { path, error: entered.error };
  const folder = entered.value;
  // It is there, and reached through what is open, until it gives way.
  const inner =
    outer !== null && found !== null ? enterFolder(room, dirname(place.real), { isMade: false }) : entered;
  if (!inner.ok) return { path, error: inner.error };
  if (found === null && outer === null) {
    const twin = findTwin(room, folder, name, known.leaving.get(folder.real));
    if (twin !== null) return { path, error: twinError(path, twin) };
  }
  const old = found === null ? null : { found, held: heldName(name) };
  const inside = outer === null ? null : place.real;
  const seat = inside === null ? () => folder.at(name) : () => seatIn(room, inside);
  const givesWay = changesKind && change.bytes === null;
  const staged = { change, folder, name, inside, givesWay, seat, old, draft: null };
  if (change.bytes === null) {
    begun.push({ staged, draft: null });
    return null;
  }
  const replaced = change.expectsLink === true ? null : found;
  const like = replaced ?? known.compared.get(change.modeFrom ?? '') ?? null;
  const isGiven = like === null || change.expectedMode !== undefined;
  const draft = draftName(name);
  try {
    const { finish } =
      change.makesLink === true
        ? draftLink(folder.at(draft), change.bytes)
        : await writeDraft(folder.at(draft), change.bytes, {
            like,
            mode: isGiven ? change.mode : undefined,
          });
    begun.push({ staged, draft: { name: draft, hash: contentHash(change.bytes), finish } });
    return null;
  } catch (error) {
    return dropDraft(staged, draft, error);
  }
}

function seatIn({ folders }: FolderRoom, real: string): string {
  const folder = folders.get(dirname(real));
  if (folder === undefined) throw Object.assign(new Error('its folder is gone'), { code: 'ENOENT' });
  return folder.at(basename(real));
}

/** Brings all of them to the disk; begins at once, before it waits. */
async function finishAll(begun: readonly BegunChange[], staged: StagedChange[]): Promise<Refusal | null> {
  let refusal: Refusal | null = null;
  const all = begun.map((one) => ({ ...one, onDisk: one.draft?.finish() }));
  for (const { staged: one, draft, onDisk } of all) {
    const written = await onDisk;
    if (draft === null || written === undefined) staged.push(one);
    else if ('error' in written) refusal ??= dropDraft(one, draft.name, written.error);
    else staged.push({ ...one, draft: { name: draft.name, hash: draft.hash, found: written.found } });
  }
  return refusal;
}

function dropDraft({ change, folder }: StagedChange, draft: string, error: unknown): Refusal {
  removeDraft(folder.at(draft));
  const reason = `${change.path} could not be written: ${systemReason(error)}. Nothing was changed.`;
  return { path: change.path, error: rookError('not_writable', reason) };
}
