import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import type { FileCalls } from './file-calls.ts';

const CHUNK_BYTES = 1 << 20;
/** Without `O_APPEND`, with which the system ignores the place that is written to. */
const FLAGS = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Writes the bytes from `from` to the end of the file over themselves and forces them to the disk. After a sync
 * that failed the system takes them for written although they may be in its memory alone, and would not write
 * them with the next sync. Throws when it cannot be done, or when the file is not the one of `expected`.
 */
export async function rewriteTail(
  path: string,
  expected: { readonly ino: number; readonly dev: number },
  from: number,
  calls: FileCalls,
): Promise<void> {
  const file = openSync(path, FLAGS);
  try {
    const { ino, dev, size } = fstatSync(file);
    if (ino !== expected.ino || dev !== expected.dev) throw new Error('it was replaced');
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - from));
    for (let place = from; place < size;) {
      const count = readSync(file, buffer, 0, buffer.length, place);
      if (count === 0) throw new Error('it was cut');
      const chunk = buffer.subarray(0, count);
      for (let written = 0; written < count;) written += calls.write(file, chunk, written, place + written);
      place += count;
    }
    await calls.sync(file);
  } finally {
    closeSync(file);
  }
}
