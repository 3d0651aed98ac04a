import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';
import type { HolderNote, Purge, PurgedPart } from '@rook/engine';

import { findForeignNames, findNamedBlobs, listBlobs, listFiles } from './blob-names.ts';
import { digitsOf } from './blob-pack.ts';
import { removeLeftClones } from './clone-folder.ts';
import { removeUnkept } from './draft-blob.ts';
import { findAnchors, placeOf } from './find-anchors.ts';
import { forgetLedger, ledgerNote } from './ledger-note.ts';
import { inspectWay, inspectWorkspaceFolder } from './own-folder.ts';
import { recoverBlob } from './recover-blob.ts';
import { removeBlob } from './remove-blob.ts';
import { replaceFile } from './replace-file.ts';
import { deleteDatabase, indexPath, withIndexLock } from './search-database.ts';
import { draftPath } from './search-draft.ts';
import { findHolder } from './session-holder.ts';
import {
  anchorFile,
  anchorFolder,
  holderFile,
  lockFile,
  purgingMark,
  sessionFile,
  sessionFolder,
  trashFile,
  trashFolder,
} from './session-paths.ts';
import { systemReason } from './system-reason.ts';
import { findJournal, missing, moveToTrash, whileHeld } from './trash-session.ts';
import { writeOutPacks } from './write-out-packs.ts';

/** A blob is named a moment after it was kept. While anybody writes, one that is younger than this stays. */
const UNNAMED_MILLISECONDS = 10 * 60_000;

/** Who still adds to its bytes has done so by then, also where its process cannot be seen. */
const UNKEPT_MILLISECONDS = 60_000;

interface Places {
  readonly home: string;
  readonly folder: string;
  readonly session: SessionId;
}

/**
 * Removes all that is kept under the id. What is left by a process that was killed on the way lies in the trash,
 * and the next purge goes on with it: the journal, which names the rest, goes last.
 */
export async function purgeSession(
  places: Places,
  note: HolderNote,
  options: { readonly dryRun: boolean },
): Promise<Result<Purge>> {
  const { folder, session } = places;
  const safe = inspectWorkspaceFolder(folder);
  if (!safe.ok) return safe;
  const [listed, thrown] = [
    await findJournal(folder, sessionFile(folder, session)),
    await findJournal(folder, trashFile(folder, session)),
  ];
  if (!listed.ok || !thrown.ok) return listed.ok ? (thrown.ok ? fail(missing(session)) : thrown) : listed;
  if (!listed.value && !thrown.value) return fail(missing(session));
  return whileHeld(folder, session, note, async () => {
    const plan = await planPurge(places);
    if (!plan.ok) return plan;
    const { parts, keptBlobs } = plan.value;
    if (options.dryRun) return succeed({ parts, keptBlobs });
    if (listed.value && !thrown.value) {
      const hidden = await moveToTrash(folder, session);
      if (!hidden.ok) return hidden;
    }
    // From here on it cannot be brought back whole, which whoever comes after a kill has to know.
    const marked = await replaceFile(purgingMark(folder, session), `${new Date().toISOString()}\n`);
    return marked.ok ? removeAll(places, plan.value) : marked;
  });
}

interface Plan extends Purge {
  /** Blobs that were touched since are somebody's who is about to name them. */
  readonly untouchedSince: number;
}

async function planPurge(places: Places): Promise<Result<Plan>> {
  const { home, folder, session } = places;
  const own = [sessionFile(folder, session), sessionFolder(folder, session), trashFolder(folder, session)];
  const files = (await Promise.all(own.map(async (path) => listFiles(path)))).flat();
  const blobs = await planBlobs(places, files);
  if (!blobs.ok) return blobs;
  const journals = new Set([sessionFile(folder, session), trashFile(folder, session)]);
  const anchors = await listAnchors(places);
  const logs = await listNamed(join(home, 'logs'), session);
  const parts = [
    ...files.map((path) => [journals.has(path) ? 'journal' : 'document', path] as const),
    ...blobs.value.doomed.map((path) => ['blob', path] as const),
    ...anchors.map((path) => ['anchor', path] as const),
    ...logs.map((path) => ['log', path] as const),
    ...(await existing([indexPath(folder), draftPath(folder), ledgerNote(folder)])).map(
      (path) => ['index', path] as const,
    ),
    ['lock', lockFile(folder, session)] as const,
  ];
  const described = await Promise.all(parts.map(async ([kind, path]) => describePart(kind, path)));
  const { kept, untouchedSince } = blobs.value;
  return succeed({ parts: described, keptBlobs: kept, untouchedSince });
}

async function describePart(kind: PurgedPart['kind'], path: string): Promise<PurgedPart> {
  const found = await lstat(path).catch(() => null);
  return { kind, path, bytes: found?.size ?? 0 };
}

async function planBlobs(
  { folder, session }: Places,
  files: readonly string[],
): Promise<
  Result<{ readonly doomed: readonly string[]; readonly kept: number; readonly untouchedSince: number }>
