import { crc32 } from 'node:zlib';

import { joinNames, listNames, namesOfText, STAMP_NUMBERS, type FolderBlock } from '@rook/engine';

import { knowNothing, noSource, type FolderKnowledge, type FolderListings } from './folder-knowledge.ts';
import { findLatest } from './take-over.ts';

const FORMAT = 'rook folders 6';
const CHECK_BYTES = 8;
const NUMBER_BYTES = 8;
/** When the files were looked at, when one of those that are noted was changed last, how many folders there are, how many were left out, and how many names. */
const HEAD_NUMBERS = 5;
/** What each folder is told by: when it changed, its number, how many names it has, and where among them its ignore rules are. */
const FOLDER_NUMBERS = 4;
/** The format, the key and the rules. */
const HEAD_TEXTS = 3;

/**
 * As bytes: a check of all that follows, numbers (a few of all of it, those of each folder, and what the system told of each name), for each
 * name whether it is noted, then texts with a NUL between them, because no name can hold one: the format, the key and the rules, the folders that were left out, all others,
 * and the names in each of them, with a slash between two folders. The numbers stand where they can be used as they are, and no name is made a text of its own before
 * somebody asks for it.
 */
export function writeListings({ listings, earlier, rules }: FolderKnowledge): Uint8Array {
  const folders = new Float64Array(listings.size * FOLDER_NUMBERS);
  const inside: string[] = [];
  let [at, count] = [0, 0];
  for (const { changed, inode, names, rules: place } of listings.values()) {
    const { length } = listNames(names);
    folders.set([changed, inode, length, place], at);
    at += FOLDER_NUMBERS;
    count += length;
    inside.push(joinNames(names));
  }
  const latest = earlier === null ? 0 : findLatest(earlier);
  const left = [...(earlier?.left ?? [])];
  const head = new Float64Array([earlier?.looked ?? 0, latest, listings.size, left.length, count]);
  const paths = [...left, ...listings.keys()];
  const text = [FORMAT, earlier?.key ?? '', rules ?? '', ...paths, inside.join('/')].join('\0');
  const told = writeNumbers(listings, earlier, count);
  const body = Buffer.concat([
    Buffer.from(head.buffer),
    Buffer.from(folders.buffer),
    ...told,
    Buffer.from(text),
  ]);
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
  count: number,
): Buffer[] {
  const numbers = new Float64Array(count * STAMP_NUMBERS);
  const noted = new Uint8Array(count);
  let next = 0;
  for (const [folder, { names }] of listings) {
    const block = earlier?.folders.get(folder);
    if (earlier !== null && block?.names === names) {
      const [start, end] = [block.start, block.start + block.count * STAMP_NUMBERS];
      numbers.set(earlier.numbers.subarray(start, end), next * STAMP_NUMBERS);
      noted.set(earlier.noted.subarray(start / STAMP_NUMBERS, end / STAMP_NUMBERS), next);
    }
    next += listNames(names).length;
  }
  return [Buffer.from(numbers.buffer), Buffer.from(noted.buffer)];
}

/**
 * What was written, if it is whole. Anything else is no error: the folders are read again. Nothing has to be believed of a folder either: it
 * counts only while the folder itself still has this inode and this time of change, and what its names are is seen when somebody asks for them. The numbers of a file count only while git noted the same.
 */
export function parseListings(bytes: Uint8Array): FolderKnowledge {
  const none = knowNothing();
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = all.subarray(CHECK_BYTES);
  if (!checkOf(body).equals(all.subarray(0, CHECK_BYTES))) return none;
  const told = readNumbers(body);
  if (told === null) return none;
  const texts = readTexts(body.subarray(told.end).toString(), told);
  if (texts === null) return none;
  const { folders, left, inside } = texts;
  const listings: FolderListings = new Map();
  const blocks = new Map<string, FolderBlock>();
  let [next, at] = [0, 0];
  for (const [index, folder] of folders.entries()) {
    const [changed, inode] = [told.folders[at] ?? 0, told.folders[at + 1] ?? 0];
    const [count, place] = [told.folders[at + 2] ?? 0, told.folders[at + 3] ?? -1];
    const text = inside[index] ?? '';
    // A name has one sign at least, and there is a NUL between two.
    if (text.length < 2 * count - 1) return none;
    // One for both, because there are very many.
    const seen = {
      changed,
      inode,
      names: namesOfText(text),
      rules: place,
      start: next * STAMP_NUMBERS,
      count,
    };
    listings.set(folder, seen);
    blocks.set(folder, seen);
    [next, at] = [next + count, at + FOLDER_NUMBERS];
  }
  if (next !== told.noted.length) return none;
  const { looked, latest, numbers, noted } = told;
  const { key, rules } = texts;
  return {
    listings,
    earlier: { folders: blocks, numbers, noted, left, looked, latest, key, source: noSource },
    rules,
  };
}

interface ReadTexts {
  readonly key: string | null;
  readonly rules: string | null;
  readonly left: ReadonlySet<string>;
  readonly folders: readonly string[];
  /** The names in each of them. */
  readonly inside: readonly string[];
}

/** Null where they are none of ours. */
function readTexts(text: string, { left, folders: told }: ToldNumbers): ReadTexts | null {
  const howMany = told.length / FOLDER_NUMBERS;
  const head = text.slice(0, MOST_HEAD).split('\0', HEAD_TEXTS);
  const [format, key, rules] = head;
  if (format !== FORMAT || head.length < HEAD_TEXTS) return null;
  let end = head.join('\0').length;
  const paths: string[] = [];
  for (let start = end + 1; paths.length < left + howMany; start = end + 1) {
    end = text.indexOf('\0', start);
    if (end === -1) return null;
    paths.push(text.slice(start, end));
  }
  const rest = text.slice(end + 1);
  const inside = howMany === 0 ? [] : rest.split('/');
  if (inside.length !== howMany) return null;
  const folders = left === 0 ? paths : paths.slice(left);
  return {
    key: textOf(key),
    rules: textOf(rules),
    left: new Set(paths.slice(0, left)),
    folders,
    inside,
  };
}

function textOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

interface ToldNumbers {
  readonly looked: number;
  readonly latest: number;
  /** How many folders were left out. */
  readonly left: number;
  readonly folders: Float64Array;
  readonly numbers: Float64Array;
  readonly noted: Uint8Array;
  /** Behind them. */
  readonly end: number;
}

function readNumbers(body: Uint8Array): ToldNumbers | null {
  if (body.length < HEAD_NUMBERS * NUMBER_BYTES) return null;
  const [looked = 0, latest = 0, folders = 0, left = 0, names = 0] = numbersAt(body, 0, HEAD_NUMBERS);
  if (![folders, left, names].every(isCount)) return null;
  const [first, second] = [HEAD_NUMBERS, HEAD_NUMBERS + folders * FOLDER_NUMBERS];
  const start = (second + names * STAMP_NUMBERS) * NUMBER_BYTES;
  const end = start + names;
  if (end > body.length) return null;
  return {
    looked,
    latest,
    left,
    folders: numbersAt(body, first, folders * FOLDER_NUMBERS),
    numbers: numbersAt(body, second, names * STAMP_NUMBERS),
    noted: body.subarray(start, end),
    end,
  };
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/** As they stand there; copied only where they stand at an odd byte. */
function numbersAt({ buffer, byteOffset }: Uint8Array, first: number, count: number): Float64Array {
  const start = byteOffset + first * NUMBER_BYTES;
  if (start % NUMBER_BYTES === 0) return new Float64Array(buffer, start, count);
  return new Float64Array(buffer.slice(start, start + count * NUMBER_BYTES));
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
