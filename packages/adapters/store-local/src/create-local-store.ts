import { lstat, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import type { Line, SessionWriter, Store, StoredSession } from '@rook/engine';

import { placeSession } from './exchange-place.ts';
import { findLeftChanging, createChangeHolder } from './hold-changes.ts';
import { createLocalAnchors } from './local-anchors.ts';
import { createLocalBlobs } from './local-blobs.ts';
import { createLocalDocuments } from './local-documents.ts';
import { createLocalKeptLooks } from './local-kept-looks.ts';
import { createLocalKeptOutputs } from './local-kept-outputs.ts';
import { inspectWay, inspectWorkspaceFolder, prepareWay, prepareWorkspaceFolder } from './own-folder.ts';
import { purgeSession } from './purge-session.ts';
import { readLines } from './read-lines.ts';
import { findHolder, holdSession } from './session-holder.ts';
import { dayFolder, sessionFile, sessionOfFile } from './session-paths.ts';
import { openAppender } from './session-writer.ts';
import { systemReason } from './system-reason.ts';
import { listTrash, readTrash, restoreSession, trashSession } from './trash-session.ts';
import { writeOutPacks } from './write-out-packs.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The store on this machine: plain files in the workspace's own folder, anchors in the user's. */
export function createLocalStore(folders: { readonly home: string; readonly folder: string }): Store {
  const { home, folder } = folders;
  return {
    open: async (session, note) => {
      const ready = await prepareDay(folder, session);
      if (!ready.ok) return ready;
      const held = await holdSession(folder, session, note);
      if (!held.ok) return held;
      const appender = openAppender(sessionFile(folder, session));
      if (!appender.ok) {
        await held.value.release();
        return appender;
      }
      const writer: SessionWriter = {
        append: (bytes, durable) => {
          if (!durable || held.value.isHeld()) return appender.value.append(bytes, durable);
          const error = rookError('journal_unavailable', `The lock of session ${session} was taken away.`);
          return Promise.resolve(fail(error));
        },
        reopen: async () => {
          const again = await prepareDay(folder, session);
          const renewed = again.ok ? await held.value.renew() : again;
          return renewed.ok ? appender.value.reopen() : renewed;
        },
        close: async () => {
          appender.value.close();
          // What cannot be written out stays in its pack, where it is found as well.
          await writeOutPacks(join(folder, 'blobs'));
          await held.value.release();
        },
      };
      return succeed(writer);
    },
    place: async (session, chunks) => placeSession(folder, session, chunks),
    read: (session, from) => readSession(folder, session, from),
    list: async () => listSessions(folder),
    checkWritable: async () => checkWritable(folder),
    holder: async (session) => findHolder(folder, session),
    trash: async (session, note) => trashSession(folder, session, note),
    restore: async (session, note) => restoreSession(folder, session, note),
    listTrash: async () => listTrash(folder),
    readTrash: (session) => readTrash(folder, session),
    purge: async (session, note, options) =>
      purgeSession({ home, folder, session }, note, { dryRun: options?.dryRun === true }),
    changing: createChangeHolder(folder),
    leftChanging: async () => findLeftChanging(folder),
    blobs: createLocalBlobs(join(folder, 'blobs')),
    anchors: createLocalAnchors(home, folder),
    documents: createLocalDocuments(folder),
    looks: createLocalKeptLooks(folder),
    outputs: createLocalKeptOutputs(folder),
  };
}

/** Makes the folder of the session's day; refuses any part of the way that is not ours. */
async function prepareDay(folder: string, session: SessionId): Promise<Result<void>> {
  const prepared = await prepareWorkspaceFolder(folder);
  return prepared.ok ? prepareWay(folder, dayFolder(folder, session)) : prepared;
}

/** Reads no file to which a link leads, wherever on the way it is. */
async function* readSession(
  folder: string,
  session: SessionId,
  from = 0,
): AsyncGenerator<Result<readonly Line[]>> {
  const safe = inspectWay(folder, dayFolder(folder, session));
  if (safe.ok) yield* readLines(sessionFile(folder, session), { from });
  else yield safe;
}

/** Writes and deletes `.write_test` where sessions lie. A leftover is removed first and never followed. */
async function checkWritable(folder: string): Promise<Result<void>> {
  const prepared = await prepareWorkspaceFolder(folder);
  if (!prepared.ok) return prepared;
  const chats = join(folder, 'chats');
  const made = prepareWay(folder, chats);
  if (!made.ok) return made;
  const probe = join(chats, '.write_test');
  try {
    await unlink(probe).catch(() => undefined);
    await writeFile(probe, 'test', { flag: 'wx', mode: 0o600 });
    await unlink(probe);
    return succeed(undefined);
  } catch (error) {
    return fail(rookError('not_writable', `Sessions cannot be written in ${chats}: ${systemReason(error)}.`));
  }
}

async function listSessions(folder: string): Promise<Result<readonly StoredSession[]>> {
  const safe = inspectWorkspaceFolder(folder);
  if (!safe.ok) return safe;
  try {
    const days = (await listNames(join(folder, 'chats'))).filter((name) => DAY.test(name));
    const found: (StoredSession | undefined)[] = [];
    for (const day of days) {
      const state = inspectWay(folder, join(folder, 'chats', day));
      if (!state.ok) return state;
      const names = await listNames(join(folder, 'chats', day));
      found.push(...(await Promise.all(names.map(async (name) => describeFile(folder, day, name)))));
    }
    const sessions = found.flatMap((session) => session ?? []);
    return succeed(
      sessions.toSorted((a, b) => b.changed.getTime() - a.changed.getTime() || (a.id < b.id ? 1 : -1)),
    );
  } catch (error) {
    return fail(
      rookError('not_readable', `The sessions in ${folder} cannot be listed: ${systemReason(error)}.`),
    );
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (systemReason(error) === 'no such file or folder') return [];
    throw error;
  });
}

/** Undefined for what is no session, or lies in a folder where its id does not belong. */
async function describeFile(folder: string, day: string, name: string): Promise<StoredSession | undefined> {
  const path = join(folder, 'chats', day, name);
  const id = sessionOfFile(name);
  if (id === undefined || sessionFile(folder, id) !== path) return undefined;
  const found = await lstat(path).catch(() => null);
  return found?.isFile() === true ? { id, bytes: found.size, changed: found.mtime, path } : undefined;
}
