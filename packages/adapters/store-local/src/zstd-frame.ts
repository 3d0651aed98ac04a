const MAGIC = 0xfd2fb528;
const MAGIC_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
const CHECK_BYTES = 4;
/** A block of this kind is one byte that is repeated. */
const REPEATED = 1;
/** By the two bits that say so. */
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const SIZE_BYTES = [0, 2, 4, 8] as const;

/** How long the packed part is with which these bytes begin, as RFC 8878 says; null where it is none, or not all of it is there. */
export function frameLength(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length <= MAGIC_BYTES || view.getUint32(0, true) !== MAGIC) return null;
  const descriptor = view.getUint8(MAGIC_BYTES);
  const isSingle = (descriptor & 0b10_0000) !== 0;
  const hasCheck = (descriptor & 0b100) !== 0;
  const sizeBytes = SIZE_BYTES[(descriptor >> 6) & 0b11] ?? 0;
  const size = isSingle ? Math.max(1, sizeBytes) : 1 + sizeBytes;
  let at = MAGIC_BYTES + 1 + size + (DICTIONARY_BYTES[descriptor & 0b11] ?? 0);
  for (let isLast = false; !isLast;) {
    if (at + BLOCK_HEADER_BYTES > bytes.length) return null;
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    isLast = (header & 1) === 1;
    const blockBytes = ((header >> 1) & 0b11) === REPEATED ? 1 : header >> 3;
    at += BLOCK_HEADER_BYTES + blockBytes;
  }
  const end = at + (hasCheck ? CHECK_BYTES : 0);
  return end <= bytes.length ? end : null;
}
