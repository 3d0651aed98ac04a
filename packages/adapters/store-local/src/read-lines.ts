import { createHash, type Hash } from 'node:crypto';
import { constants, open, type FileHandle } from 'node:fs/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Line } from '@rook/engine';

import { systemReason } from './system-reason.ts';

/** Four times as much took twice the memory and no less time: the parts of a chunk keep all of it alive. */
const CHUNK_BYTES = 1 << 18;
const LINE_BREAK = 10;
/** More than the long fields of an entry take when all they hold is escaped: 2 × 6 × 5 MB. */
const LINE_LIMIT_BYTES = 64 << 20;
/** What is given of a line that is longer. */
const BEGINNING_BYTES = 1000;
/** A file of nothing but line breaks has hundreds of thousands of them in one read. */
const MOST_LINES = 10_000;

/**
 * The lines of a file, about as many at a time as one read gives; nothing when there is no file. A line beyond
 * the limit, which is none that Rook wrote, is never held in memory: of it only the beginning is given, with
 * its length and its hash.
 */
export async function* readLines(
  path: string,
  { limit = LINE_LIMIT_BYTES, from = 0 }: ReadLinesOptions = {},
): AsyncGenerator<Result<readonly Line[]>> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => systemReason(error));
  if (typeof file === 'string') {
    if (file !== 'no such file or folder')
      yield fail(rookError('not_readable', `${path} cannot be read: ${file}.`));
    return;
  }
  const splitter = createSplitter(limit);
  let ahead: Promise<Chunk> | undefined;
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is no plain file');
    let position = from;
    const readOn = (buffer: Buffer): Promise<Chunk> => readChunk(file, buffer, position);
    ahead = readOn(Buffer.allocUnsafeSlow(CHUNK_BYTES));
    for (;;) {
      const { buffer, bytesRead } = await ahead;
      if (bytesRead === 0) break;
      position += bytesRead;
      const wasLetGo = splitter.letsGo();
      let begun = false;
      for (const lines of splitter.split(buffer.subarray(0, bytesRead))) {
        // The disk is asked for what follows while these are looked at.
        if (!begun) ahead = readOn(Buffer.allocUnsafeSlow(CHUNK_BYTES));
        begun = true;
        yield succeed(lines);
      }
      // What was hashed and let go leaves its buffer free for the next.
      if (!begun) ahead = readOn(wasLetGo ? buffer : Buffer.allocUnsafeSlow(CHUNK_BYTES));
    }
    const rest = splitter.rest();
    if (rest !== undefined) yield succeed([rest]);
  } catch (error) {
    yield fail(rookError('not_readable', `${path} cannot be read: ${systemReason(error)}.`));
  } finally {
    // Whoever stops listening leaves a chunk behind that is still being read.
    await ahead?.catch(() => undefined);
    await file.close();
  }
}

interface ReadLinesOptions {
  /** The longest line that is held. */
  readonly limit?: number;
  /** The byte where a line begins; what lies before it is not read. */
  readonly from?: number;
}

interface Chunk {
  readonly buffer: Buffer;
  readonly bytesRead: number;
}

function readChunk(file: FileHandle, buffer: Buffer, position: number): Promise<Chunk> {
  const reading = file
    .read(buffer, 0, CHUNK_BYTES, position)
    .then(({ bytesRead }) => ({ buffer, bytesRead }));
  // It may fail before anybody waits for it; who does is told.
  reading.catch(() => undefined);
  return reading;
}

interface Splitter {
  /** The lines that end in the chunk. */
  readonly split: (chunk: Buffer) => Generator<readonly Line[]>;
  /** Whether what it is given now is hashed and not kept. */
  readonly letsGo: () => boolean;
  /** What follows the last line break. */
  readonly rest: () => Line | undefined;
}

/** Keeps what is left over in pieces, so that it is joined once. */
function createSplitter(limit: number): Splitter {
  let pieces: Uint8Array[] = [];
  let size = 0;
  /** Set as soon as the line is too long. */
  let hash: Hash | undefined;

  function keep(piece: Uint8Array): void {
    size += piece.length;
    if (hash === undefined && size <= limit) {
      if (piece.length > 0) pieces.push(piece);
      return;
    }
    if (hash === undefined) {
      hash = createHash('sha256');
      for (const each of pieces) hash.update(each);
      pieces = [
        Buffer.concat([...pieces, piece].map((each) => each.subarray(0, BEGINNING_BYTES))).subarray(
          0,
          BEGINNING_BYTES,
        ),
      ];
    }
    hash.update(piece);
  }

  function take(finished: boolean): Line {
    const [only = new Uint8Array()] = pieces;
    const bytes = pieces.length > 1 ? Buffer.concat(pieces) : only;
    const line =
      hash === undefined
        ? { bytes, finished }
        : { bytes, finished, whole: { bytes: size, sha256: hash.digest('hex') } };
    [pieces, size, hash] = [[], 0, undefined];
    return line;
  }

  return {
    split: function* (chunk) {
      let lines: Line[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, start)) {
        keep(chunk.subarray(start, end));
        lines.push(take(true));
        start = end + 1;
        if (lines.length < MOST_LINES) continue;
        yield lines;
        lines = [];
      }
      keep(chunk.subarray(start));
      if (lines.length > 0) yield lines;
    },
    letsGo: () => hash !== undefined,
    rest: () => (size > 0 ? take(false) : undefined),
  };
}
