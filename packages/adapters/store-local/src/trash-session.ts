import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { fail, rookError, sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';
import type { HolderNote, Line, StoredSession } from '@rook/engine';

import { inspectWay, inspectWorkspaceFolder, prepareWay } from './own-folder.ts';
import { readLines } from './read-lines.ts';
import { holdSession, type HeldSession } from './session-holder.ts';
import {
  dayFolder,
  purgingMark,
  sessionFile,
  sessionFolder,
  trashedFolder,
  trashFile,
  trashFolder,
} from './session-paths.ts';
import { systemReason } from './system-reason.ts';
import { syncFolder } from './wait-for-disk.ts';

/** Moves a session to the trash while nobody else can write to it. */
export async function trashSession(
  folder: string,
  session: SessionId,
  note: HolderNote,
): Promise<Result<void>> {
  const there = await findJournal(folder, sessionFile(folder, session));
  if (!there.ok) return there;
  if (!there.value) return fail(missing(session));
  return whileHeld(folder, session, note, async () => moveToTrash(folder, session));
}

/**
 * The journal is the session, so the one step that moves it decides: before it the session is there, behind it
 * the session is in the trash. Its folder follows; one that a killed process left behind is found again in place.
 */
export async function moveToTrash(folder: string, session: SessionId): Promise<Result<void>> {
  if ((await stateOf(trashFile(folder, session))) !== 'missing')
    return fail(
      rookError(
        'exists',
        `Session ${session} lies in the trash already; purge that one or bring it back first.`,
      ),
    );
  const made = prepareWay(folder, trashFolder(folder, session));
  if (!made.ok) return made;
  const moved = await move(sessionFile(folder, session), trashFile(folder, session));
  if (!moved.ok || (await stateOf(sessionFolder(folder, session))) !== 'folder') return moved;
  return move(sessionFolder(folder, session), trashedFolder(folder, session));
}

/** Brings a session back; the journal is moved last, so a killed process leaves it in the trash or whole. */
export async function restoreSession(
  folder: string,
  session: SessionId,
  note: HolderNote,
): Promise<Result<void>> {
  const there = await findJournal(folder, trashFile(folder, session));
  if (!there.ok) return there;
  if (!there.value) return fail(rookError('not_found', `Session ${session} is not in the trash.`));
  return whileHeld(folder, session, note, async () => {
    if ((await stateOf(purgingMark(folder, session))) !== 'missing') {
      const sentence = `The purge of session ${session} had begun, and files of it may be gone`;
      return fail(rookError('not_verified', `${sentence}; purge it again to remove the rest.`));
    }
    if ((await stateOf(sessionFile(folder, session))) !== 'missing') {
      const sentence = `Session ${session} is there again; delete that one before you bring the other back.`;
      return fail(rookError('exists', `${sentence} Nothing was changed.`));
    }
    const made = prepareWay(folder, dayFolder(folder, session));
    if (!made.ok) return made;
    const beside = await restoreFolder(folder, session);
    const moved = beside.ok ? await move(trashFile(folder, session), sessionFile(folder, session)) : beside;
    if (moved.ok) await rmdir(trashFolder(folder, session)).catch(() => undefined);
    return moved;
  });
}

/** What was made in its place since the session was deleted can be made anew, because only the journal counts. */
async function restoreFolder(folder: string, session: SessionId): Promise<Result<void>> {
  if ((await stateOf(trashedFolder(folder, session))) !== 'folder') return succeed(undefined);
  await rm(sessionFolder(folder, session), { recursive: true, force: true }).catch(() => undefined);
  return move(trashedFolder(folder, session), sessionFolder(folder, session));
}

/** Deleted last first. What is no session there is not listed. */
export async function listTrash(folder: string): Promise<Result<readonly StoredSession[]>> {
  const safe = inspectWorkspaceFolder(folder);
  if (!safe.ok) return safe;
  const names = await readdir(join(folder, 'trash')).catch((error: unknown) => systemReason(error));
  if (typeof names === 'string') {
    return names === 'no such file or folder'
      ? succeed([])
      : fail(rookError('not_readable', `The trash in ${folder} cannot be listed: ${names}.`));
  }
  const found = await Promise.all(names.map(async (name) => describe(folder, name)));
  const sessions = found.flatMap((session) => session ?? []);
  return succeed(
    sessions.toSorted((a, b) => b.changed.getTime() - a.changed.getTime() || (a.id < b.id ? 1 : -1)),
  );
}

async function describe(folder: string, name: string): Promise<StoredSession | undefined> {
  const id = sessionIdSchema.safeParse(name);
  if (!id.success) return undefined;
  const path = trashFile(folder, id.data);
  const [outer, inner] = await Promise.all(
    [dirname(path), path].map(async (each) => lstat(each).catch(() => null)),
  );
  return outer?.isDirectory() === true && inner?.isFile() === true
    ? { id: id.data, bytes: inner.size, changed: outer.mtime, path }
    : undefined;
}

export async function* readTrash(
  folder: string,
  session: SessionId,
): AsyncGenerator<Result<readonly Line[]>> {
  const safe = inspectWay(folder, trashFolder(folder, session));
  if (safe.ok) yield* readLines(trashFile(folder, session));
  else yield safe;
}

/** Whether a journal lies there, in folders that are ours. */
export async function findJournal(folder: string, path: string): Promise<Result<boolean>> {
  const safe = inspectWay(folder, dirname(path));
  return safe.ok ? succeed((await stateOf(path)) === 'file') : safe;
}

export async function whileHeld<Value>(
  folder: string,
  session: SessionId,
  note: HolderNote,
  work: (held: HeldSession) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const held = await holdSession(folder, session, note);
  if (!held.ok) return held;
  try {
    return await work(held.value);
  } finally {
    await held.value.release();
  }
}

export function missing(session: SessionId): ReturnType<typeof rookError> {
  return rookError('not_found', `There is no session ${session}.`);
}

/** Never called where something lies at `to`: a rename would take its place. */
async function move(from: string, to: string): Promise<Result<void>> {
  try {
    await rename(from, to);
    for (const folder of [dirname(to), dirname(from)]) await syncFolder(folder);
    return succeed(undefined);
  } catch (error) {
    return fail(rookError('not_writable', `${from} cannot be moved to ${to}: ${systemReason(error)}.`));
  }
}

async function stateOf(path: string): Promise<'missing' | 'file' | 'folder' | 'other'> {
  const found = await lstat(path).catch((error: unknown) => systemReason(error));
  if (typeof found === 'string') return found === 'no such file or folder' ? 'missing' : 'other';
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : 'other';
}
