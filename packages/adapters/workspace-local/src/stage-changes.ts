import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { access, constants, lstat, open, readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import type { FileWrite } from '@rook/engine';

import type { ApplyWatch } from './apply-watch.ts';
import { draftName, heldName, isBeside } from './beside-names.ts';
import { placeChanges, type PlacedChange } from './check-changes.ts';
import { enterFolder, findTwin, twinError, type FolderRoom } from './enter-folder.ts';
import { expectContent } from './expect-content.ts';
import type { OpenFolder } from './open-folder.ts';
import { hashOf } from './read-file.ts';
import type { Refusal } from './refusal.ts';
import { systemCode, systemReason } from './system-reason.ts';

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
  const leaving = new Set(
    placed.value.flatMap(({ change, place }) => (change.bytes === null ? [place.real] : [])),
  );
  for (const { change, place } of placed.value) {
    watch('stage', change.path);
    const one = await stageOne(room, { change, place }, { compared, leaving });
    if (!one.ok) return { path: change.path, error: one.error };
    staged.push(one.value);
  }
  return null;
}

async function compareOne({ change, place }: PlacedChange): Promise<Result<BigIntStats | null>> {
  const compared = await expectContent(place, change.expected);
  if (!compared.ok || compared.value === null) return compared;
  const { nlink, mode } = compared.value;
  if (nlink > 1n && (await hasSecondName(place.real, compared.value))) {
    const reason = `${change.path} has a second name (a hard link), and a change would part the two; make it a file of its own first, for example by copying it. Nothing was written.`;
    return fail(rookError('invalid_input', reason));
  }
  const refused =
    (mode & 0o222n) === 0n
      ? 'EACCES'
      : await access(place.real, constants.W_OK).then(
          () => null,
          (error: unknown) => systemCode(error),
        );
  // Whoever took it away meanwhile is noticed when it is moved.
  if (refused === null || refused === 'ENOENT') return compared;
  const reason = `${change.path} is read-only; give it the right to be written first. Nothing was written.`;
  return fail(rookError('not_writable', reason));
}

/** How often names are counted before they are believed: while others work here, names come and go. */
const COUNTS = 5;

/** Whether the file has a name beyond those that a change, also one that a crash ended, gave it for a moment. */
async function hasSecondName(real: string, found: BigIntStats): Promise<boolean> {
  for (let count = 0; count < COUNTS; count += 1) {
    const folder = dirname(real);
    const names = (await readdir(folder).catch(() => [])).filter((name) => isBeside(name));
    const beside = await Promise.all(names.map(async (name) => look(join(folder, name))));
    const own = 1 + beside.filter((one) => one?.ino === found.ino && one.dev === found.dev).length;
    const now = await look(real);
    // Another file has taken its place, which is noticed when it is moved.
    if (now === null || now.ino !== found.ino || now.nlink <= BigInt(own)) return false;
  }
  return true;
}

async function look(path: string): Promise<BigIntStats | null> {
  return lstat(path, { bigint: true }).catch(() => null);
}

async function stageOne(
  room: FolderRoom,
  { change, place }: PlacedChange,
  known: { readonly compared: ReadonlyMap<string, BigIntStats>; readonly leaving: ReadonlySet<string> },
): Promise<Result<StagedChange>> {
  const name = basename(place.real);
  const found = known.compared.get(change.path) ?? null;
  // The folder of a file that was there is not made anew when somebody takes it away.
  const entered = await enterFolder(room, dirname(place.real), { isMade: found === null });
  if (!entered.ok) return entered;
  const folder = entered.value;
  if (found === null) {
    const leaving = [...known.leaving].filter((real) => dirname(real) === folder.real);
    const twin = await findTwin(room, folder, name, new Set(leaving.map((real) => basename(real))));
    if (twin !== null) return fail(twinError(change.path, twin));
  }
  const old = found === null ? null : { found, held: heldName(name) };
  if (change.bytes === null) return succeed({ change, folder, name, old, draft: null });
  const like = found ?? known.compared.get(change.modeFrom ?? '') ?? null;
  const draft = draftName(name);
  try {
    const written = await writeDraft(folder.at(draft), change.bytes, { like, mode: change.mode });
    const hash = hashOf(createHash('sha256').update(change.bytes));
    return succeed({ change, folder, name, old, draft: { name: draft, found: written, hash } });
  } catch (error) {
    await unlink(folder.at(draft)).catch(() => undefined);
    const reason = `${change.path} could not be written: ${systemReason(error)}. Nothing was changed.`;
    return fail(rookError('not_writable', reason));
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
  const file = await open(path, 'wx', like === null && mode === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (like !== null) {
      const made = await file.stat({ bigint: true });
      // Only the superuser may give a file away; for others the new file is their own, as with every editor.
      if (made.uid !== like.uid || made.gid !== like.gid)
        await file.chown(Number(like.uid), Number(like.gid)).catch(() => undefined);
      await file.chmod(Number(like.mode) & 0o777);
    } else if (mode !== undefined) await file.chmod(mode & 0o777);
    await file.sync();
    return await file.stat({ bigint: true });
  } finally {
    await file.close();
  }
}
