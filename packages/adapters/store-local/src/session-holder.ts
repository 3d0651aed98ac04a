import { lstat, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import type { Holder, HolderNote } from '@rook/engine';

import { prepareLock, tryLock } from './file-lock.ts';
import { ensureOwnFolder } from './own-folder.ts';
import { parseHolder } from './parse-holder.ts';
import { replaceFile } from './replace-file.ts';
import { holderFile, lockFile } from './session-paths.ts';

/** Others only look for a moment, so a lock that is busy at first is tried a few times. */
const TRIES = 8;
const PAUSE_MILLISECONDS = 25;

export interface HeldSession {
  /** Takes the session again when its lock was taken away; `session_in_use` when another one was faster. */
  renew(): Promise<Result<void>>;
  release(): Promise<void>;
}

/** Takes a session for this process until it is released or the process ends, however it ends. */
export async function holdSession(
  folder: string,
  session: SessionId,
  note: HolderNote,
): Promise<Result<HeldSession>> {
  const path = lockFile(folder, session);
  let held: { readonly lock: DatabaseSync; readonly ino: number | undefined } | undefined;

  async function take(): Promise<Result<void>> {
    const prepared = await prepareSessionLock(folder, session);
    if (!prepared.ok) return prepared;
    const lock = await takeLock(path);
    if (!lock.ok) return lock.error.code === 'busy' ? fail(await describeHolder(folder, session)) : lock;
    held?.lock.close();
    held = { lock: lock.value, ino: await inodeOf(path) };
    const holder: Holder = { ...note, pid: process.pid, started: new Date().toISOString() };
    await replaceFile(holderFile(folder, session), `${JSON.stringify(holder)}\n`);
    return succeed(undefined);
  }

  const taken = await take();
  if (!taken.ok) return taken;
  return succeed({
    renew: async () => (held?.ino === (await inodeOf(path)) ? succeed(undefined) : take()),
    release: async () => {
      if (held === undefined) return;
      const { lock } = held;
      held = undefined;
      await unlink(holderFile(folder, session)).catch(() => undefined);
      lock.close();
    },
  });
}

async function inodeOf(path: string): Promise<number | undefined> {
  return lstat(path).then(
    ({ ino }) => ino,
    () => undefined,
  );
}

/** Who holds the session, as it says itself; null when the lock is free, whatever was left behind. */
export async function findHolder(folder: string, session: SessionId): Promise<Result<Holder | null>> {
  const text = await readFile(holderFile(folder, session), 'utf8').catch(() => null);
  const holder = text === null ? null : parseHolder(text);
  if (holder === null) return succeed(null);
  const lock = tryLock(lockFile(folder, session));
  if (!lock.ok) return succeed(lock.error.code === 'busy' ? holder : null);
  lock.value.close();
  return succeed(null);
}

async function prepareSessionLock(folder: string, session: SessionId): Promise<Result<void>> {
  const locks = await ensureOwnFolder(join(folder, 'locks'));
  return locks.ok ? prepareLock(lockFile(folder, session)) : locks;
}

async function takeLock(path: string): Promise<Result<DatabaseSync>> {
  let lock = tryLock(path);
  for (let tries = 1; tries < TRIES && !lock.ok && lock.error.code === 'busy'; tries += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, PAUSE_MILLISECONDS);
    await promise;
    lock = tryLock(path);
  }
  return lock;
}

async function describeHolder(folder: string, session: SessionId): Promise<ReturnType<typeof rookError>> {
  const holder = await findHolder(folder, session);
  const who =
    holder.ok && holder.value !== null
      ? `by ${holder.value.surface} (process ${holder.value.pid}, since ${holder.value.started})`
      : 'by another process';
  return rookError('session_in_use', `Session ${session} is in use ${who}; try again when it is done there.`);
}
