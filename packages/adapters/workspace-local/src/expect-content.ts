import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

import type { Place } from './locate-path.ts';
import { readWhole } from './read-file.ts';
import { systemCode } from './system-reason.ts';

/**
 * Compares what lies there with what is expected (null: nothing), and answers with the file as the system knows it.
 * Nothing but a plain file or an empty place passes.
 */
export async function expectContent(
  place: Place,
  expected: ContentHash | null,
): Promise<Result<BigIntStats | null>> {
  const { path, kind } = place;
  if (kind === 'folder' || kind === 'other') {
    const what = kind === 'folder' ? 'a folder' : 'a pipe, a socket or a device';
    return fail(rookError('invalid_input', `${path} is ${what}, not a file. Nothing was written.`));
  }
  if (kind === 'missing') return expected === null ? succeed(null) : fail(stale(place));
  const read = await readWhole(place, { keep: false, maxBytes: Number.MAX_SAFE_INTEGER });
  if (!read.ok) return read;
  return read.value.hash === expected ? succeed(read.value.found) : fail(stale(place));
}

/** Whether the file is still the one that was compared; the last look before it is replaced or removed. */
export async function isUnchanged({ real }: Place, compared: BigIntStats | null): Promise<boolean> {
  try {
    const { ino, dev, size, mtimeNs, ctimeNs } = await lstat(real, { bigint: true });
    return (
      compared !== null &&
      ino === compared.ino &&
      dev === compared.dev &&
      size === compared.size &&
      mtimeNs === compared.mtimeNs &&
      ctimeNs === compared.ctimeNs
    );
  } catch (error) {
    return compared === null && systemCode(error) === 'ENOENT';
  }
}

export function stale({ path }: Place): ReturnType<typeof rookError> {
  return rookError('stale_file', `${path} is not what was shown; read it again. Nothing was written.`);
}
