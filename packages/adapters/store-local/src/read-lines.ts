import { constants, open } from 'node:fs/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Line } from '@rook/engine';

import { systemReason } from './system-reason.ts';

const CHUNK_BYTES = 1 << 20;
const LINE_BREAK = 10;

/** The lines of a file, as many at a time as one read gives; nothing when there is no file. */
export async function* readLines(path: string): AsyncGenerator<Result<readonly Line[]>> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) =>
    systemReason(error),
  );
  if (typeof file === 'string') {
    if (file !== 'no such file or folder')
      yield fail(rookError('not_readable', `${path} cannot be read: ${file}.`));
    return;
  }
  let rest: Uint8Array[] = [];
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      const lines: Line[] = [];
      rest = splitChunk(buffer.subarray(0, bytesRead), rest, lines);
      if (lines.length > 0) yield succeed(lines);
    }
    if (rest.length > 0) yield succeed([{ bytes: Buffer.concat(rest), finished: false }]);
  } catch (error) {
    yield fail(rookError('not_readable', `${path} cannot be read: ${systemReason(error)}.`));
  } finally {
    await file.close();
  }
}

/** Adds the lines that end in the chunk; answers with what is left over, in pieces so that it is joined once. */
function splitChunk(chunk: Buffer, before: readonly Uint8Array[], lines: Line[]): Uint8Array[] {
  let start = 0;
  let pieces = [...before];
  for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, start)) {
    const piece = chunk.subarray(start, end);
    lines.push({ bytes: pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]), finished: true });
    pieces = [];
    start = end + 1;
  }
  return start < chunk.length ? [...pieces, chunk.subarray(start)] : pieces;
}
