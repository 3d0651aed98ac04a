import { promisify } from 'node:util';
import { zstdDecompress, zstdDecompressSync } from 'node:zlib';

/** What is larger is packed and unpacked on another thread. */
export const SMALL_BYTES = 64 * 1024;

const decompressElsewhere = promisify(zstdDecompress);

export async function unpackBlob(packed: Uint8Array): Promise<Uint8Array> {
  // A few packed bytes may become very many.
  if (packed.length > SMALL_BYTES) return decompressElsewhere(packed);
  try {
    return zstdDecompressSync(packed, { maxOutputLength: SMALL_BYTES });
  } catch {
    return decompressElsewhere(packed);
  }
}
