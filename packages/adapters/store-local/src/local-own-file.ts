import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { OwnFile } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { ensureOwnFolder } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { systemReason } from './system-reason.ts';
import { updateFile } from './update-file.ts';

const MOST_BYTES = 1_000_000;
const USED_BY_OTHERS = 0o077;
const CHANGED_BY_OTHERS = 0o022;

/** A file in the user's own folder; the lock lies beside the others in `locks`. */
export function createLocalOwnFile({
  folder,
  name,
  isOpen = false,
}: {
  readonly folder: string;
  readonly name: string;
  /** It holds no secret: others may read it, as they may what an editor wrote, and change it they may not. */
  readonly isOpen?: boolean;
}): OwnFile {
  const path = join(folder, name);
  const forbidden = isOpen ? CHANGED_BY_OTHERS : USED_BY_OTHERS;
  const read = async () => readOwn(path, forbidden);
  return {
    path,
    read,
    update: async (change) => {
      const locks = ensureOwnFolder(join(folder, 'locks'));
      if (!locks.ok) return locks;
      return withFileLock(join(folder, 'locks', `${name}.sqlite`), async () =>
        updateFile({ read, change, place: async () => succeed(path) }),
      );
    },
  };
}

/** What is there; null where nothing is. `forbidden` are the permissions that others must not have. */
export async function readOwn(
  path: string,
  forbidden: number,
  mostBytes = MOST_BYTES,
): Promise<Result<Uint8Array | null>> {
  try {
    const mode = await wideMode(path, forbidden);
    if (mode !== null) {
      const [can, then] =
        forbidden === USED_BY_OTHERS
          ? ['read or changed', 'renew the keys in it']
          : ['changed', 'look through it'];
      const sentence = `${path} can be ${can} by other users (mode ${mode.toString(8)}), so nothing is taken from it; \`chmod 600\` it, and ${then} if somebody else may have been there.`;
      return fail(rookError('not_readable', sentence));
    }
    return succeed(await readPlainFile(path, { noLink: true, own: true, mostBytes }));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === 'no such file or folder') return succeed(null);
    return fail(rookError('not_readable', `${path} cannot be read: ${reason}.`));
  }
}

/** The mode of a file with which others may do what is forbidden; null where they may not, or where the system knows no modes. */
async function wideMode(path: string, forbidden: number): Promise<number | null> {
  if (process.platform === 'win32') return null;
  const found = await lstat(path);
  const mode = found.mode & 0o777;
  return found.isFile() && (mode & forbidden) !== 0 ? mode : null;
}
