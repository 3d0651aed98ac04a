import { existsSync, lutimesSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

import { contentHashSchema, fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, type Blobs } from '@rook/engine';

import { listBlobs } from './blob-names.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { blobOfFile, listNames, recoverBlob } from './recover-blob.ts';
import { removeBlob } from './remove-blob.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';
import { syncFolder, waitBesides } from './wait-for-disk.ts';

/** What is larger is packed and unpacked on another thread. */
const SMALL_BYTES = 64 * 1024;

/** Ends no hash. */
const NO_BLOB = ' ';

const compressElsewhere = promisify(zstdCompress);
const decompressElsewhere = promisify(zstdDecompress);

/** Bytes under their SHA-256, compressed, each in a file of its own that is complete before it has its name. */
export function createLocalBlobs(folder: string): Blobs {
  const fileOf = (hash: ContentHash) => {
    const digits = hash.slice('sha256:'.length);
    return {
      folder: join(folder, digits.slice(0, 2)),
      path: join(folder, digits.slice(0, 2), `${digits}.zst`),
    };
  };

  const get = async (hash: ContentHash): Promise<Result<Uint8Array | null>> => {
    const file = fileOf(hash);
    const safe = inspectWay(dirname(folder), file.folder);
    if (!safe.ok) return safe;
    try {
      const bytes = await decompress(await readKept(file.path));
      if (contentHash(bytes) === hash) return succeed(bytes);
      return fail(rookError('not_readable', `The kept bytes ${file.path} are damaged.`));
    } catch (error) {
      const reason = systemReason(error);
      if (reason === 'no such file or folder') return succeed(null);
      return fail(rookError('not_readable', `The kept bytes ${file.path} cannot be read: ${reason}.`));
    }
  };
  const isKept = async (hash: ContentHash): Promise<boolean> => {
    const kept = await get(hash);
    return kept.ok && kept.value !== null;
  };

  return {
    get,
    list: async () => {
      const safe = inspectWay(dirname(folder), folder);
      if (!safe.ok) return safe;
      const hashes = [...(await listBlobs(folder))].map((digits) =>
        contentHashSchema.parse(`sha256:${digits}`),
      );
      const found = await Promise.all(hashes.map(async (hash) => lstat(fileOf(hash).path).catch(() => null)));
      return succeed(hashes.map((hash, index) => ({ hash, bytes: found[index]?.size ?? 0 })));
    },
    remove: async (hashes, untouchedSince) => {
      const gone: ContentHash[] = [];
      for (const hash of hashes) {
        const file = fileOf(hash);
        const safe = inspectWay(dirname(folder), file.folder);
        if (!safe.ok) return safe;
        try {
          if (await removeBlob(file.path, untouchedSince.getTime())) gone.push(hash);
        } catch (error) {
          return fail(
            rookError('not_writable', `${file.path} could not be removed: ${systemReason(error)}.`),
          );
        }
      }
      return succeed(gone);
    },
    put: async (bytes) => {
      const hash = contentHash(bytes);
      const file = fileOf(hash);
      const isNew = !existsSync(file.folder);
      const made = prepareWay(dirname(folder), file.folder);
      if (!made.ok) return made;
      const names = listNames(file.folder);
      if (names.some((name) => hash.endsWith(blobOfFile(name) ?? NO_BLOB))) {
        // A purge leaves what was touched since it began, so this is said before anybody relies on it.
        touch(file.path);
        // What is damaged there is written anew: these are the bytes that it should have been.
        if (await isKept(hash)) return succeed(hash);
      }
      const written = await replaceFile(
        file.path,
        bytes.length <= SMALL_BYTES ? zstdCompressSync(bytes) : await compressElsewhere(bytes),
        { names, wait: waitBesides },
      );
      // A folder that was made lasts when the one above it is on the disk; the outermost one is made with the first blob.
      if (written.ok && isNew) for (const above of [folder, dirname(folder)]) await syncFolder(above);
      return written.ok || (await isKept(hash)) ? succeed(hash) : written;
    },
  };
}

async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  // A few packed bytes may become very many.
  if (bytes.length > SMALL_BYTES) return decompressElsewhere(bytes);
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: SMALL_BYTES });
  } catch {
    return decompressElsewhere(bytes);
  }
}

function touch(path: string): void {
  try {
    const now = new Date();
    lutimesSync(path, now, now);
  } catch {
    // There is none yet.
  }
}

async function readKept(path: string): Promise<Buffer> {
  return readPlainFile(path, { noLink: true }).catch(async () => {
    await recoverBlob(path);
    return readPlainFile(path, { noLink: true });
  });
}
