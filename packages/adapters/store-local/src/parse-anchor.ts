import type { Anchor } from '@rook/engine';

/** What an anchor says, with its place where it has one; undefined when it is not readable. */
export function parseAnchor(text: string): (Anchor & { readonly place?: string }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const fields = new Map<string, unknown>(
      typeof value === 'object' && value !== null ? Object.entries(value) : [],
    );
    const [seq, hash, place] = [fields.get('seq'), fields.get('hash'), fields.get('place')];
    if (typeof seq !== 'number' || typeof hash !== 'string') return undefined;
    return { seq, hash, ...(typeof place === 'string' ? { place } : {}) };
  } catch {
    return undefined;
  }
}
