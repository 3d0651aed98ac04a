import { findName, listNames, namesOfList, type FolderNames } from './folder-names.ts';

/** What the system tells of a file: where all of it is the same, the content is, unless it was written at the very same moment. */
export interface FileStamp {
  readonly size: number;
  readonly mode: number;
  /** Names the file itself, whatever it is called. */
  readonly inode: number;
  /** In milliseconds, with their parts. */
  readonly modified: number;
  /** When anything about it changed; no program can set this. */
  readonly changed: number;
}

/** How many numbers tell of one name: what `FileStamp` has, in its order. */
export const STAMP_NUMBERS = 5;
export const SIZE = 0;
export const MODE = 1;
export const INODE = 2;
export const MODIFIED = 3;
export const CHANGED = 4;

const KIND = 0o17_0000;
const PLAIN_FILE = 0o10_0000;
const LINK = 0o12_0000;

/** What was seen in one folder. */
export interface FolderBlock {
  readonly names: FolderNames;
  /** Where the numbers of its first name begin; those of the others follow. A name whose mode is none of a plain file is no file. */
  readonly start: number;
  /** Of so many names there are numbers; of the others nothing is known. */
  readonly count: number;
}

/**
 * The files of a survey. There may be very many: they are kept folder by folder, as names and numbers, and an object is made only of
 * what is asked for.
 */
export interface FileTable extends Iterable<readonly [string, FileStamp]> {
  /** How many files there are. */
  readonly size: number;
  get(path: string): FileStamp | undefined;
  has(path: string): boolean;
  keys(): Iterable<string>;
  /** The symbolic links that were seen; none of them is a file. */
  links(): Iterable<readonly [string, FileStamp]>;
  isLink(path: string): boolean;
  /** By the path of the folder; `''` is the root. */
  readonly folders: ReadonlyMap<string, FolderBlock>;
  readonly numbers: Float64Array;
  /** For each name, in the order of the numbers: 1 where somebody who vouches for files noted these very numbers. */
  readonly noted: Uint8Array;
  /** What is noted was neither modified nor changed later than this; `Infinity`: that is not known. */
  readonly latest: number;
}

