import { lstatSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { fail, succeed } from '@rook/contract';

import { busyLock, lockRefusal, type TakeLock } from './file-lock.ts';

interface Kept {
  readonly database: DatabaseSync;
  /** Read once, because it is taken again and again. */
  readonly begin: StatementSync;
  readonly end: StatementSync;
  readonly file: string;
}

/** For a lock that is taken again and again: its file stays open for as long as it is the one that lies there. */
export function createKeptLock(): TakeLock {
  let kept: Kept | null = null;
  let isTaken = false;
  const open = (path: string): Kept => {
    const file = fileAt(path);
    if (kept?.file === file) return kept;
    kept?.database.close();
    kept = null;
    const database = new DatabaseSync(path, { timeout: 0 });
    // Nothing is ever written to it, so there is nothing to keep a journal of.
    database.exec('PRAGMA journal_mode = MEMORY');
    kept = { database, begin: database.prepare('BEGIN EXCLUSIVE'), end: database.prepare('ROLLBACK'), file };
    return kept;
  };
  return (path) => {
    if (isTaken) return fail(busyLock(path));
    try {
      const { begin, end, file } = open(path);
      begin.run();
      // Somebody has put another file there since, and others take that one.
      if (fileAt(path) !== file) {
        end.run();
        return fail(busyLock(path));
      }
      isTaken = true;
      return succeed(() => {
        isTaken = false;
        end.run();
      });
    } catch (error) {
      return fail(lockRefusal(path, error));
    }
  };
}

function fileAt(path: string): string {
  const { dev, ino } = lstatSync(path, { bigint: true });
  return `${dev} ${ino}`;
}
