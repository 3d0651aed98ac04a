import { join } from 'node:path';

import { succeed } from '@rook/contract';
import type { OwnFile } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { readOwn } from './local-own-file.ts';
import { ensureOwnFolder, inspectWay, prepareWorkspaceFolder } from './own-folder.ts';
import { updateFile } from './update-file.ts';

/** A team may share a checkout; what everybody can change steers nothing. */
const CHANGED_BY_ALL = 0o002;
/** Whoever reads it says what is too much, in words that fit; this only keeps the memory. */
const MOST_BYTES = 512_000_000;
/** Many may write at once, and each of them only for a moment. */
const WAIT_MILLISECONDS = 60_000;

/**
 * A file about governance, which lies in the workspace beside the user's own. Its folder is made with the first content;
 * one that is a link or belongs to somebody else is refused. The lock lies in Rook's folder, where git does not see it.
 */
export function createGovernanceFile({
  folder,
  name,
  workspaceFolder,
}: {
  readonly folder: string;
  readonly name: string;
  /** Rook's own folder in the workspace. */
  readonly workspaceFolder: string;
}): OwnFile {
  const path = join(folder, name);
  const read: OwnFile['read'] = async () => {
    const safe = inspectWay(folder, folder);
    return safe.ok ? readOwn(path, CHANGED_BY_ALL, MOST_BYTES) : safe;
  };
  return {
    path,
    read,
    update: async (change) => {
      const safe = inspectWay(folder, folder);
      if (!safe.ok) return safe;
      const prepared = await prepareWorkspaceFolder(workspaceFolder);
      if (!prepared.ok) return prepared;
      const locks = join(workspaceFolder, 'locks');
      const made = ensureOwnFolder(locks);
      if (!made.ok) return made;
      const place = async () => {
        const ready = ensureOwnFolder(folder);
        return ready.ok ? succeed(path) : ready;
      };
      const work = async () => updateFile({ read, change, place });
      return withFileLock(join(locks, `${name}.sqlite`), work, { milliseconds: WAIT_MILLISECONDS });
    },
  };
}
