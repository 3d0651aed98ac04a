import type { ContentHash } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';

/** The hash of what a call would do: the same for another order of keys and for other line ends. */
export function hashCall(tool: string, input: unknown): ContentHash {
  return contentHash(new TextEncoder().encode(JSON.stringify([tool, canonical(input)])));
}

function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\r\n?/g, '\n');
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { fields: fields.map(([key, field]) => [key, canonical(field)]) };
}
