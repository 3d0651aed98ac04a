import type { BigIntStats } from 'node:fs';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

import type { Place } from './locate-path.ts';
import { readWhole } from './read-file.ts';

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
  // It is being replaced, so it will not be what was shown.
  if (!read.ok) return read.error.code === 'busy' ? fail(stale(place)) : read;
  return read.value.hash === expected ? succeed(read.value.found) : fail(stale(place));
}

function stale({ path }: Place): ReturnType<typeof rookError> {
  return rookError('stale_file', `${path} is not what was shown; read it again. Nothing was written.`);
}
