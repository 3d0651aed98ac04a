import { createHash } from 'node:crypto';

import type { TextToShow } from './show-file.ts';

/** A whole file as text; null where its bytes are none. */
export function decodeText(path: string, bytes: Uint8Array): TextToShow | null {
  const text = decode(bytes);
  if (text === null) return null;
  const [sha256, md5] = [digest('sha256', bytes), digest('md5', bytes)];
  return { text, facts: { path, sha256, md5, size: bytes.length, whole: true } };
}

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const label = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  if (!isWide && bytes.includes(0)) return null;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function digest(algorithm: 'sha256' | 'md5', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
