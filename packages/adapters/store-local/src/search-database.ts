import { closeSync, openSync, statSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';

import { withFileLock } from './file-lock.ts';
import { isOwn } from './plain-file.ts';
import { systemReason } from './system-reason.ts';

/** Changes whenever the tables do, or what is put into them; another version's index is thrown away. */
const SCHEMA_VERSION = 2;
/** "Rook" in ASCII: no other program's database is taken for an index. */
const APPLICATION_ID = 0x52_6f_6f_6b;
const PAGE_BYTES = 16_384;
const CACHE_KILOBYTES = 32_768;
/** What SQLite keeps beside a database. */
export const BESIDE = ['-wal', '-shm', '-journal'];
const ENDINGS = ['', ...BESIDE];

const TABLES = `
  CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, lines INTEGER NOT NULL,
    last_start INTEGER NOT NULL, last_hash TEXT NOT NULL, size INTEGER NOT NULL, stamp TEXT NOT NULL, checked INTEGER NOT NULL
  );
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, start INTEGER NOT NULL, time INTEGER NOT NULL
  );
  CREATE TABLE blocks (id INTEGER PRIMARY KEY, newest INTEGER NOT NULL, oldest INTEGER NOT NULL);
  CREATE TABLE counts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO counts VALUES ('next', 1), ('stale', 0), ('live', 0);
`;

/** An open index, and the file that it is. */
export interface OpenIndex {
  readonly database: DatabaseSync;
  readonly path: string;
  /** Tells whether somebody took the file away or put another into its place. */
  readonly inode: number;
}

export function indexPath(folder: string): string {
  return join(folder, 'index.sqlite');
}

/**
 * Held while the index is opened, closed, replaced or deleted. SQLite finds what lies beside a database by its name
 * alone: whoever opened an old index while another takes its place would leave its own files beside the new one.
 */
export async function withIndexLock<Value>(
  folder: string,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  return withFileLock(join(folder, 'locks', 'index.sqlite'), work);
}

/** Opens the index of a folder that is there, or makes an empty one. Under the lock. Throws what SQLite throws. */
export async function openIndex(folder: string): Promise<Result<OpenIndex>> {
  const path = indexPath(folder);
  const safe = await refuseUnsafe(path);
  if (!safe.ok) return safe;
  const made = makeFile(path);
  if (!made.ok) return made;
  const inode = statSync(path).ino;
  return succeed({ database: openDatabase(path, 'index'), path, inode });
}

/** Deletes a database with all that SQLite keeps beside it. A process that has it open goes on with its own. */
export async function deleteDatabase(path: string): Promise<Result<void>> {
  try {
    for (const ending of ENDINGS) await rm(path + ending, { force: true });
    return succeed(undefined);
  } catch (error) {
    return fail(rookError('not_writable', `The index ${path} cannot be deleted: ${systemReason(error)}.`));
  }
}

/** Refuses what somebody may have put there: a link would be followed and a second name would be written through. */
async function refuseUnsafe(path: string): Promise<Result<void>> {
  for (const ending of ENDINGS) {
    const found = await lstat(path + ending).catch(() => null);
    if (found === null || (found.isFile() && found.nlink <= 1 && isOwn(found))) continue;
    return fail(rookError('unsafe_folder', `${path}${ending} is no file of Rook's own; remove it.`));
  }
  return succeed(undefined);
}

/** An empty file, for its owner alone, unless one is there. */
export function makeFile(path: string): Result<void> {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const reason = systemReason(error);
    if (reason !== 'it exists already')
      return fail(rookError('not_writable', `The index ${path} cannot be made: ${reason}.`));
  }
  return succeed(undefined);
}

/** Thrown where SQLite finds nothing wrong, but the index is not one that we wrote. */
export class ForeignIndexError extends Error {}

/**
 * For an index that is in use: readers never wait, and a killed process loses its last transaction. For a draft:
 * nothing is forced to disk and nothing can be rolled back, because nobody uses it before it is whole.
 */
const DURABILITY = {
  index: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
  draft: 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF',
};

/** Opens a file, and makes the tables where it has none. Throws what SQLite throws. */
export function openDatabase(path: string, use: keyof typeof DURABILITY): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(`PRAGMA trusted_schema = OFF; PRAGMA page_size = ${PAGE_BYTES}; ${DURABILITY[use]};
      PRAGMA cache_size = -${CACHE_KILOBYTES}; PRAGMA temp_store = MEMORY`);
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync): void {
  if (numberOf(database, 'PRAGMA user_version') === 0 && numberOf(database, COUNT_ALL) === 0) {
    database.exec('BEGIN IMMEDIATE');
    if (numberOf(database, COUNT_ALL) === 0) {
      database.exec(
        `${TABLES} PRAGMA user_version = ${SCHEMA_VERSION}; PRAGMA application_id = ${APPLICATION_ID}`,
      );
    }
    database.exec('COMMIT');
  }
  const known =
    numberOf(database, 'PRAGMA user_version') === SCHEMA_VERSION &&
    numberOf(database, 'PRAGMA application_id') === APPLICATION_ID &&
    numberOf(database, COUNT_ACTIVE) === 0;
  if (!known) throw new ForeignIndexError('it is not an index of this version');
}

const COUNT_ALL = 'SELECT count(*) FROM sqlite_schema';
/** What would run by itself; an index has none of it. */
const COUNT_ACTIVE = "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')";

function numberOf(database: DatabaseSync, query: string): number {
  const row = database.prepare(query).get() ?? {};
  return Number(Object.values(row)[0]);
}

/** What a failure of SQLite means: somebody else works, it cannot be written, or it is damaged. */
export type Trouble = 'busy' | 'unwritable' | 'damaged';

const BUSY_CODES = new Set([5, 6]);
/** Permission, I/O, full, cannot open, read-only. */
const UNWRITABLE_CODES = new Set([3, 8, 10, 13, 14]);
/** The file was moved or deleted under us, which SQLite calls read-only. */
const MOVED_CODE = 1032;

export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof ForeignIndexError) return 'damaged';
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  if (error.errcode === MOVED_CODE) return 'damaged';
  const code = error.errcode & 0xff;
  if (BUSY_CODES.has(code)) return 'busy';
  return UNWRITABLE_CODES.has(code) ? 'unwritable' : 'damaged';
}

export function indexFailure(path: string, error: unknown): RookError {
  const reason = error instanceof Error ? error.message : String(error);
  return troubleOf(error) === 'busy'
    ? rookError('busy', `Another process works on the index ${path}; try again when it is done.`)
    : rookError('not_writable', `The index ${path} cannot be used: ${reason}.`);
}

/** So long a process waits for what another does with the index. */
export const MOST_WAIT_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 20;

/**
 * Tries again while another process works, unless the signal says that it is not worth it. Waits outside SQLite, so
 * that this process goes on meanwhile.
 */
export async function whenFree<Value>(
  work: () => Value | Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const deadline = performance.now() + MOST_WAIT_MILLISECONDS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isOver = performance.now() > deadline || signal?.aborted === true;
      if (troubleOf(error) !== 'busy' || isOver) throw error;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, RETRY_MILLISECONDS * (0.5 + Math.random()));
    await promise;
  }
}
