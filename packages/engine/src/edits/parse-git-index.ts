import { CHANGED, INODE, MODIFIED, SIZE, type FileStamp } from '../ports/file-table.ts';
import type { NotedFiles } from '../ports/workspace.ts';
import {
  ASSUMED,
  BEYOND_ASCII,
  ENTRY_BYTES,
  EXTENDED,
  FOLDER,
  fromBytes,
  HEADER_BYTES,
  isWhole,
  NAME_LENGTH,
  OBJECT_BYTES,
  PLAIN_FILE,
  REPOSITORY,
  SIGNATURE,
  STAGE,
} from './git-index-format.ts';

/** What git noted of files when it last looked at them. */
export interface GitIndex {
  /** Whether the file has the size and the times that git noted, and cannot have changed since without other ones. */
  fits(path: string, stamp: Omit<FileStamp, 'mode'>): boolean;
  /** The same for the files of one folder; asked in the order of their names it answers fastest. */
  inFolder(folder: string): FitsInFolder;
  /** The name of the content that it had then, in hexadecimal digits; null where git does not have it. */
  objectOf(path: string): string | null;
  /** The paths that it has below these folders. */
  below(folders: ReadonlySet<string>): readonly string[];
  /** It names other repositories in folders of this one, or may do so in a part of it that lies elsewhere. */
  readonly mayHoldRepositories: boolean;
  /** What git looks at when it is asked which files are other than it noted; null where that is not all of it. */
  readonly noted: NotedFiles | null;
  /** What was modified before this time, and is as noted, was not written again at the moment at which the index was. */
  readonly settled: number;
  /** Files that git keeps in another form than they have on the disk; null where there are none, in all or in that folder. */
  readonly converted: ((folder: string) => IsConverted | null) | null;
}

export type IsConverted = (name: string) => boolean;

type FitsInFolder = (name: string, stamp: Omit<FileStamp, 'mode'>) => boolean;

/**
 * Reads the index without starting git: a repository's own configuration can make git start programs. Null for what cannot be read for
 * certain. What was modified when the index was written, or later, may have been written once more in the same tick of the clock, so it fits nothing.
 * Only where each file stands is kept, folder by folder: to make a text of every path takes longer than all the rest.
 */
export function parseGitIndex(
  bytes: Uint8Array,
  written: number = Number.POSITIVE_INFINITY,
): GitIndex | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = findPlaces(bytes, view);
  if (found === null) return null;
  const finderOf = (folder: string): FindPlace => createFinder(found.text, found.folders.get(folder));
  // Who asks for many asks folder by folder, and the names of a large one are not gone through for each.
  let last: { readonly folder: string; readonly find: FindPlace } = { folder: '', find: finderOf('') };
  const findPath = (path: string): number => {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(0, slash));
    if (last.folder !== folder) last = { folder, find: finderOf(folder) };
    return last.find(path.slice(slash + 1));
  };
  const fitsAt: FitsAt = (at, { size, inode, modified, changed }) => {
    if (at === NOWHERE || view.getUint32(at + 36) !== size) return false;
    if (!isTimeAt(view, at + 8, modified)) return false;
    // A program can set the one time back, and not the other. Who noted none of it, as other programs than git do, cannot tell.
    if (view.getUint32(at) === 0 || !isTimeAt(view, at, changed)) return false;
    // Files that were written together may have changed places with their folders.
    if (view.getUint32(at + 20) !== inode % INODE_RANGE) return false;
    return modified < written - (view.getUint32(at + 12) === 0 ? COARSE_MILLISECONDS : TICK_MILLISECONDS);
  };
  const whole = isWhole(view, found.end);
  return {
    mayHoldRepositories: found.mayHoldRepositories || !whole,
    below: (folders) => findBelow(found, folders),
    noted: whole && !found.leavesOut ? createNoted(view, found) : null,
    settled: settledBefore(written),
    converted: null,
    fits: (path, stamp) => fitsAt(findPath(path), stamp),
    inFolder: (folder) => {
      const find = finderOf(folder);
      return (name, stamp) => fitsAt(find(name), stamp);
    },
    objectOf: (path) => {
      const at = findPath(path);
      if (at === NOWHERE) return null;
      return Buffer.from(bytes.subarray(at + 40, at + 40 + OBJECT_BYTES)).toString('hex');
    },
  };
}

