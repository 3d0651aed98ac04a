import { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result } from '@rook/contract';

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
  const lock = await takeLock(path);
  if (!lock.ok) return lock;
  try {
    return await work();
  } finally {
    lock.value.close();
  }
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

/** Does not wait inside SQLite: that would stop every other thing this process does. */
function tryLock(path: string): Result<DatabaseSync> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return succeed(database);
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    return reason.includes('locked')
      ? fail(rookError('busy', `Another process holds ${path}; try again when it is done.`))
      : fail(rookError('not_writable', `The lock ${path} cannot be taken: ${reason}.`));
  }
}
