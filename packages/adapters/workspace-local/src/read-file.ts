import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  read as readLater,
  readSync,
  type BigIntStats,
} from 'node:fs';
import { basename } from 'node:path';

import { contentHashSchema, fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, linkContent } from '@rook/engine';

import { realPath, type Place } from './locate-path.ts';
import { placeOf } from './open-folder.ts';
import { readLinkAt } from './read-link.ts';
import { systemCode, systemReason } from './system-reason.ts';

const PIECE_BYTES = 1024 * 1024;

/** What is kept anyway is read in one piece where it can be, so that it need not be copied together. */
const KEPT_PIECE_BYTES = 32 * PIECE_BYTES;

/** What is larger is read and written on another thread. */
export const SMALL_BYTES = 256 * 1024;

/** What was read, and the file as the system knew it then. */
export interface ReadFile {
  readonly pieces: readonly Uint8Array[];
  readonly hash: ContentHash;
  readonly found: BigIntStats;
}

/** Reads a file whole, into memory or, with `keep: false`, only for its hash. */
export async function readWhole(
  place: Place,
  options: { readonly keep: boolean; readonly maxBytes: number },
): Promise<Result<ReadFile>> {
  return withFile(place, async (open) => readPieces(place, open, options));
}

/** Reads a file that lies in a folder which is held open, by the way through that folder. Of a link: what that holds itself. */
export async function readBeside(way: string, keep: boolean): Promise<Result<ReadFile>> {
  let file: number | undefined;
  try {
    file = openSync(way, FLAGS);
    const found = fstatSync(file, { bigint: true });
    if (!found.isFile()) return fail(rookError('busy', 'What lies there is no plain file.'));
    const place = { path: basename(way) };
    return await readPieces(place, { file, found }, { keep, maxBytes: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    const link = systemCode(error) === 'ELOOP' ? readLinkBeside(way) : null;
    if (link !== null) return succeed(link);
    return fail(rookError('not_readable', `The file could not be read back: ${systemReason(error)}.`));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readLinkBeside(way: string): ReadFile | null {
  const found = lstatSync(way, { bigint: true, throwIfNoEntry: false });
  const target = found?.isSymbolicLink() === true ? readLinkAt(way) : null;
  if (found === undefined || target === null) return null;
  const bytes = linkContent(target);
  return { pieces: [bytes], hash: contentHash(bytes), found };
}

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

interface OpenFile {
  readonly file: number;
  readonly found: BigIntStats;
}

async function readPieces(
  place: Pick<Place, 'path'>,
  { file, found }: OpenFile,
  options: { readonly keep: boolean; readonly maxBytes: number },
): Promise<Result<ReadFile>> {
  if (found.size > options.maxBytes) return fail(tooLarge(place, found.size, options.maxBytes));
  let [first, hash]: [Uint8Array | null, Hash | null] = [null, null];
  const pieces: Uint8Array[] = [];
  const isSmall = found.size <= SMALL_BYTES;
  const most = options.keep ? KEPT_PIECE_BYTES : PIECE_BYTES;
  for (let read = 0; ;) {
    // One byte more than is left shows that the file has grown.
    const piece = new Uint8Array(Math.min(most, Math.max(1, Number(found.size) - read + 1)));
    const count = isSmall && read <= SMALL_BYTES ? readSync(file, piece) : await readElsewhere(file, piece);
    if (count === 0) break;
    read += count;
    if (read > options.maxBytes) return fail(tooLarge(place, read, options.maxBytes));
    const bytes = piece.subarray(0, count);
    // Most files are one piece, and of that the hash is made at once.
    if (first === null) first = bytes;
    else hash = (hash ?? createHash('sha256').update(first)).update(bytes);
    if (options.keep) pieces.push(bytes);
  }
  return succeed({
    pieces,
    hash: hash === null ? contentHash(first ?? new Uint8Array()) : hashOf(hash),
    found,
  });
}

async function readElsewhere(file: number, piece: Uint8Array): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  readLater(file, piece, 0, piece.length, null, (error, count) => {
    if (error === null) resolve(count);
    else reject(error);
  });
  return promise;
}

function hashOf(hash: Hash): ContentHash {
  return contentHashSchema.parse(`sha256:${hash.digest('hex')}`);
}

/**
 * Opens first and looks then: whatever was put into the file's place in between is seen before a byte is read. Waits for
 * no pipe and follows no link. What was opened must still be what lies at the path, with no link on the way.
 */
async function withFile<Value>(
  place: Place,
  use: (open: OpenFile) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  let file: number | undefined;
  try {
    file = openSync(place.real, FLAGS);
    const found = fstatSync(file, { bigint: true });
    if (!found.isFile() || !liesAt(place.real, { file, found })) return fail(beingReplaced(place.path));
    return await use({ file, found });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return fail(beingReplaced(place.path));
    return fail(
      rookError(
        'not_readable',
        `${place.path} could not be read: ${systemReason(error)}; mend that, or leave it out.`,
      ),
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function beingReplaced(path: string): ReturnType<typeof rookError> {
  return rookError('busy', `${path} is being replaced just now; try it again.`);
}

/** Linux tells where an open file lies. Elsewhere the path is looked at again, which somebody very fast could outwit. */
function liesAt(real: string, { file, found: { dev, ino } }: OpenFile): boolean {
  const told = placeOf(file);
  if (told !== null) return told === real;
  if (realPath(real) !== real) return false;
  const there = lstatSync(real, { bigint: true });
  return there.dev === dev && there.ino === ino;
}

function tooLarge(
  place: Pick<Place, 'path'>,
  bytes: number | bigint,
  most: number,
): ReturnType<typeof rookError> {
  return rookError(
    'too_large',
    `${place.path} has ${bytes} bytes, more than the ${most} that may be read; read a smaller file, or search in it.`,
  );
}
