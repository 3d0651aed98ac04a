import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  unlinkSync,
  writeFile,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, type FileWrite } from '@rook/engine';

import type { ApplyWatch } from './apply-watch.ts';
import { draftName, heldName, isBeside } from './beside-names.ts';
import { placeChanges, type PlacedChange } from './check-changes.ts';
import { enterFolder, findTwin, twinError, type FolderRoom } from './enter-folder.ts';
import { expectContent } from './expect-content.ts';
import type { OpenFolder } from './open-folder.ts';
import { SMALL_BYTES } from './read-file.ts';
import type { Refusal } from './refusal.ts';
import { systemCode, systemReason } from './system-reason.ts';
import { waitForDisk } from './wait-for-disk.ts';

const writeElsewhere = promisify(writeFile);

/** A change whose new content is on the disk, beside its place, and which has been compared. */
export interface StagedChange {
  readonly change: FileWrite;
  readonly folder: OpenFolder;
  readonly name: string;
  /** The file that is there now. */
  readonly old: { readonly found: BigIntStats; readonly held: string } | null;
  readonly draft: Draft | null;
}

interface Draft {
  readonly name: string;
  readonly found: BigIntStats;
  readonly hash: ContentHash;
}

/** Compares every file, then writes every new content beside its place. What was staged is in `staged`, also on failure. */
export async function stageChanges(
  room: FolderRoom,
  changes: readonly FileWrite[],
  staged: StagedChange[],
  watch: ApplyWatch,
): Promise<Refusal | null> {
  const placed = await placeChanges(room.root, changes);
  if (!placed.ok) return placed.error;
  const compared = new Map<string, BigIntStats>();
  for (const { change, place } of placed.value) {
    watch('compare', change.path);
    const found = await compareOne({ change, place });
    if (!found.ok) return { path: change.path, error: found.error };
    if (found.value !== null) compared.set(change.path, found.value);
  }
  const leaving = findLeaving(placed.value);
  for (const { change, place } of placed.value) {
    watch('stage', change.path);
    const one = await stageOne(room, { change, place }, { compared, leaving });
    if (!one.ok) return { path: change.path, error: one.error };
    staged.push(one.value);
  }
  return null;
}

/** The files that go away with this set: their names are free for others. */
export function findLeaving(placed: readonly PlacedChange[]): ReadonlySet<string> {
  return new Set(placed.flatMap(({ change, place }) => (change.bytes === null ? [place.real] : [])));
}

export async function compareOne({ change, place }: PlacedChange): Promise<Result<BigIntStats | null>> {
  const compared = await expectContent(place, change.expected);
  if (!compared.ok || compared.value === null) return compared;
  const { nlink, mode } = compared.value;
  if (nlink > 1n && hasSecondName(place.real, compared.value)) {
    const reason = `${change.path} has a second name (a hard link), and a change would part the two; make it a file of its own first, for example by copying it. Nothing was written.`;
    return fail(rookError('invalid_input', reason));
  }
  const refused = (mode & 0o222n) === 0n ? 'EACCES' : whyNotWritable(place.real);
  // Whoever took it away meanwhile is noticed when it is moved.
  if (refused === null || refused === 'ENOENT') return compared;
  const reason = `${change.path} is read-only; give it the right to be written first. Nothing was written.`;
  return fail(rookError('not_writable', reason));
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
function hasSecondName(real: string, found: BigIntStats): boolean {
  for (let count = 0; count < COUNTS; count += 1) {
    const folder = dirname(real);
    const beside = listBeside(folder).map((name) => look(join(folder, name)));
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

async function stageOne(
  room: FolderRoom,
  { change, place }: PlacedChange,
  known: { readonly compared: ReadonlyMap<string, BigIntStats>; readonly leaving: ReadonlySet<string> },
): Promise<Result<StagedChange>> {
  const name = basename(place.real);
  const found = known.compared.get(change.path) ?? null;
  // The folder of a file that was there is not made anew when somebody takes it away.
  const entered = enterFolder(room, dirname(place.real), { isMade: found === null });
  if (!entered.ok) return entered;
  const folder = entered.value;
  if (found === null) {
    const leaving = [...known.leaving].filter((real) => dirname(real) === folder.real);
    const twin = findTwin(room, folder, name, new Set(leaving.map((real) => basename(real))));
    if (twin !== null) return fail(twinError(change.path, twin));
  }
  const old = found === null ? null : { found, held: heldName(name) };
  if (change.bytes === null) return succeed({ change, folder, name, old, draft: null });
  const like = found ?? known.compared.get(change.modeFrom ?? '') ?? null;
  const draft = draftName(name);
  try {
    const written = await writeDraft(folder.at(draft), change.bytes, { like, mode: change.mode });
    const hash = contentHash(change.bytes);
    return succeed({ change, folder, name, old, draft: { name: draft, found: written, hash } });
  } catch (error) {
    removeDraft(folder.at(draft));
    const reason = `${change.path} could not be written: ${systemReason(error)}. Nothing was changed.`;
    return fail(rookError('not_writable', reason));
  }
}

/** What stays is found by the next `mend`. */
function removeDraft(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}

interface Permissions {
  /** The file whose owner and permissions it takes over. */
  readonly like: BigIntStats | null;
  /** Otherwise these; left out: as the user's files are made. */
  readonly mode: number | undefined;
}

async function writeDraft(
  path: string,
  bytes: Uint8Array,
  { like, mode }: Permissions,
): Promise<BigIntStats> {
  const file = openSync(path, 'wx', like === null && mode === undefined ? 0o666 : 0o600);
  try {
    if (bytes.length <= SMALL_BYTES) writeFileSync(file, bytes);
    else await writeElsewhere(file, bytes);
    if (like !== null) {
      giveTo(file, like);
      fchmodSync(file, Number(like.mode) & 0o777);
    } else if (mode !== undefined) fchmodSync(file, mode & 0o777);
    await waitForDisk(file);
    return fstatSync(file, { bigint: true });
  } finally {
    closeSync(file);
  }
}

/** Only the superuser may give a file away; for others the new file is their own, as with every editor. */
function giveTo(file: number, { uid, gid }: BigIntStats): void {
  const made = fstatSync(file, { bigint: true });
  if (made.uid === uid && made.gid === gid) return;
  try {
    fchownSync(file, Number(uid), Number(gid));
  } catch {
    // It stays their own.
  }
}
