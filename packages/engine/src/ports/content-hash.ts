import { hash } from 'node:crypto';

import { contentHashSchema, type ContentHash } from '@rook/contract';

/** The hash that counts: SHA-256 over the raw bytes, byte order mark and line ends included. */
export function contentHash(bytes: Uint8Array): ContentHash {
  return contentHashSchema.parse(`sha256:${hash('sha256', bytes)}`);
}
