import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

import { fail, rookError, succeed, type Result } from '@rook/contract';

export interface Body {
  readonly bytes: Uint8Array;
  /** There was more. */
  readonly cut: boolean;
}

/** What compression may add to bytes that cannot be compressed. */
const OVERHEAD_BYTES = 64 * 1024;

/** Reads a body to its end or to the limit, which counts for what was sent and for what is unpacked from it. */
export async function readBody(
  answer: IncomingMessage,
  host: string,
  maxBytes: number,
): Promise<Result<Body>> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return succeed(await collect(answer, maxBytes));
  const sent = await collect(answer, maxBytes + OVERHEAD_BYTES);
  const unpack = openUnpacker(encoding, sent.bytes[0]);
  if (unpack === null) {
    return fail(
      rookError(
        'web_failed',
        `${host} packed its answer in a way that cannot be read here; try another page.`,
      ),
    );
  }
  if (sent.bytes.length === 0) return succeed(sent);
  unpack.end(sent.bytes);
  const unpacked = await collect(unpack, maxBytes);
  if (unpacked.error !== undefined && !sent.cut) {
    return fail(
      rookError('web_failed', `The answer of ${host} is damaged: it cannot be unpacked; try it again.`),
    );
  }
  return succeed({ bytes: unpacked.bytes, cut: unpacked.cut || sent.cut });
}

function openUnpacker(encoding: string, firstByte = 0): Transform | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      // Some servers leave out the wrapper that the name asks for.
      return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      return null;
  }
}

interface Collected extends Body {
  /** Of an unpacker: what ended it before its end. */
  readonly error?: unknown;
}

async function collect(stream: IncomingMessage | Transform, maxBytes: number): Promise<Collected> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) continue;
      pieces.push(piece);
      size += piece.length;
      if (size > maxBytes) break;
    }
  } catch (error) {
    if (!('flush' in stream)) throw error;
    return { bytes: Buffer.concat(pieces).subarray(0, maxBytes), cut: true, error };
  } finally {
    stream.destroy();
  }
  return { bytes: Buffer.concat(pieces).subarray(0, maxBytes), cut: size > maxBytes };
}
