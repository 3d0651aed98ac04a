import { constants, open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';

import { PART_BYTES } from './draft-blob.ts';
import { isOwn } from './plain-file.ts';
import { frameLength } from './zstd-frame.ts';

const decompress = promisify(zstdDecompress);

/** More than a part can take, however little it could be packed. */
const MOST_PACKED_BYTES = 2 * 1024 * 1024;

/** Unpacks what was written part by part, up to the first part that is not whole. Nothing where no plain file of this user is there. */
export async function* readWholeParts(path: string): AsyncGenerator<Uint8Array> {
  const file = await openOwn(path);
  if (file === null) return;
  const room = new Uint8Array(MOST_PACKED_BYTES);
  let filled = 0;
  try {
    for (;;) {
      const { bytesRead } = await file.read(room, filled, room.length - filled);
      filled += bytesRead;
      let from = 0;
      for (let part = await unpackFirst(room.subarray(0, filled)); part !== null;) {
        from += part.packedBytes;
        if (part.bytes.length > 0) yield part.bytes;
        part = await unpackFirst(room.subarray(from, filled));
      }
      // Nothing more comes, or what comes is no part.
      if (bytesRead === 0 || (from === 0 && filled === room.length)) return;
      room.copyWithin(0, from, filled);
      filled -= from;
    }
  } catch {
    // What follows cannot be read.
  } finally {
    await file.close();
  }
}

async function openOwn(path: string): Promise<FileHandle | null> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const file = await open(path, flags).catch(() => null);
  const found = await file?.stat().catch(() => null);
  if (file === null || (found?.isFile() === true && isOwn(found))) return file;
  await file.close();
  return null;
}

interface Part {
  readonly bytes: Uint8Array;
  readonly packedBytes: number;
}

/** Null where these do not begin with all of a part. Throws where it is not as it was written. */
async function unpackFirst(bytes: Uint8Array): Promise<Part | null> {
  const packedBytes = frameLength(bytes);
  if (packedBytes === null) return null;
  const unpacked = await decompress(bytes.subarray(0, packedBytes), { maxOutputLength: PART_BYTES });
  return { bytes: unpacked, packedBytes };
}
