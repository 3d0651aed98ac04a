import { crc32 } from 'node:zlib';

import { STAMP_NUMBERS, type FolderBlock } from '@rook/engine';

import {
  knowNothing,
  noSource,
  RULES_FILE,
  type FolderKnowledge,
  type FolderListings,
} from './survey-folder.ts';
import { findLatest } from './take-over.ts';

const FORMAT = 'rook folders 4';
const CHECK_BYTES = 8;
const NUMBER_BYTES = 8;
/** When the files were looked at, when one of those that are noted was changed last, and how many numbers follow. */
const HEAD_NUMBERS = 3;
/** What each folder is told by. */
const FIELDS = 4;

/**
 * As bytes: a check of all that follows, the numbers that the system told of each name, then texts with a NUL between them, because no name
 * can hold one. First under which key and rules, how many folders there are and how many signs that tells of them, then all folders, then the names in each of them.
 */
export function writeListings({ listings, earlier, rules }: FolderKnowledge): Uint8Array {
  const folders: string[] = [];
  const inside: string[] = [];
  for (const [folder, { changed, inode, names }] of listings) {
    folders.push(folder, String(changed), String(inode), String(names.length));
    for (const name of names) inside.push(name);
  }
  const told = folders.join('\0');
  const head = [FORMAT, earlier?.key ?? '', String(listings.size), String(told.length), rules ?? ''];
  const text = [...head, told, inside.join('\0')].join('\0');
  const body = Buffer.concat([...writeNumbers(listings, earlier, inside.length), Buffer.from(text)]);
  return Buffer.concat([checkOf(body), body]);
}

/** Of all that follows; against accidents, because nothing has to be believed of what comes from somebody else. */
function checkOf(body: Uint8Array): Buffer {
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(body));
  check.writeUInt32LE(body.length % 2 ** 32, 4);
  return check;
}

/** In the order of the names; of a folder that looks otherwise now, none are known. */
function writeNumbers(
  listings: FolderListings,
  earlier: FolderKnowledge['earlier'],
  names: number,
): Buffer[] {
  const count = names * STAMP_NUMBERS;
  const numbers = new Float64Array(HEAD_NUMBERS + count);
  const noted = new Uint8Array(names);
  numbers.set([earlier?.looked ?? 0, earlier === null ? 0 : findLatest(earlier), count]);
  let next = 0;
  for (const [folder, { names: inside }] of listings) {
    const block = earlier?.folders.get(folder);
    if (earlier !== null && block?.names === inside) {
      const [start, end] = [block.start, block.start + block.count * STAMP_NUMBERS];
      numbers.set(earlier.numbers.subarray(start, end), HEAD_NUMBERS + next * STAMP_NUMBERS);
      noted.set(earlier.noted.subarray(start / STAMP_NUMBERS, end / STAMP_NUMBERS), next);
    }
    next += inside.length;
  }
  return [Buffer.from(numbers.buffer), Buffer.from(noted.buffer)];
}

/**
 * What was written, if it is whole. Anything else is no error: the folders are read again. Nothing has to be believed of a folder either: it
 * counts only while the folder itself still has this inode and this time of change. The numbers of a file count only while git noted the same.
 */
export function parseListings(bytes: Uint8Array): FolderKnowledge {
  const none = knowNothing();
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = all.subarray(CHECK_BYTES);
  if (!checkOf(body).equals(all.subarray(0, CHECK_BYTES))) return none;
  const told = readNumbers(body);
  if (told === null) return none;
  const text = body.subarray(told.end).toString();
  const [format, key, count, signs, rules] = text.slice(0, MOST_HEAD).split('\0', 5);
  if (format !== FORMAT) return none;
  const start = [format, key, count, signs, rules, ''].join('\0').length;
  const end = start + Number(signs);
  const folders = text.slice(start, end).split('\0');
  const inside = text.slice(end + 1);
  if (folders.length !== Number(count) * FIELDS || (inside !== '' && !areNames(inside))) return none;
  const names = inside === '' ? [] : inside.split('\0');
  if (told.numbers.length !== names.length * STAMP_NUMBERS) return none;
  const listings: FolderListings = new Map();
  const blocks = new Map<string, FolderBlock>();
  let next = 0;
  for (let at = 0; at < folders.length; at += FIELDS) {
    const until = next + Number(folders[at + 3]);
    if (!(until <= names.length)) return none;
    const [changed, inode] = [Number(folders[at + 1]), Number(folders[at + 2])];
    const here = names.slice(next, until);
    listings.set(folders[at] ?? '', { changed, inode, names: here, rules: here.indexOf(RULES_FILE) });
    blocks.set(folders[at] ?? '', { names: here, start: next * STAMP_NUMBERS, count: here.length });
    next = until;
  }
  if (next !== names.length) return none;
  const { looked, latest, numbers, noted } = told;
  const earlier = {
    folders: blocks,
    numbers,
    noted,
    looked,
    latest,
    key: textOf(key),
    source: noSource,
  };
  return { listings, earlier, rules: textOf(rules) };
}

function textOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

interface ToldNumbers {
  readonly looked: number;
  readonly latest: number;
  readonly numbers: Float64Array;
  readonly noted: Uint8Array;
  /** Behind them. */
  readonly end: number;
}

function readNumbers(body: Uint8Array): ToldNumbers | null {
  const [looked = 0, latest = 0, count = -1] = copyNumbers(body, 0, HEAD_NUMBERS);
  const start = (HEAD_NUMBERS + count) * NUMBER_BYTES;
  const end = start + count / STAMP_NUMBERS;
  if (!Number.isInteger(end) || count < 0 || end > body.length) return null;
  return {
    looked,
    latest,
    numbers: copyNumbers(body, HEAD_NUMBERS, count),
    noted: body.subarray(start, end),
    end,
  };
}

/** Copied, because they may stand at any byte. */
function copyNumbers(body: Uint8Array, first: number, count: number): Float64Array {
  const bytes = new Uint8Array(body.subarray(first * NUMBER_BYTES, (first + count) * NUMBER_BYTES));
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / NUMBER_BYTES));
}

const MOST_HEAD = 20_000;

/** What notes were read from, with the key of those notes. */
export function writeSource(key: string, source: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(`${key}\0`), source]);
  return Buffer.concat([checkOf(body), body]);
}

/** Null where it is not whole, or that of other notes. */
export function parseSource(key: string, bytes: Uint8Array): Uint8Array | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = all.subarray(CHECK_BYTES);
  const head = Buffer.from(`${key}\0`);
  const isWhole = checkOf(body).equals(all.subarray(0, CHECK_BYTES));
  return isWhole && body.subarray(0, head.length).equals(head) ? body.subarray(head.length) : null;
}

/** Whoever can write such a file leads nobody out of the workspace by it. All at once, because there are very many. */
function areNames(inside: string): boolean {
  const text = `\0${inside}\0`;
  return !inside.includes('/') && !NO_NAMES.some((name) => text.includes(`\0${name}\0`));
}

const NO_NAMES: readonly string[] = ['', '.', '..'];
