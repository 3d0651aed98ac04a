import { closeSync, lstatSync, openSync, type Stats } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';

import { isOwn } from './plain-file.ts';
import { systemReason } from './system-reason.ts';

const WAIT_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 15;

interface LockWait {
  readonly milliseconds?: number;
  readonly signal?: AbortSignal | undefined;
  /** How it is taken; left out: its file is opened for it and closed with it. */
  readonly take?: TakeLock;
}

/** Takes a lock or says `busy` at once; answers with what frees it. */
export type TakeLock = (path: string) => Result<() => void>;

/**
 * Holds the lock of `path` while `work` runs. It is an open transaction on a database file, so the system
 * frees it when the process dies, however it dies. Waits for others: ten seconds, unless told otherwise, and no longer
 * than until the signal.
 */
export async function withFileLock<Value>(
  path: string,
  work: () => Promise<Result<Value>>,
  wait: LockWait = {},
): Promise<Result<Value>> {
  const safe = await prepareLock(path);
  if (!safe.ok) return safe;
  const lock = await takeLock(path, wait);
  if (!lock.ok) return lock;
  try {
    return await work();
  } finally {
    lock.value();
  }
}

const takeOnce: TakeLock = (path) => {
  const taken = tryLock(path);
  return taken.ok ? succeed(() => taken.value.close()) : taken;
};

/**
 * Makes the file, for its owner alone, and refuses what somebody may have put there: a link would be
 * followed, and a database or its leftovers would be read. A lock is an empty file and nothing else.
 */
export async function prepareLock(path: string): Promise<Result<void>> {
  try {
    // An existing file is only looked at: closing a second handle of it would free the lock that this process
    // may hold, because the system frees all locks of a process on a file together.
    if (await isLock(path)) return succeed(undefined);
    if (lookAt(path) === undefined) makeLock(path);
    if (await isLock(path)) return succeed(undefined);
    return fail(
      rookError('unsafe_folder', `${path} is no lock of Rook's; remove it and what lies beside it.`),
    );
  } catch (error) {
    return fail(rookError('not_writable', `The lock ${path} cannot be taken: ${systemReason(error)}.`));
  }
}

/**
 * Opened and closed without a pause, so that nothing in this process can have taken the lock in between:
 * closing would free it. A plain name from the start, because a second one would make it a hard link.
 */
function makeLock(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (systemReason(error) !== 'it exists already') throw error;
  }
}

/** Whether an empty file of our own lies there, with no second name and nothing that SQLite would read beside it. */
export async function isLock(path: string): Promise<boolean> {
  const [found, ...leftovers] = ['', '-journal', '-wal'].map((end) => lookAt(path + end));
  if (found === undefined || leftovers.some((leftover) => leftover !== undefined)) return false;
  return found.isFile() && found.size === 0 && found.nlink === 1 && isOwn(found);
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

async function takeLock(
  path: string,
  { milliseconds = WAIT_MILLISECONDS, signal, take = takeOnce }: LockWait,
): Promise<Result<() => void>> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const taken = take(path);
    const isOver = performance.now() > deadline || signal?.aborted === true;
    if (taken.ok || taken.error.code !== 'busy' || isOver) return taken;
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, RETRY_MILLISECONDS * (0.5 + Math.random()));
    await promise;
  }
}

/** Takes the lock or says `busy` at once. Does not wait inside SQLite: that would stop every other thing this process does. */
export function tryLock(path: string): Result<DatabaseSync> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // Nothing is ever written to it, so there is nothing to keep a journal of.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return succeed(database);
  } catch (error) {
    database?.close();
    return fail(lockRefusal(path, error));
  }
}

/**
 * Looks whether the lock could be taken, or says `busy`. Reads only, so nothing is made or mended there, and
 * two that look do not disturb each other.
 */
export function lookAtLock(path: string): Result<void> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return succeed(undefined);
  } catch (error) {
    return fail(lockRefusal(path, error));
  } finally {
    database?.close();
  }
}

export function lockRefusal(path: string, error: unknown): RookError {
  const reason = error instanceof Error ? error.message : String(error);
  if (reason.includes('locked')) return busyLock(path);
  return rookError('not_writable', `The lock ${path} cannot be taken: ${reason}.`);
}

export function busyLock(path: string): RookError {
  return rookError('busy', `Another process holds ${path}; try again when it is done.`);
}
