import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { link, lstat, open, unlink } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';

const WAIT_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 15;

/**
 * Holds the lock of `path` while `work` runs. It is an open transaction on a database file, so the system
 * frees it when the process dies, however it dies. Waits up to ten seconds for others.
 */
export async function withFileLock<Value>(
  path: string,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const safe = await prepareLock(path);
  if (!safe.ok) return safe;
  const lock = await takeLock(path);
  if (!lock.ok) return lock;
  try {
    return await work();
  } finally {
    lock.value.close();
  }
}

/**
 * Makes the file, for its owner alone, and refuses what somebody may have put there: a link would be
 * followed, and a database or its leftovers would be read. A lock is an empty file and nothing else.
 */
export async function prepareLock(path: string): Promise<Result<void>> {
  try {
    // An existing file is only looked at: closing a second handle of it would free the lock that this process
    // may hold, because the system frees all locks of a process on a file together.
    const found = (await lstat(path).catch(() => null)) ?? (await makeLock(path));
    const leftovers = await Promise.all(
      ['-journal', '-wal'].map(async (end) => lstat(path + end).catch(() => null)),
    );
    if (found.isFile() && found.size === 0 && leftovers.every((leftover) => leftover === null)) {
      return succeed(undefined);
    }
    return fail(
      rookError('unsafe_folder', `${path} is no lock of Rook's; remove it and what lies beside it.`),
    );
  } catch (error) {
    return fail(rookError('not_writable', `The lock ${path} cannot be taken: ${systemReason(error)}.`));
  }
}

/** Made under another name and linked into place, so that nobody can be holding the file that is closed here. */
async function makeLock(path: string): Promise<Stats> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  const file = await open(draft, 'wx', 0o600);
  await file.close();
  await link(draft, path).catch((error: unknown) => {
    if (systemReason(error) !== 'it exists already') throw error;
  });
  await unlink(draft);
  return lstat(path);
}

async function takeLock(path: string): Promise<Result<DatabaseSync>> {
  const deadline = performance.now() + WAIT_MILLISECONDS;
  for (;;) {
    const taken = tryLock(path);
    if (taken.ok || taken.error.code !== 'busy' || performance.now() > deadline) return taken;
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
    const reason = error instanceof Error ? error.message : String(error);
    return reason.includes('locked')
      ? fail(rookError('busy', `Another process holds ${path}; try again when it is done.`))
      : fail(rookError('not_writable', `The lock ${path} cannot be taken: ${reason}.`));
  }
}
