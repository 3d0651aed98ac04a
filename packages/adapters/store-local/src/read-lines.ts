import { constants, open } from 'node:fs/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Line } from '@rook/engine';

import { systemReason } from './system-reason.ts';

const CHUNK_BYTES = 1 << 20;
const LINE_BREAK = 10;
/** More than any line that Rook writes; a longer one must not fill the memory. */
const LINE_LIMIT_BYTES = 256 << 20;

/**
 * The lines of a file, as many at a time as one read gives; nothing when there is no file. Of a line beyond the
 * limit only the beginning is given, which is then no line that Rook wrote.
 */
export async function* readLines(
  path: string,
  limit = LINE_LIMIT_BYTES,
): AsyncGenerator<Result<readonly Line[]>> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => systemReason(error));
  if (typeof file === 'string') {
    if (file !== 'no such file or folder')
      yield fail(rookError('not_readable', `${path} cannot be read: ${file}.`));
    return;
  }
  const splitter = createSplitter(limit);
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is no plain file');
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      const lines = splitter.split(buffer.subarray(0, bytesRead));
      if (lines.length > 0) yield succeed(lines);
    }
    const rest = splitter.rest();
    if (rest.length > 0) yield succeed([{ bytes: rest, finished: false }]);
  } catch (error) {
    yield fail(rookError('not_readable', `${path} cannot be read: ${systemReason(error)}.`));
  } finally {
    await file.close();
  }
}

interface Splitter {
  /** The lines that end in the chunk. */
  readonly split: (chunk: Buffer) => readonly Line[];
  /** What follows the last line break. */
  readonly rest: () => Uint8Array;
}

/** Keeps what is left over in pieces, so that it is joined once. */
function createSplitter(limit: number): Splitter {
  let pieces: Uint8Array[] = [];
  let kept = 0;

  function keep(piece: Uint8Array): void {
    const part = piece.subarray(0, limit - kept);
    if (part.length > 0) pieces.push(part);
    kept += part.length;
  }

  function take(): Uint8Array {
    const [only = new Uint8Array()] = pieces;
    const line = pieces.length > 1 ? Buffer.concat(pieces) : only;
    pieces = [];
    kept = 0;
    return line;
  }

  return {
    split: (chunk) => {
      const lines: Line[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, start)) {
        keep(chunk.subarray(start, end));
        lines.push({ bytes: take(), finished: true });
        start = end + 1;
      }
      keep(chunk.subarray(start));
      return lines;
    },
    rest: take,
  };
}
