import { randomBytes } from 'node:crypto';
import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';

/** What a look at a folder found; `writable` was tried, not guessed from its mode. */
export type FolderReport =
  | { readonly state: 'missing' }
  | {
      readonly state: 'there';
      readonly mode: number;
      readonly ownedByOther: boolean;
      readonly writable: boolean;
    };

/** Looks at a folder of Rook's own and tries to write a file there, which is removed again. */
export async function inspectFolder(folder: string): Promise<Result<FolderReport>> {
  try {
    const found = await stat(folder);
    if (!found.isDirectory())
      return fail(rookError('unsafe_folder', `${folder} is no folder; move it away.`));
    const user = process.getuid?.();
    return succeed({
      state: 'there',
      mode: found.mode & 0o777,
      ownedByOther: user !== undefined && found.uid !== user,
      writable: await canWrite(folder),
    });
  } catch (error) {
    const reason = systemReason(error);
    if (reason === 'no such file or folder') return succeed({ state: 'missing' });
    return fail(rookError('not_readable', `${folder} cannot be looked at: ${reason}.`));
  }
}

/** Whether this runtime's SQLite can keep a full-text index; the version, or why not. */
export function inspectSqlite(): Result<string> {
  try {
    const database = new DatabaseSync(':memory:');
    try {
      database.exec('CREATE VIRTUAL TABLE probe USING fts5(text)');
      const row = database.prepare('SELECT sqlite_version() AS version').get();
      return succeed(String(row?.['version']));
    } finally {
      database.close();
    }
  } catch (error) {
    return fail(rookError('unhealthy', `SQLite with full-text search is missing: ${systemReason(error)}.`));
  }
}

async function canWrite(folder: string): Promise<boolean> {
  const probe = join(folder, `.write_test_${randomBytes(8).toString('hex')}`);
  try {
    // Never an existing name: what a workspace brought along may be a link to elsewhere.
    const file = await open(probe, 'wx', 0o600);
    await file.close();
    await unlink(probe);
    return true;
  } catch {
    return false;
  }
}
