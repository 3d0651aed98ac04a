const BEGINNING = 'symbolic link to ';

/**
 * What a symbolic link holds, as it is kept and shown: so it has a hash and a diff like a file. That it is one is said beside it each time,
 * because a file may hold the same text.
 */
export function linkContent(target: string): Uint8Array {
  return new TextEncoder().encode(`${BEGINNING}${target}\n`);
}

/** Where it leads; null for what no link holds. */
export function linkTarget(content: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    const isLink = text.startsWith(BEGINNING) && text.endsWith('\n') && text.length > BEGINNING.length + 1;
    return isLink && !text.includes('\0') ? text.slice(BEGINNING.length, -1) : null;
  } catch {
    return null;
  }
}
