import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import type { Documents, SessionWriter, Store, StoredSession } from '@rook/engine';

import { createLocalAnchors } from './local-anchors.ts';
import { createLocalBlobs } from './local-blobs.ts';
import { ensureOwnFolder, inspectOne, inspectWorkspaceFolder, prepareWorkspaceFolder } from './own-folder.ts';
import { readLines } from './read-lines.ts';
import { replaceFile } from './replace-file.ts';
import { findHolder, holdSession } from './session-holder.ts';
import { dayFolder, sessionFile, sessionFolder, sessionOfFile } from './session-paths.ts';
import { openAppender } from './session-writer.ts';
import { systemReason } from './system-reason.ts';

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
        append: appender.value.append,
        reopen: async () => {
          const again = await prepareDay(folder, session);
          const renewed = again.ok ? await held.value.renew() : again;
          return renewed.ok ? appender.value.reopen() : renewed;
        },
        close: async () => {
          appender.value.close();
          await held.value.release();
        },
      };
      return succeed(writer);
    },
    read: (session) => readLines(sessionFile(folder, session)),
    list: async () => listSessions(folder),
    checkWritable: async () => checkWritable(folder),
    holder: async (session) => findHolder(folder, session),
    blobs: createLocalBlobs(join(folder, 'blobs')),
    anchors: createLocalAnchors(home),
    documents: createLocalDocuments(folder),
  };
}

/** Makes the folder of the session's day; refuses any part of the way that is not ours. */
async function prepareDay(folder: string, session: SessionId): Promise<Result<void>> {
  const prepared = await prepareWorkspaceFolder(folder);
  if (!prepared.ok) return prepared;
  const day = dayFolder(folder, session);
  const state = await inspectOne(day);
  if (!state.ok) return state;
  return state.value === 'missing' ? ensureOwnFolder(day) : succeed(undefined);
}

/** Writes and deletes `.write_test` where sessions lie. A leftover is removed first and never followed. */
async function checkWritable(folder: string): Promise<Result<void>> {
  const prepared = await prepareWorkspaceFolder(folder);
  if (!prepared.ok) return prepared;
  const chats = join(folder, 'chats');
  const made = await ensureOwnFolder(chats);
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
  const safe = await inspectWorkspaceFolder(folder);
  if (!safe.ok) return safe;
  try {
    const names = await readdir(join(folder, 'chats'), { recursive: true }).catch((error: unknown) => {
      if (systemReason(error) === 'no such file or folder') return [];
      throw error;
    });
    const found = await Promise.all(names.map(async (name) => describeFile(folder, name)));
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

/** Undefined for what is no session, or lies in a folder where its id does not belong. */
async function describeFile(folder: string, name: string): Promise<StoredSession | undefined> {
  const path = join(folder, 'chats', name);
  const id = sessionOfFile(path.slice(path.lastIndexOf('session_')));
  if (id === undefined || sessionFile(folder, id) !== path) return undefined;
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? { id, bytes: found.size, changed: found.mtime, path } : undefined;
}

function createLocalDocuments(folder: string): Documents {
  return {
    get: async (session, name) => {
      const path = join(sessionFolder(folder, session), name);
      try {
        return succeed(await readFile(path, 'utf8'));
      } catch (error) {
        const reason = systemReason(error);
        if (reason === 'no such file or folder') return succeed(null);
        return fail(rookError('not_readable', `${path} cannot be read: ${reason}.`));
      }
    },
    put: async (session, name, text) => {
      const made = await ensureOwnFolder(sessionFolder(folder, session));
      return made.ok ? replaceFile(join(sessionFolder(folder, session), name), text) : made;
    },
  };
}
