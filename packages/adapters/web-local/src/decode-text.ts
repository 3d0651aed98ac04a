import type { MediaType } from './media-type.ts';

/** How far into a page a declaration of its charset is looked for. */
const DECLARED_BYTES = 1024;

/**
 * The text of a body. The byte order mark says the charset, else the header, else a declaration in markup; without any it
 * is UTF-8, or what old pages have if it is not. A character that the limit cut in two is left out.
 */
export function decodeText(bytes: Uint8Array, type: MediaType): string {
  const label = markOf(bytes) ?? type.charset ?? (type.isMarkup ? declaredIn(bytes) : null);
  return (
    (label === null ? null : decodeAs(label, bytes, false)) ??
    decodeAs('utf-8', bytes, true) ??
    new TextDecoder('windows-1252').decode(bytes)
  );
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARED_BYTES));
  const found =
    /<meta[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/iu.exec(head) ??
    /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/iu.exec(head);
  const label = found?.[1]?.toLowerCase() ?? null;
  // Who could read the declaration byte by byte has no page of two-byte characters.
  return label?.startsWith('utf-16') === true ? 'utf-8' : label;
}

/** Null when nobody knows the charset, or when the bytes are not in it and must be. */
function decodeAs(label: string, bytes: Uint8Array, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
