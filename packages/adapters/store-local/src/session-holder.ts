import { lstatSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import type { Holder, HolderNote } from '@rook/engine';

import { isLock, lookAtLock, prepareLock, tryLock } from './file-lock.ts';
import { livesHere } from './lives-here.ts';
import { describeLock, markLock } from './lock-mark.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { parseHolder, type WrittenHolder } from './parse-holder.ts';
import { readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';
import { holderFile, lockFile } from './session-paths.ts';

/** Others only look for a moment, so a lock that is busy at first is tried a few times. */
const TRIES = 8;
const PAUSE_MILLISECONDS = 25;
const NOTE_LIMIT_BYTES = 4096;

/** Somebody who holds a session and left no readable note about it. */
const UNKNOWN_HOLDER: Holder = { surface: 'unknown', pid: 0, started: '' };

export interface HeldSession {
  /** Whether the lock that others look at is still the one that was taken. */
  isHeld(): boolean;
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
    const lock = await retryBusy(() => tryLock(path));
    if (!lock.ok) return lock.error.code === 'busy' ? fail(await describeHolder(folder, session)) : lock;
    // At once, so that no note which lies there can be taken for that of the one who holds it now.
    const mark = markLock(path);
    held?.lock.close();
    held = { lock: lock.value, ino: inodeOf(path) };
    const started = new Date().toISOString();
    const holder: Partial<WrittenHolder> = {
      ...note,
      pid: process.pid,
      started,
      ...(mark === undefined ? {} : { lock: mark }),
    };
    await replaceFile(holderFile(folder, session), `${JSON.stringify(holder)}\n`);
    return succeed(undefined);
  }

  const isHeld = () => held?.ino !== undefined && held.ino === inodeOf(path);
  const taken = await take();
  if (!taken.ok) return taken;
  return succeed({
    isHeld,
    renew: async () => (isHeld() ? succeed(undefined) : take()),
    release: async () => {
      if (held === undefined) return;
      const { lock } = held;
      held = undefined;
      await unlink(holderFile(folder, session)).catch(() => undefined);
      lock.close();
    },
  });
}

function inodeOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}

/**
 * Who holds the session, as it says itself; null when the lock is free, whatever was left behind. Makes and
 * changes nothing, and opens nothing that is no lock of Rook's: nobody can hold a session with that.
 */
export async function findHolder(folder: string, session: SessionId): Promise<Result<Holder | null>> {
  const path = lockFile(folder, session);
  const locks = inspectWay(folder, join(folder, 'locks'));
  if (!locks.ok) return locks;
  if (locks.value === 'missing' || !(await isLock(path))) return succeed(null);
  const seen = await retryBusy(() => lookAtLock(path));
  if (seen.ok || seen.error.code !== 'busy') return succeed(null);
  return succeed((await readNote(folder, session)) ?? UNKNOWN_HOLDER);
}

/**
 * The note of the one who holds the lock now. A note can come with a workspace or be left by a process that was
 * killed, so it counts only when it names the lock as it was marked when it was taken, and a living process
 * of this user.
 */
async function readNote(folder: string, session: SessionId): Promise<Holder | null> {
  const rules = { noLink: true, own: true, mostBytes: NOTE_LIMIT_BYTES };
  const bytes = await readPlainFile(holderFile(folder, session), rules).catch(() => null);
  const written = bytes === null ? null : parseHolder(bytes.toString('utf8'));
  if (written === null || !(await livesHere(written.pid))) return null;
  const { lock, ...holder } = written;
  return lock === describeLock(lockFile(folder, session)) ? holder : null;
}

async function prepareSessionLock(folder: string, session: SessionId): Promise<Result<void>> {
  const locks = prepareWay(folder, join(folder, 'locks'));
  return locks.ok ? prepareLock(lockFile(folder, session)) : locks;
}

async function retryBusy<Value>(attempt: () => Result<Value>): Promise<Result<Value>> {
  let result = attempt();
  for (let tries = 1; tries < TRIES && !result.ok && result.error.code === 'busy'; tries += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, PAUSE_MILLISECONDS);
    await promise;
    result = attempt();
  }
  return result;
}

async function describeHolder(folder: string, session: SessionId): Promise<ReturnType<typeof rookError>> {
  const holder = await readNote(folder, session);
  const who =
    holder === null
      ? 'by another process'
      : `by ${holder.surface} (process ${holder.pid}, since ${holder.started})`;
  return rookError('session_in_use', `Session ${session} is in use ${who}; try again when it is done there.`);
}
