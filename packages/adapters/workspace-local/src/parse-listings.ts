import { hash } from 'node:crypto';

import type { FolderListings } from './survey-folder.ts';

const FORMAT = 'rook folders 2';
const CHECK_BYTES = 32;
/** What each folder is told by. */
const FIELDS = 4;

/**
 * As bytes: a check of all that follows, then texts with a NUL between them, because no name can hold one. First how many folders there
 * are and how many signs that tells of them, then all folders, then the names in each of them.
 */
export function writeListings(listings: FolderListings): Uint8Array {
  const folders: string[] = [];
  const inside: string[] = [];
  for (const [folder, { changed, inode, names }] of listings) {
    folders.push(folder, String(changed), String(inode), String(names.length));
    for (const name of names) inside.push(name);
  }
  const told = folders.join('\0');
  const body = Buffer.from(
    [FORMAT, String(listings.size), String(told.length), told, inside.join('\0')].join('\0'),
  );
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
  const text = body.toString();
  const [format, count, signs] = text.slice(0, MOST_HEAD).split('\0', 3);
  if (format !== FORMAT) return none;
  const start = [format, count, signs, ''].join('\0').length;
  const end = start + Number(signs);
  const folders = text.slice(start, end).split('\0');
  const inside = text.slice(end + 1);
  if (folders.length !== Number(count) * FIELDS || (inside !== '' && !areNames(inside))) return none;
  const names = inside === '' ? [] : inside.split('\0');
  const listings: FolderListings = new Map();
  let next = 0;
  for (let at = 0; at < folders.length; at += FIELDS) {
    const until = next + Number(folders[at + 3]);
    if (!(until <= names.length)) return none;
    const [changed, inode] = [Number(folders[at + 1]), Number(folders[at + 2])];
    listings.set(folders[at] ?? '', { changed, inode, names: names.slice(next, until) });
    next = until;
  }
  return next === names.length ? listings : none;
}

const MOST_HEAD = 100;

/** Whoever can write such a file leads nobody out of the workspace by it. All at once, because there are very many. */
function areNames(inside: string): boolean {
  const text = `\0${inside}\0`;
  return !inside.includes('/') && !NO_NAMES.some((name) => text.includes(`\0${name}\0`));
}

const NO_NAMES: readonly string[] = ['', '.', '..'];
