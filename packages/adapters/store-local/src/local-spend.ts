import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { lstat, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type { Spend } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { ensureOwnFolder, prepareWay } from './own-folder.ts';
import { isOwn } from './plain-file.ts';
import { systemReason } from './system-reason.ts';

const FORM = 1;
const SCHEMA = `
  CREATE TABLE spend (
    id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    reserved INTEGER CHECK (reserved >= 0),
    settled INTEGER CHECK (settled >= 0),
    is_settled INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX spend_by_day ON spend (day);
  PRAGMA user_version = ${FORM};
`;

/**
 * The day's purse: `spend.sqlite` in the user's own folder. Each reservation is one transaction, so processes
 * cannot spend the same money. A file that cannot be read refuses; it is never made anew over an old one.
 */
export function createLocalSpend(home: string): Spend {
  const path = join(home, 'spend.sqlite');
  let isChecked = false;

  const transact = async <Value>(work: (rows: DatabaseSync) => Result<Value>): Promise<Result<Value>> => {
    const ready = await prepare(home, path);
    if (!ready.ok) return ready;
    const done = await waitForTurn(path, (rows) => {
      const whole = isChecked ? null : findDamage(rows, path);
      if (whole !== null) return fail(whole);
      isChecked = true;
      return work(rows);
    });
    if (!done.ok) isChecked = false;
    return done;
  };

  return {
    reserve: ({ id, day, amount, limit }) =>
      transact((rows) => {
        if (!isAmount(amount)) return fail(noAmount(amount));
        if (rows.prepare('SELECT 1 FROM spend WHERE id = ?').get(id) !== undefined) {
          return fail(rookError('invalid_value', `The reservation ${id} was made before.`));
        }
        const used = sumOf(rows, day);
        const fits = limit === null || amount === null || amount === 0 || used + amount <= limit;
        if (fits) rows.prepare('INSERT INTO spend (id, day, reserved) VALUES (?, ?, ?)').run(id, day, amount);
        return succeed({ fits, used });
      }),
    settle: (id, amount) =>
      transact((rows) => {
        if (!isAmount(amount)) return fail(noAmount(amount));
        const settled = rows
          .prepare('UPDATE spend SET settled = ?, is_settled = 1 WHERE id = ?')
          .run(amount, id);
        return settled.changes > 0
          ? succeed(undefined)
          : fail(rookError('invalid_value', `There is no reservation ${id}.`));
      }),
    used: (day) => transact((rows) => succeed(sumOf(rows, day))),
  };
}

/** SQLite would keep what is no number as null, which counts in no sum. */
function isAmount(amount: number | null): boolean {
  return amount === null || (Number.isSafeInteger(amount) && amount >= 0);
}

function noAmount(amount: number | null): RookError {
  return rookError('invalid_value', `${amount} is no amount of money.`);
}

/** More than any limit; sums up to here are exact. */
const MOST_USED = 9e15;

function sumOf(rows: DatabaseSync, day: string): number {
  // Not `sum`, which fails where it overflows: a day that cost too much is over every limit, and not damaged.
  const row = rows
    .prepare(
      `SELECT min(total(iif(is_settled = 1, settled, reserved)), ${MOST_USED}) AS used FROM spend WHERE day = ?`,
    )
    .get(day);
  const used = row?.['used'];
  if (typeof used !== 'number') throw new Error('the sum is no number');
  return used;
}

/** Makes the file where there is none; refuses what somebody may have put there, and what is empty. */
async function prepare(home: string, path: string): Promise<Result<void>> {
  const made = ensureOwnFolder(home);
  if (!made.ok) return made;
  const state = await inspect(path);
  if (!state.ok || state.value === 'there') return state.ok ? succeed(undefined) : state;
  const locks = join(home, 'locks');
  const ready = prepareWay(locks, locks);
  if (!ready.ok) return ready;
  return withFileLock(join(locks, 'spend.sqlite'), async () => {
    const again = await inspect(path);
    if (!again.ok || again.value === 'there') return again.ok ? succeed(undefined) : again;
    return create(path);
  });
}

function unsafe(path: string): Result<never> {
  return fail(rookError('unsafe_folder', `${path} is no file of Rook's own; look at it and remove it.`));
}

async function inspect(path: string): Promise<Result<'there' | 'missing'>> {
  for (const beside of [`${path}-journal`, `${path}-wal`, `${path}-shm`]) {
    const found = await lstat(beside).catch(() => null);
    // The first is what a process that died left; SQLite takes its half-made change back.
    const isLeft =
      found?.isFile() === true && found.nlink === 1 && isOwn(found) && beside.endsWith('-journal');
    if (found !== null && !isLeft) return unsafe(beside);
  }
  const found = await lstat(path).catch((error: unknown) => systemReason(error));
  if (typeof found === 'string') {
    if (found === 'no such file or folder') return succeed('missing');
    return fail(rookError('not_readable', `The day's purse ${path} cannot be looked at: ${found}.`));
  }
  if (!found.isFile() || found.nlink !== 1 || !isOwn(found)) return unsafe(path);
  return found.size === 0 ? fail(damaged(path, 'it is empty')) : succeed('there');
}

/** Made under another name and moved into place whole, so that nobody ever sees a half of it. */
async function create(path: string): Promise<Result<void>> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const rows = new DatabaseSync(draft);
    try {
      rows.exec(SCHEMA);
    } finally {
      rows.close();
    }
    await rename(draft, path);
    return succeed(undefined);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    return fail(rookError('not_writable', `The day's purse ${path} cannot be made: ${systemReason(error)}.`));
  }
}