function findBelow({ text, folders }: Places, outer: ReadonlySet<string>): readonly string[] {
  if (outer.size === 0) return [];
  const found: string[] = [];
  for (const [folder, inside] of folders)
    if (isBelow(folder, outer))
      for (const name of indexNames(text, inside).keys()) found.push(`${folder}/${name}`);
  return found;
}

function isBelow(folder: string, outer: ReadonlySet<string>): boolean {
  for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 1))
    if (outer.has(folder.slice(0, end))) return true;
  return false;
}

const NUL = 0;

/**
 * Whether an index may have something below one of these folders, found without understanding all of it. Its paths stand there as a whole
 * and with their length before them, but for version 4.
 */
export function mayHaveBelow(bytes: Uint8Array, folders: readonly string[]): boolean {
  if (folders.length === 0) return false;
  if (bytes.length < HEADER_BYTES) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== SIGNATURE || view.getUint32(4) !== 2) return true;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return folders.some((folder) => {
    const start = `${folder}/`;
    for (let at = all.indexOf(start, HEADER_BYTES); at !== -1; at = all.indexOf(start, at + 1)) {
      const length = view.getUint16(at - 2) & NAME_LENGTH;
      if (length === NAME_LENGTH || all.indexOf(NUL, at) === at + length) return true;
    }
    return false;
  });
}

/** Times of an index that was written then. */
export function settledBefore(written: number): number {
  return written - COARSE_MILLISECONDS;
}

/** Only of what git looks at in all of its parts; the bits that tell it not to look are left to us. */
function createNoted(view: DataView, { text, folders }: Places): NotedFiles {
  return {
    inFolder: (folder) => {
      const find = createFinder(text, folders.get(folder));
      return (name, numbers, from) => {
        const at = find(name);
        if (at === NOWHERE || view.getUint32(at + 36) !== numbers[from + SIZE]) return false;
        if ((view.getUint16(at + 60) & (ASSUMED | EXTENDED)) !== 0) return false;
        if (view.getUint32(at + 24) >>> 12 !== PLAIN_FILE) return false;
        return (
          view.getUint32(at) !== 0 &&
          view.getUint32(at + 20) === (numbers[from + INODE] ?? 0) % INODE_RANGE &&
          isTimeAt(view, at + 8, numbers[from + MODIFIED] ?? 0) &&
          isTimeAt(view, at, numbers[from + CHANGED] ?? 0)
        );
      };
    },
  };
}

type FitsAt = (at: number, stamp: Omit<FileStamp, 'mode'>) => boolean;

/** Git notes so much of the number of a file. */
const INODE_RANGE = 2 ** 32;
/** Disks tell the time in steps. */
const TICK_MILLISECONDS = 20;
/** The same where git noted whole seconds. */
const COARSE_MILLISECONDS = 2000;

/** Seconds and nanoseconds, as git writes them. */
function isTimeAt(view: DataView, at: number, time: number): boolean {
  if (Math.floor(time / 1000) !== view.getUint32(at)) return false;
  const nanoseconds = view.getUint32(at + 4);
  return nanoseconds === 0 || Math.abs((time % 1000) - nanoseconds / 1_000_000) < 0.002;
}

/** Where the entry of a name begins, or `NOWHERE`. */
type FindPlace = (name: string) => number;

const NOWHERE = -1;

/** The files of one folder, in the order of the bytes of their names. */
interface FolderPlaces {
  /** Where each entry begins. */
  readonly places: number[];
  /** Where each name begins; it ends with a NUL. Not in version 4, which does not have them whole. */
  readonly starts: number[];
  /** Only in version 4. */
  readonly names: string[];
}

/** Who asks in the order of the names finds each one where the last one ended. */
function createFinder(text: string, inside: FolderPlaces | undefined): FindPlace {
  if (inside === undefined) return () => NOWHERE;
  const { places, starts, names } = inside;
  let next = 0;
  let byName: Map<string, number> | null = null;
  return (name) => {
    const start = starts[next];
    const isNext = start === undefined ? names[next] === name : isPlainName(text, start, name);
    if (!isNext) {
      byName ??= indexNames(text, inside);
      const found = byName.get(name);
      if (found === undefined) return NOWHERE;
      next = found;
    }
    next += 1;
    return places[next - 1] ?? NOWHERE;
  };
}

