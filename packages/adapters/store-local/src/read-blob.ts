import { createHash } from 'node:crypto';
import { constants, open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';

export interface BlobFile {
  readonly path: string;
  readonly hash: ContentHash;
}

/**
 * What is packed in a file, piece by piece. Throws where it cannot be opened; no link is followed, and no pipe is waited for. It is open
 * while somebody reads, and closed at the end, wherever that is.
 */
export async function readBlobFile(blob: BlobFile): Promise<AsyncIterable<Result<Uint8Array>>> {
  const file = await openPlain(blob.path);
  await file.close();
  return unpack(blob);
}

async function openPlain(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const found = await file.stat();
  if (found.isFile()) return file;
  await file.close();
  throw new Error('it is no plain file');
}

async function* unpack({ path, hash }: BlobFile): AsyncGenerator<Result<Uint8Array>> {
  const read = createHash('sha256');
  try {
    const file = await openPlain(path);
    const unpacked = createZstdDecompress();
    pipeline(file.createReadStream(), unpacked, () => undefined);
    for await (const piece of unpacked) {
      if (!(piece instanceof Uint8Array)) continue;
      read.update(piece);
      yield succeed(piece);
    }
  } catch (error) {
    yield fail(rookError('not_readable', `The kept bytes ${path} cannot be read: ${systemReason(error)}.`));
    return;
  }
  if (`sha256:${read.digest('hex')}` !== hash)
    yield fail(rookError('not_readable', `The kept bytes ${path} are damaged.`));
}
