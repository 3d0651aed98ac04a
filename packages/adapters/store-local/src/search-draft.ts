import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { IndexWatch, Store } from '@rook/engine';

import {
  BESIDE,
  deleteDatabase,
  indexFailure,
  indexPath,
  makeFile,
  openDatabase,
  troubleOf,
} from './search-database.ts';
import { updateIndex } from './search-update.ts';
import { systemReason } from './system-reason.ts';
import { syncFolder } from './wait-for-disk.ts';

/** Where an index is made anew while the old one is in use. */
export function draftPath(folder: string): string {
  return `${indexPath(folder)}.draft`;
}

/**
 * Makes an index of all journals, instead of a draft that a killed process left, and forces it to disk. Whoever calls
 * it is the only one who does. Answers with the bytes that were read.
 *
 * A cancelled draft is a good one that ends early; of all others nothing is left.
 */
export async function writeDraft(folder: string, store: Store, watch: IndexWatch): Promise<Result<number>> {
  const path = draftPath(folder);
  const deleted = await deleteDatabase(path);
  const made = deleted.ok ? makeFile(path) : deleted;
  if (!made.ok) return made;
  const read = await fillDraft(path, store, watch);
  if (!read.ok && read.error.code !== 'cancelled') {
    await deleteDatabase(path);
    return read;
  }
  const synced = await syncDraft(path);
  return synced.ok ? read : synced;
}

async function fillDraft(path: string, store: Store, watch: IndexWatch): Promise<Result<number>> {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path, 'draft');
    return await updateIndex(database, store, { watch, batchBytes: Infinity });
  } catch (error) {
    if (troubleOf(error) === undefined) throw error;
    return fail(indexFailure(path, error));
  } finally {
    database?.close();
  }
}

/** One that was deleted meanwhile has nothing to be forced to disk. */
async function syncDraft(path: string): Promise<Result<void>> {
  try {
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    return succeed(undefined);
  } catch (error) {
    const reason = systemReason(error);
    return reason === 'no such file or folder'
      ? succeed(undefined)
      : fail(rookError('not_writable', `The index ${path} cannot be written: ${reason}.`));
  }
}

/**
 * Puts the draft into the place of the index, under its lock. False when somebody deleted the draft, which a purge
 * does. A process that has the old index open goes on with that.
 */
export async function placeDraft(folder: string): Promise<Result<boolean>> {
  const [path, draft] = [indexPath(folder), draftPath(folder)];
  try {
    if ((await lstat(draft).catch(() => null)) === null) return succeed(false);
    // First, so that the new index is never found beside what belongs to the old one.
    for (const ending of BESIDE) await rm(path + ending, { force: true });
    await rename(draft, path);
    await syncFolder(dirname(path));
    return succeed(true);
  } catch (error) {
    return fail(rookError('not_writable', `The index ${path} cannot be replaced: ${systemReason(error)}.`));
  }
}
