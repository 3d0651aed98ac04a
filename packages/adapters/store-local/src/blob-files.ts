import { existsSync, lutimesSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync } from 'node:zlib';

import {
  contentHashSchema,
  fail,
  rookError,
  succeed,
  type ContentHash,
  type Result,
  type RookError,
} from '@rook/contract';
import { contentHash, type Blobs } from '@rook/engine';

import { listBlobs } from './blob-names.ts';
import { digitsOf } from './blob-pack.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { blobOfFile, listNames, recoverBlob } from './recover-blob.ts';
import { removeBlob } from './remove-blob.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';
import { SMALL_BYTES, unpackBlob } from './unpack-blob.ts';
import { syncFolder, waitBesides } from './wait-for-disk.ts';

/** Ends no hash. */
const NO_BLOB = ' ';

const compressElsewhere = promisify(zstdCompress);

interface BlobFiles extends Omit<Blobs, 'putAll'> {
  /** Whether a file of that name lies there, whatever is in it. */
  readonly has: (hash: ContentHash) => boolean;
  /** Whether the bytes lie there whole; then they are marked as kept now. */
  readonly keepAgain: (hash: ContentHash) => Promise<Result<boolean>>;
}

/** Bytes under their SHA-256, compressed, each in a file of its own that is complete before it has its name. */
export function createBlobFiles(folder: string): BlobFiles {
  const fileOf = (hash: ContentHash) => {
    const digits = digitsOf(hash);
    const inner = join(folder, digits.slice(0, 2));
    return { folder: inner, path: join(inner, `${digits}.zst`) };
  };

  const get = async (hash: ContentHash): Promise<Result<Uint8Array | null>> => {
    const file = fileOf(hash);
    const safe = inspectWay(dirname(folder), file.folder);
    if (!safe.ok) return safe;
    try {
      const bytes = await unpackBlob(await readKept(file.path));
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
    has: (hash) => existsSync(fileOf(hash).path),
    keepAgain: async (hash) => {
      const file = fileOf(hash);
      const safe = inspectWay(dirname(folder), file.folder);
      if (!safe.ok) return safe;
      // A purge leaves what was touched since it began, so this is said before anybody relies on it.
      return succeed(touch(file.path) && (await isKept(hash)));
    },
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
          return fail(unremovable(file.path, error));
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
      const written = await replaceFile(file.path, await compress(bytes), { names, wait: waitBesides });
      // A folder that was made lasts when the one above it is on the disk; the outermost one is made with the first blob.
      if (written.ok && isNew) for (const above of [folder, dirname(folder)]) await syncFolder(above);
      return written.ok || (await isKept(hash)) ? succeed(hash) : written;
    },
  };
}

async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length <= SMALL_BYTES ? zstdCompressSync(bytes) : compressElsewhere(bytes);
}

function unremovable(path: string, error: unknown): RookError {
  return rookError('not_writable', `${path} could not be removed: ${systemReason(error)}.`);
}

/** False where there is none yet. */
function touch(path: string): boolean {
  try {
    const now = new Date();
    lutimesSync(path, now, now);
    return true;
  } catch {
    return false;
  }
}

async function readKept(path: string): Promise<Buffer> {
  return readPlainFile(path, { noLink: true }).catch(async () => {
    await recoverBlob(path);
    return readPlainFile(path, { noLink: true });
  });
}
