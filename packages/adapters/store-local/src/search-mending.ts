import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { fail, succeed, type Result } from '@rook/contract';

import { prepareWay } from './own-folder.ts';
import {
  deleteDatabase,
  indexFailure,
  indexPath,
  openIndex,
  troubleOf,
  whenFree,
  withIndexLock,
  type OpenIndex,
} from './search-database.ts';
import { placeDraft } from './search-draft.ts';

/** An index that is opened when it is needed, and made anew when it is damaged. */
export interface MendedIndex {
  /** Does the work; when the index turns out to be damaged, once more with an empty one. */
  use<Value>(work: (database: DatabaseSync) => Promise<Result<Value>>): Promise<Result<Value>>;
  /** Whether what was used last is still what lies there. */
  isCurrent(): Promise<boolean>;
  /** Puts the draft into the place of the index; false when there is none. */
  replace(): Promise<Result<boolean>>;
  close(): Promise<void>;
}

export function createMendedIndex(folder: string): MendedIndex {
  const path = indexPath(folder);
  let opened: OpenIndex | undefined;

  /** Under the lock: SQLite deletes by name what it keeps beside a database that is closed. */
  function letGo(): void {
    const closing = opened;
    opened = undefined;
    try {
      closing?.database.close();
    } catch {
      // It is damaged, and let go all the same.
    }
  }

  /** Makes nothing: where the lock is gone, so is the index. */
  async function close(): Promise<void> {
    if (opened === undefined) return;
    const closed = await withIndexLock(folder, async () => succeed(letGo()));
    if (!closed.ok) letGo();
  }

  /** The open index; opened anew when its file was taken away or replaced. */
  async function current(): Promise<Result<OpenIndex>> {
    if (opened !== undefined) {
      if ((await inodeAt(path)) === opened.inode) return succeed(opened);
      await close();
    }
    const ready = prepareWay(folder, join(folder, 'locks'));
    if (!ready.ok) return ready;
    const made = await whenFree(async () => withIndexLock(folder, async () => openIndex(folder)));
    if (made.ok) opened = made.value;
    return made;
  }

  /** Deletes a damaged index, and never the one that another process has put there since. */
  async function throwAway(damaged: number | undefined): Promise<Result<void>> {
    return withIndexLock(folder, async () => {
      const isStillThere = damaged !== undefined && (await inodeAt(path)) === damaged;
      const deleted = isStillThere ? await deleteDatabase(path) : succeed(undefined);
      letGo();
      return deleted;
    });
  }

  return {
    close,
    isCurrent: async () => opened === undefined || (await inodeAt(path)) === opened.inode,
    use: async (work) => {
      for (let mended = false; ; mended = true) {
        // Known before it is opened, because a damaged one may never be.
        const before = await inodeAt(path);
        try {
          const index = await current();
          return index.ok ? await work(index.value.database) : index;
        } catch (error) {
          const trouble = troubleOf(error);
          if (trouble === undefined || mended || trouble !== 'damaged') {
            await close();
            if (trouble === undefined) throw error;
            return fail(indexFailure(path, error));
          }
        }
        const deleted = await throwAway(opened?.inode ?? before);
        if (!deleted.ok) return deleted;
      }
    },
    replace: async () => {
      try {
        // What is in the file is then whole without what lies beside it, should this process be killed on the way.
        opened?.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // Somebody reads in it just now, or it is damaged.
      }
      await close();
      return withIndexLock(folder, async () => placeDraft(folder));
    },
  };
}

async function inodeAt(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => null))?.ino;
}