> {
  const blobs = join(folder, 'blobs');
  const safe = inspectWay(folder, blobs);
  if (!safe.ok) return safe;
  // What is still in a pack would come back from there.
  // What a killed process had not kept yet may be of this session.
  await removeUnkept(blobs, UNKEPT_MILLISECONDS);
  const left = new Set([...(await writeOutPacks(blobs))].map((hash) => digitsOf(hash)));
  const named = await findNamedBlobs(files, await listBlobs(blobs));
  if (!named.ok) return named;
  const mine = new Set(files);
  const foreign = await findForeignNames(
    [join(folder, 'chats'), join(folder, 'trash')],
    (path) => mine.has(path),
    named.value,
  );
  if (!foreign.ok) return foreign;
  const untouchedSince = await oldEnough(folder, session);
  const paths = [...named.value]
    .filter((digits) => !foreign.value.has(digits) && !left.has(digits))
    .map((digits) => join(blobs, digits.slice(0, 2), `${digits}.zst`));
  for (const path of paths) await recoverBlob(path);
  const ages = await Promise.all(paths.map(async (path) => lstat(path).catch(() => null)));
  const doomed = paths.filter((_path, index) => (ages[index]?.mtimeMs ?? Infinity) < untouchedSince);
  return succeed({ doomed: doomed.toSorted(), kept: named.value.size - doomed.length, untouchedSince });
}

/** When this purge began, by the clock of the disk, or earlier while somebody writes another session here. */
async function oldEnough(folder: string, session: SessionId): Promise<number> {
  const began = (await lstat(holderFile(folder, session)).catch(() => null))?.mtimeMs ?? Date.now();
  const names = await readdir(join(folder, 'locks')).catch(() => []);
  for (const name of names) {
    const id = sessionIdSchema.safeParse(/^(.+)\.sqlite$/.exec(name)?.[1]);
    if (!id.success || id.data === session) continue;
    const holder = await findHolder(folder, id.data);
    if (!holder.ok || holder.value !== null) return began - UNNAMED_MILLISECONDS;
  }
  return began;
}

/** The anchors of the session here, and of places where it no longer is; those of a copy are not ours. */
async function listAnchors({ home, folder, session }: Places): Promise<readonly string[]> {
  const anchors = join(home, 'anchors');
  const found = await findAnchors(anchors, folder, session);
  const shared = join(anchors, `${session}.json`);
  if (!found.ok) return existing([anchorFile(anchors, session, await placeOf(folder)), shared]);
  const { here, gone, elsewhere } = found.value;
  const own = [...here, ...gone].map(({ path }) => path);
  return existing(elsewhere.length === 0 ? [...own, shared] : own);
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map(async (path) => isThere(path)));
  return paths.filter((_path, index) => found[index] === true);
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

/** The files in a folder that carry the session's id, with what a killed process left beside them. */
async function listNamed(folder: string, session: SessionId): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(`${session}.`)).map((name) => join(folder, name));
}

async function removeAll(places: Places, plan: Plan): Promise<Result<Purge>> {
  const { home, folder, session } = places;
  const parts: PurgedPart[] = [];
  try {
    for (const part of plan.parts) {
      if (part.kind !== 'blob' || (await removeBlob(part.path, plan.untouchedSince))) parts.push(part);
    }
    // Rows that are deleted stay in the pages of a database, so it is made anew from what is left.
    const index = await withIndexLock(folder, async () => deleteIndex(folder));
    if (!index.ok) return index;
    const noted = await forgetLedger(folder);
    if (!noted.ok) return noted;
    const kinds = new Set<PurgedPart['kind']>(['anchor', 'log']);
    for (const { kind, path } of plan.parts) if (kinds.has(kind)) await rm(path, { force: true });
    await rmdir(anchorFolder(join(home, 'anchors'), session)).catch(() => undefined);
    // A killed process may have left contents that its session would have kept.
    await removeLeftClones(folder);
    for (const path of [
      sessionFolder(folder, session),
      join(trashFolder(folder, session), `session_${session}`),
    ])
      await rm(path, { recursive: true, force: true });
    await rm(sessionFile(folder, session), { force: true });
    await rm(trashFolder(folder, session), { recursive: true, force: true });
    for (const path of await listNamed(join(folder, 'locks'), session)) await rm(path, { force: true });
  } catch (error) {
    const reason = systemReason(error);
    return fail(
      rookError('not_writable', `Session ${session} could not be removed whole: ${reason}. Purge it again.`),
    );
  }
  return succeed({ parts, keptBlobs: plan.keptBlobs + plan.parts.length - parts.length });
}

/** Also one that is just being made: whoever makes it then begins anew, without the session. */
async function deleteIndex(folder: string): Promise<Result<void>> {
  const deleted = await deleteDatabase(draftPath(folder));
  return deleted.ok ? deleteDatabase(indexPath(folder)) : deleted;
}
