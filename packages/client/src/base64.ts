/** Bytes as text, for ways that carry nothing but JSON. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + PIECE)));
  }
  return btoa(pieces.join(''));
}

/** The bytes again; null for what is no such text. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const signs = atob(text);
    return Uint8Array.from({ length: signs.length }, (_none, place) => signs.charCodeAt(place));
  } catch {
    return null;
  }
}

/** As many arguments as every engine takes. */
const PIECE = 8192;
