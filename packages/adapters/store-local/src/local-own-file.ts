import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { OwnFile } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { ensureOwnFolder } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';

const MOST_BYTES = 1_000_000;

/** A file in the user's own folder; the lock lies beside the others in `locks`. */
export function createLocalOwnFile({
  folder,
  name,
}: {
  readonly folder: string;
  readonly name: string;
}): OwnFile {
  const path = join(folder, name);
  return {
    path,
    read: async () => readOwn(path),
    update: async (change) => {
      const locks = await ensureOwnFolder(join(folder, 'locks'));
      if (!locks.ok) return locks;
      return withFileLock(join(folder, 'locks', `${name}.sqlite`), async () => {
        const before = await readOwn(path);
        const changed = before.ok ? await change(before.value) : before;
        if (!changed.ok) return changed;
        return changed.value === null ? succeed(undefined) : replaceFile(path, changed.value);
      });
    },
  };
}

async function readOwn(path: string): Promise<Result<Uint8Array | null>> {
  try {
    const mode = await wideMode(path);
    if (mode !== null) {
      const sentence = `${path} can be read or changed by other users (mode ${mode.toString(8)}), so nothing is taken from it; \`chmod 600\` it, and renew the keys in it if somebody else may have been there.`;
      return fail(rookError('not_readable', sentence));
    }
    return succeed(await readPlainFile(path, { noLink: true, own: true, mostBytes: MOST_BYTES }));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === 'no such file or folder') return succeed(null);
    return fail(rookError('not_readable', `${path} cannot be read: ${reason}.`));
  }
}

/** The mode of a file that others may read or write; null where nobody may, or where the system knows no modes. */
async function wideMode(path: string): Promise<number | null> {
  if (process.platform === 'win32') return null;
  const found = await lstat(path);
  const mode = found.mode & 0o777;
  return found.isFile() && (mode & 0o077) !== 0 ? mode : null;
}