const WAIT_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 10;

/** Tries again while others have it. Does not wait inside SQLite: that would stop all else this process does. */
async function waitForTurn<Value>(
  path: string,
  work: (rows: DatabaseSync) => Result<Value>,
): Promise<Result<Value>> {
  const deadline = performance.now() + WAIT_MILLISECONDS;
  for (;;) {
    const done = runOnce(path, work);
    if (done.ok || done.error.code !== 'busy' || performance.now() > deadline) return done;
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, RETRY_MILLISECONDS * (0.5 + Math.random()));
    await promise;
  }
}

function runOnce<Value>(path: string, work: (rows: DatabaseSync) => Result<Value>): Result<Value> {
  let rows: DatabaseSync | undefined;
  try {
    rows = new DatabaseSync(path, { timeout: 0 });
    rows.exec('PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; BEGIN IMMEDIATE');
    const done = work(rows);
    rows.exec(done.ok ? 'COMMIT' : 'ROLLBACK');
    return done;
  } catch (error) {
    return fail(explain(path, error));
  } finally {
    // What was not committed is taken back.
    rows?.close();
  }
}

function findDamage(rows: DatabaseSync, path: string): RookError | null {
  const form = rows.prepare('PRAGMA user_version').get()?.['user_version'];
  if (typeof form === 'number' && form > FORM) {
    return rookError(
      'spend_damaged',
      `The day's purse ${path} was made by a newer version; update this one.`,
    );
  }
  if (form !== FORM) return damaged(path, 'it is no purse');
  const verdict = rows.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  return verdict === 'ok' ? null : damaged(path, String(verdict).replaceAll(/\s+/g, ' '));
}

function damaged(path: string, reason: string): RookError {
  return rookError(
    'spend_damaged',
    `The day's purse ${path} is damaged (${reason}), so what was spent today is not known. Move it away with \`mv '${path}' '${path}.damaged'\` to begin anew; the day's limit then forgets what was spent before, and the journals of the sessions still say it.`,
  );
}

const BUSY: ReadonlySet<number> = new Set([5, 6]);
/** The system said no: full, read-only, not to be opened, an error of the disk, no rights. */
const SYSTEM: ReadonlySet<number> = new Set([3, 8, 10, 13, 14, 23]);

/** By the number that SQLite gives its failures; whatever is neither busy nor the system's is damage. */
function explain(path: string, error: unknown): RookError {
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : -1;
  const reason = error instanceof Error ? error.message : String(error);
  if (BUSY.has(number))
    return rookError('busy', `Other processes hold ${path}; try again when they are done.`);
  if (SYSTEM.has(number))
    return rookError('not_writable', `The day's purse ${path} cannot be written: ${reason}.`);
  return damaged(path, reason);
}