/** What the system tells of a name, called as Node calls it, so that nothing has to be made of it. */
export interface ToldNumbers {
  readonly size: number;
  readonly mode: number;
  readonly ino: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** One that is being filled. */
export interface FillingTable extends FileTable {
  latest: number;
  /** Begins a folder. Its names may still become more, name by name before each is put down. */
  open(folder: string, names: FolderNames): void;
  /** Puts down what the system tells of the next name of the folder that was begun last. */
  put(told: ToldNumbers): void;
  /** The same of a plain file, with numbers that were put down at an earlier look and are noted. */
  copy(numbers: Float64Array, at: number): void;
  /** Begins with all numbers of an earlier look: of its folders those count that are kept. */
  adopt(earlier: Pick<FileTable, 'numbers' | 'noted' | 'latest'>): void;
  /** Answers with where names stand that are not noted. What was told of them stands there until it is set anew, and they do not count. */
  keep(folder: string, block: FolderBlock): readonly number[];
  /** Puts down what the system tells of one of those in the folder that was kept last, or that it is not there. */
  set(index: number, told: ToldNumbers | undefined): void;
  /** Numbers and notes without the room for more. */
  trim(): Pick<FileTable, 'numbers' | 'noted'>;
  /** The next name is not there, or is nothing that counts. */
  pass(): void;
  /** Puts down anew what the system tells of a file, or that it is not there; whether that is other than what stood there. */
  amend(path: string, told: ToldNumbers | undefined): boolean;
}

export function isPlainFile(mode: number): boolean {
  return (mode & KIND) === PLAIN_FILE;
}

export function isLinkMode(mode: number): boolean {
  return (mode & KIND) === LINK;
}

/** `names` is a guess of how many names there will be. */
export function createFileTable(names = 0): FillingTable {
  const folders = new Map<string, OpenBlock>();
  const room = createRoom(names);
  let last: OpenBlock = { names: NO_NAMES, start: 0, count: 0 };
  let size = 0;

  const { find, entries, ...rest } = createFinder(folders, room);
  const table: FillingTable = {
    latest: Number.POSITIVE_INFINITY,
    folders,
    get size() {
      return size;
    },
    get numbers() {
      return room.numbers;
    },
    get noted() {
      return room.noted;
    },
    get: (path) => {
      const at = find(path);
      return at === -1 ? undefined : stampAt(room.numbers, at);
    },
    has: (path) => find(path) !== -1,
    ...rest,
    [Symbol.iterator]: entries,
    open: (folder, inside) => {
      last = { names: inside, start: room.end, count: 0 };
      folders.set(folder, last);
    },
    put: (told) => {
      const at = room.take(1);
      write(room.numbers, at, told);
      last.count += 1;
      if (isPlainFile(told.mode)) size += 1;
    },
    copy: (from, start) => {
      const at = room.take(1);
      const { numbers, noted } = room;
      for (let place = 0; place < STAMP_NUMBERS; place += 1) numbers[at + place] = from[start + place] ?? 0;
      noted[at / STAMP_NUMBERS] = 1;
      last.count += 1;
      size += 1;
    },
    set: (index, told = NOTHING_TOLD) => {
      write(room.numbers, last.start + index * STAMP_NUMBERS, told);
      if (isPlainFile(told.mode)) size += 1;
    },
    adopt: (earlier) => {
      room.fill(earlier);
      table.latest = earlier.latest;
    },
    keep: (folder, block) => {
      last = block;
      folders.set(folder, block);
      const from = block.start / STAMP_NUMBERS;
      const others = findOthers(room.noted, from, from + block.count);
      size += block.count - others.length;
      return others;
    },
    trim: () => ({
      numbers: room.numbers.subarray(0, room.end),
      noted: room.noted.subarray(0, room.end / STAMP_NUMBERS),
    }),
    pass: () => {
      room.take(1);
      last.count += 1;
    },
    amend: (path, told = NOTHING_TOLD) => {
      const at = find(path);
      if (at === -1 || isWritten(room.numbers, at, told)) return false;
      write(room.numbers, at, told);
      room.noted[at / STAMP_NUMBERS] = 0;
      if (!isPlainFile(told.mode)) size -= 1;
      return true;
    },
  };
  return table;
}

/** Finds files in what was put down. */
function createFinder(folders: ReadonlyMap<string, FolderBlock>, room: Pick<Room, 'numbers' | 'noted'>) {
  let found = -1;

  /** Who asks in the order of the names finds each one behind the last one. */
  function findAny(path: string): number {
    const slash = path.lastIndexOf('/');
    const block = folders.get(path.slice(0, Math.max(0, slash)));
    found = block === undefined ? -1 : findName(block.names, path.slice(slash + 1), found + 1);
    return block === undefined || found === -1 || found >= block.count
      ? -1
      : block.start + found * STAMP_NUMBERS;
  }

  const modeOf = (path: string): [at: number, mode: number] => {
    const at = findAny(path);
    return [at, at === -1 ? 0 : (room.numbers[at + MODE] ?? 0)];
  };

  function find(path: string): number {
    const [at, mode] = modeOf(path);
    return isPlainFile(mode) ? at : -1;
  }

  function* entries(): Generator<readonly [string, FileStamp]> {
    for (const [folder, { names, start, count }] of folders)
      for (const [index, name] of listNames(names).slice(0, count).entries()) {
        const at = start + index * STAMP_NUMBERS;
        if (isPlainFile(room.numbers[at + MODE] ?? 0))
          yield [joinPath(folder, name), stampAt(room.numbers, at)];
      }
  }

  function* keys(): Generator<string> {
    for (const [path] of entries()) yield path;
  }

  function* links(): Generator<readonly [string, FileStamp]> {
    for (const [folder, { names, start, count }] of folders) {
      const from = start / STAMP_NUMBERS;
      // What is noted is a plain file, and most are.
      for (const index of findOthers(room.noted, from, from + count)) {
        const at = start + index * STAMP_NUMBERS;
        if (isLinkMode(room.numbers[at + MODE] ?? 0))
          yield [joinPath(folder, listNames(names)[index] ?? ''), stampAt(room.numbers, at)];
      }
    }
  }

  return { find, isLink: (path: string) => isLinkMode(modeOf(path)[1]), entries, keys, links };
}

/** Which of the names that begin there are not noted. */
function findOthers(noted: Uint8Array, from: number, end: number): readonly number[] {
  let next = noted.indexOf(0, from);
  if (next === -1 || next >= end) return NONE;
  const others: number[] = [];
  for (; next !== -1 && next < end; next = noted.indexOf(0, next + 1)) others.push(next - from);
  return others;
}

const NONE: readonly number[] = [];

interface Room {
  readonly numbers: Float64Array;
  readonly noted: Uint8Array;
  /** Where the next number goes. */
  readonly end: number;
  /** Makes room for so many more names, and says where the numbers of the first one go. */
  take(count: number): number;
  /** Holds these and nothing else. */
  fill(all: Pick<FileTable, 'numbers' | 'noted'>): void;
}

function createRoom(names: number): Room {
  const room = {
    numbers: new Float64Array(Math.max(names, LEAST_NAMES) * STAMP_NUMBERS),
    noted: new Uint8Array(Math.max(names, LEAST_NAMES)),
    end: 0,
    take: (count: number) => {
      const start = room.end;
      room.end += count * STAMP_NUMBERS;
      if (room.end > room.numbers.length) {
        const most = Math.max(room.numbers.length * 2, room.end);
        const [numbers, noted] = [new Float64Array(most), new Uint8Array(most / STAMP_NUMBERS)];
        numbers.set(room.numbers);
        noted.set(room.noted);
        [room.numbers, room.noted] = [numbers, noted];
      }
      return start;
    },
    fill: ({ numbers, noted }: Pick<FileTable, 'numbers' | 'noted'>) => {
      room.end = 0;
      room.take(noted.length);
      room.numbers.set(numbers);
      room.noted.set(noted);
    },
  };
  return room;
}

const NOTHING_TOLD: ToldNumbers = { size: 0, mode: 0, ino: 0, mtimeMs: 0, ctimeMs: 0 };

function write(numbers: Float64Array, at: number, told: ToldNumbers): void {
  numbers[at + SIZE] = told.size;
  numbers[at + MODE] = told.mode;
  numbers[at + INODE] = told.ino;
  numbers[at + MODIFIED] = told.mtimeMs;
  numbers[at + CHANGED] = told.ctimeMs;
}

function isWritten(numbers: Float64Array, at: number, told: ToldNumbers): boolean {
  return (
    numbers[at + SIZE] === told.size &&
    numbers[at + MODE] === told.mode &&
    numbers[at + INODE] === told.ino &&
    numbers[at + MODIFIED] === told.mtimeMs &&
    numbers[at + CHANGED] === told.ctimeMs
  );
}

type OpenBlock = FolderBlock & { count: number };

const LEAST_NAMES = 64;
const NO_NAMES = namesOfList([]);

/** What is at that place. */
export function stampAt(numbers: Float64Array, at: number): FileStamp {
  return {
    size: numbers[at + SIZE] ?? 0,
    mode: numbers[at + MODE] ?? 0,
    inode: numbers[at + INODE] ?? 0,
    modified: numbers[at + MODIFIED] ?? 0,
    changed: numbers[at + CHANGED] ?? 0,
  };
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
