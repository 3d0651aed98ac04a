import { hash } from 'node:crypto';

/** SHA-256 over the exact bytes of a line, without its line break, as 64 hex digits. */
export function lineHash(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex');
}
