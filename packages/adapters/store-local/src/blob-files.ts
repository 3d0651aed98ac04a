import { existsSync, lutimesSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync } from 'node:zlib';

import { contentHashSchema, fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, type Blobs } from '@rook/engine';

import { listBlobs } from './blob-names.ts';
import { digitsOf } from './blob-pack.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { readBlobFile, type BlobFile } from './read-blob.ts';
import { blobOfFile, listNames, recoverBlob } from './recover-blob.ts';
import { removeBlob } from './remove-blob.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';
import { SMALL_BYTES, unpackBlob } from './unpack-blob.ts';
import { syncFolder, waitBesides } from './wait-for-disk.ts';

/** Ends no hash. */
const NO_BLOB = ' ';

const compressElsewhere = promisify(zstdCompress);

interface BlobFiles extends Omit<Blobs, 'putAll' | 'begin'> {
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
      return unread(file.path, error);
    }
  };
  const read: Blobs['read'] = async (hash) => {
    const file = fileOf(hash);
    const safe = inspectWay(dirname(folder), file.folder);
    return safe.ok ? openBlob({ path: file.path, hash }) : safe;
  };
  const isKept = async (hash: ContentHash): Promise<boolean> => {
    const kept = await get(hash);
    return kept.ok && kept.value !== null;
  };

  return {
    get,
    read,
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
        const removed = safe.ok ? await removeFile(file.path, untouchedSince) : safe;
        if (!removed.ok) return removed;
        if (removed.value) gone.push(hash);
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

/** What was never kept is no failure. */
function unread(path: string, error: unknown): Result<null> {
  const reason = systemReason(error);
  if (reason === 'no such file or folder') return succeed(null);
  return fail(rookError('not_readable', `The kept bytes ${path} cannot be read: ${reason}.`));
}

/** Whether it went. */
async function removeFile(path: string, untouchedSince: Date): Promise<Result<boolean>> {
  try {
    return succeed(await removeBlob(path, untouchedSince.getTime()));
  } catch (error) {
    return fail(rookError('not_writable', `${path} could not be removed: ${systemReason(error)}.`));
  }
}

async function openBlob(blob: BlobFile): ReturnType<Blobs['read']> {
  try {
    const pieces = await readBlobFile(blob).catch(async () => {
      await recoverBlob(blob.path);
      return readBlobFile(blob);
    });
    return succeed(pieces);
  } catch (error) {
    return unread(blob.path, error);
  }
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
