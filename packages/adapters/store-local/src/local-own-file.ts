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
    return succeed(await readPlainFile(path, { noLink: true, own: true, mostBytes: MOST_BYTES }));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === 'no such file or folder') return succeed(null);
    return fail(rookError('not_readable', `${path} cannot be read: ${reason}.`));
  }
}
