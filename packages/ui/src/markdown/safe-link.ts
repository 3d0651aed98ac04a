import { contentHashSchema, type ContentHash } from '@rook/contract';

import { decodeEntities } from './decode-entities.ts';

const SAFE_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The address that a person may be led to; null for all others, whatever they look like. */
export function readSafeLink(href: string): string | null {
  const address = decodeEntities(href).trim();
  if (!/^(?:https?:\/\/|mailto:)/iu.test(address)) return null;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return SAFE_PROTOCOLS.has(url.protocol) ? url.href : null;
}

export type ImageAddress =
  | { readonly kind: 'bytes'; readonly address: string }
  | { readonly kind: 'kept'; readonly hash: ContentHash }
  /** It would be asked for from elsewhere, which tells somebody that it was read. */
  | { readonly kind: 'elsewhere'; readonly address: string | null };

const IMAGE_BYTES = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/iu;

export function readImage(href: string): ImageAddress {
  const address = decodeEntities(href).trim();
  const hash = contentHashSchema.safeParse(address);
  if (hash.success) return { kind: 'kept', hash: hash.data };
  if (IMAGE_BYTES.test(address) || /^blob:/iu.test(address)) return { kind: 'bytes', address };
  return { kind: 'elsewhere', address: readSafeLink(href) };
}
