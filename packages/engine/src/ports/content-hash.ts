import { hash } from 'node:crypto';

import { contentHashSchema, type ContentHash } from '@rook/contract';

/** The hash that counts: SHA-256 over the raw bytes, byte order mark and line ends included. */
export function contentHash(bytes: Uint8Array): ContentHash {
  const made = `sha256:${hash('sha256', bytes)}`;
  return isHash(made) ? made : contentHashSchema.parse(made);
}

const HASH_LENGTH = 'sha256:'.length + 64;

/** The platform writes its digits as they have to be; only what are none at all is found out here, without cost. */
function isHash(text: string): text is ContentHash {
  return text.length === HASH_LENGTH;
}
