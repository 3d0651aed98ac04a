import { fail, rookError, succeed, type BlobPart, type ContentHash, type Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';

/** What is larger is read in parts. */
const MOST_BYTES = 64_000_000;

/** Kept bytes or a part of them, however many there are; null when they are not kept. */
export async function readBlobPart(
  blobs: Pick<Blobs, 'read'>,
  hash: ContentHash,
  part?: BlobPart,
): Promise<Result<Uint8Array | null>> {
  const opened = await blobs.read(hash);
  if (!opened.ok || opened.value === null) return opened.ok ? succeed(null) : opened;
  const { from, bytes } = part ?? { from: 0, bytes: MOST_BYTES + 1 };
  const pieces: Uint8Array[] = [];
  let [passed, size] = [0, 0];
  for await (const piece of opened.value) {
    if (!piece.ok) return piece;
    const start = Math.max(0, from - passed);
    passed += piece.value.length;
    const wanted = piece.value.subarray(start, start + bytes - size);
    if (wanted.length > 0) pieces.push(wanted);
    size += wanted.length;
    if (size === bytes) break;
  }
  if (part === undefined && size > MOST_BYTES)
    return fail(rookError('too_large', `The kept bytes ${hash} are too many to be read at once.`));
  return succeed(new Uint8Array(Buffer.concat(pieces)));
}
