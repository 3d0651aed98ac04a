import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, succeed, type Result } from '@rook/contract';

import { withFileLock } from './file-lock.ts';
import { prepareWay } from './own-folder.ts';
import {
  deleteIndex,
  indexFailure,
  indexPath,
  openIndex,
  troubleOf,
  whenFree,
  type OpenIndex,
} from './search-database.ts';

/** An index that is opened when it is needed, and made anew when it is damaged. */
export interface MendedIndex {
  /** Does the work; when the index turns out to be damaged, once more with an empty one. */
  use<Value>(work: (index: OpenIndex, rebuilt: boolean) => Promise<Result<Value>>): Promise<Result<Value>>;
  /** Takes the index away; the next use makes an empty one. */
  throwAway(): Promise<Result<void>>;
  close(): void;
}

export function createMendedIndex(folder: string): MendedIndex {
  let opened: OpenIndex | undefined;

  function close(): void {
    const closing = opened;
    opened = undefined;
    try {
      closing?.database.close();
    } catch {
      // It is damaged, and let go all the same.
    }
  }

  /** The open index; opened anew when its file was taken away. */
  async function current(): Promise<Result<OpenIndex>> {
    if (opened !== undefined) {
      const there = await lstat(opened.path).catch(() => null);
      if (there?.ino === opened.inode) return succeed(opened);
      close();
    }
    const made = await whenFree(async () => openIndex(folder));
    if (made.ok) opened = made.value;
    return made;
  }

  /** One process at a time, so that none takes away what another has just made. */
  async function throwAway(): Promise<Result<void>> {
    close();
    const ready = await prepareWay(folder, join(folder, 'locks'));
    if (!ready.ok) return ready;
    return withFileLock(join(folder, 'locks', 'index.sqlite'), async () => deleteIndex(folder));
  }

  return {
    throwAway,
    close,
    use: async (work) => {
      for (let rebuilt = false; ; rebuilt = true) {
        try {
          const index = await current();
          return index.ok ? await work(index.value, rebuilt) : index;
        } catch (error) {
          close();
          const trouble = troubleOf(error);
          if (trouble === undefined) throw error;
          if (rebuilt || trouble !== 'damaged') return fail(indexFailure(indexPath(folder), error));
        }
        const deleted = await throwAway();
        if (!deleted.ok) return deleted;
      }
    },
  };
}
