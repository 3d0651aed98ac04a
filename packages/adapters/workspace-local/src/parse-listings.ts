import { hash } from 'node:crypto';

import type { FolderListing, FolderListings } from './survey-folder.ts';

const FORMAT = 'rook folders 2';
const CHECK_BYTES = 32;
/** What each folder is told by before what is in it. */
const FIELDS = 4;

/** As bytes: a check of all that follows, then texts with a NUL between them, because no name can hold one. */
export function writeListings(listings: FolderListings): Uint8Array {
  const texts = [FORMAT];
  for (const [folder, { changed, inode, names }] of listings) {
    texts.push(folder, String(changed), String(inode), String(names.length));
    for (const name of names) texts.push(name);
  }
  const body = Buffer.from(texts.join('\0'));
  return Buffer.concat([hash('sha256', body, 'buffer'), body]);
}

/**
 * What was written, if it is whole. Anything else is no error: the folders are read again. Nothing has to be believed of a folder either: it
 * counts only while the folder itself still has this inode and this time of change.
 */
export function parseListings(bytes: Uint8Array): FolderListings {
  const none: FolderListings = new Map();
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = all.subarray(CHECK_BYTES);
  if (!hash('sha256', body, 'buffer').equals(all.subarray(0, CHECK_BYTES))) return none;
  const texts = body.toString().split('\0');
  if (texts[0] !== FORMAT) return none;
  const listings: FolderListings = new Map();
  for (let at = 1; at < texts.length;) {
    const folder = texts[at] ?? '';
    const end = at + FIELDS + Number(texts[at + 3]);
    const listing: FolderListing = {
      changed: Number(texts[at + 1]),
      inode: Number(texts[at + 2]),
      names: texts.slice(at + FIELDS, end),
    };
    if (!(end <= texts.length) || !listing.names.every(isName)) return none;
    listings.set(folder, listing);
    at = end;
  }
  return listings;
}

/** Whoever can write such a file leads nobody out of the workspace by it. */
function isName(name: string): boolean {
  return !name.includes('/') && !DOTS.has(name);
}

const DOTS: ReadonlySet<string> = new Set(['', '.', '..']);