/** Whether it stands there. False for all that is more than ASCII, because that has other bytes. */
function isPlainName(text: string, start: number, name: string): boolean {
  return (
    text.startsWith(name, start) && text.charCodeAt(start + name.length) === 0 && !BEYOND_ASCII.test(name)
  );
}

function indexNames(text: string, { starts, names }: FolderPlaces): Map<string, number> {
  const byName = new Map(names.map((name, index) => [name, index]));
  for (const [index, start] of starts.entries())
    byName.set(fromBytes(text.slice(start, text.indexOf('\0', start))), index);
  return byName;
}

interface Places {
  /** All of the index, with one sign for each byte: what is built in finds and compares signs faster than a loop does bytes. */
  readonly text: string;
  readonly folders: ReadonlyMap<string, FolderPlaces>;
  readonly mayHoldRepositories: boolean;
  /** Some entries stand for all that lies below a folder. */
  readonly leavesOut: boolean;
  /** Behind the last entry. */
  readonly end: number;
}

function findPlaces(bytes: Uint8Array, view: DataView): Places | null {
  if (bytes.length < HEADER_BYTES || view.getUint32(0) !== SIGNATURE) return null;
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return null;
  const count = view.getUint32(8);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const sorter = createSorter(text);
  let at = HEADER_BYTES;
  let before = '';
  let [mayHoldRepositories, leavesOut] = [false, false];
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > bytes.length) return null;
    const flags = view.getUint16(at + 60);
    const kind = view.getUint32(at + 24) >>> 12;
    if (kind === REPOSITORY || kind === FOLDER) mayHoldRepositories = true;
    if (kind === FOLDER) leavesOut = true;
    let name = at + ENTRY_BYTES + (version >= 3 && (flags & EXTENDED) !== 0 ? 2 : 0);
    let kept = '';
    if (version === 4) {
      const stripped = readOffset(bytes, name);
      if (stripped.value > before.length) return null;
      kept = before.slice(0, before.length - stripped.value);
      name = stripped.next;
    }
    const length = flags & NAME_LENGTH;
    const end = length === NAME_LENGTH ? bytes.indexOf(0, name) : name + length - kept.length;
    if (end < name || bytes[end] !== 0) return null;
    const isFile = (flags & STAGE) === 0;
    if (version === 4) {
      // What it shares with the path before is counted in bytes.
      before = kept + text.slice(name, end);
      if (isFile) sorter.addText(at, before);
      at = end + 1;
    } else {
      if (isFile) sorter.add(at, name, end);
      // Up to version 3 entries are padded to eight bytes, with one NUL at least.
      at += Math.ceil((end + 1 - at) / 8) * 8;
    }
  }
  return { text, folders: sorter.folders, mayHoldRepositories, leavesOut, end: at };
}

/** Puts entries into their folders. */
function createSorter(text: string) {
  const folders = new Map<string, FolderPlaces>();
  /** The folder of the last entry, with its slash. */
  let last: string | null = null;
  let current: FolderPlaces = { places: [], starts: [], names: [] };

  function enter(folder: string): void {
    const name = fromBytes(folder.slice(0, -1));
    current = folders.get(name) ?? { places: [], starts: [], names: [] };
    folders.set(name, current);
    last = folder;
  }

  return {
    folders,
    addText: (at: number, path: string) => {
      const slash = path.lastIndexOf('/') + 1;
      enter(path.slice(0, slash));
      current.places.push(at);
      current.names.push(fromBytes(path.slice(slash)));
    },
    add: (at: number, start: number, end: number) => {
      const slash = Math.max(start, text.lastIndexOf('/', end) + 1);
      // Most entries lie in the folder of the one before.
      if (last?.length !== slash - start || !text.startsWith(last, start)) enter(text.slice(start, slash));
      current.places.push(at);
      current.starts.push(slash);
    },
  };
}

/** The number format of version 4: seven bits a byte, with one added for each that follows. */
function readOffset(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let next = start;
  let byte = bytes[next] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    next += 1;
    byte = bytes[next] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: next + 1 };
}
