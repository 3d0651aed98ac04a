import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

import { contentHashSchema, fail, rookError, succeed, type ContentHash } from '@rook/contract';
import type { Blobs } from '@rook/engine';

import { ensureOwnFolder } from './own-folder.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Bytes under their SHA-256, compressed, each in a file of its own that is complete before it has its name. */
export function createLocalBlobs(folder: string): Blobs {
  const fileOf = (hash: ContentHash) => {
    const digits = hash.slice('sha256:'.length);
    return {
      folder: join(folder, digits.slice(0, 2)),
      path: join(folder, digits.slice(0, 2), `${digits}.zst`),
    };
  };

  return {
    put: async (bytes) => {
      const hash = hashOf(bytes);
      const file = fileOf(hash);
      const made = await ensureOwnFolder(file.folder);
      if (!made.ok) return made;
      const existing = await lstat(file.path).catch(() => null);
      if (existing?.isFile() === true && existing.size > 0) return succeed(hash);
      const written = await replaceFile(file.path, await compress(bytes));
      return written.ok ? succeed(hash) : written;
    },
    get: async (hash) => {
      const { path } = fileOf(hash);
      try {
        const bytes = await decompress(await readFile(path));
        if (hashOf(bytes) === hash) return succeed(bytes);
        return fail(rookError('not_readable', `The kept bytes ${path} are damaged.`));
      } catch (error) {
        const reason = systemReason(error);
        if (reason === 'no such file or folder') return succeed(null);
        return fail(rookError('not_readable', `The kept bytes ${path} cannot be read: ${reason}.`));
      }
    },
  };
}

function hashOf(bytes: Uint8Array): ContentHash {
  return contentHashSchema.parse(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
}
