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

/** What was seen in one folder. Of two looks that found the same names it may be the very same list. */
export interface FolderBlock {
  readonly names: readonly string[];
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
  /** By the path of the folder; `''` is the root. */
  readonly folders: ReadonlyMap<string, FolderBlock>;
  readonly numbers: Float64Array;
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
  /** Begins a folder. The list of its names may still grow, name by name before each is put down. */
  open(folder: string, names: readonly string[]): void;
  /** Puts down what the system tells of the next name of the folder that was begun last. */
  put(told: ToldNumbers): void;
  /** The next name is not there, or is nothing that counts. */
  pass(): void;
}

export function isPlainFile(mode: number): boolean {
  return (mode & KIND) === PLAIN_FILE;
}

/** `names` is a guess of how many names there will be. */
export function createFileTable(names = 0): FillingTable {
  const folders = new Map<string, OpenBlock>();
  let last: OpenBlock = { names: [], start: 0, count: 0 };
  let numbers = new Float64Array(Math.max(names, LEAST_NAMES) * STAMP_NUMBERS);
  let [next, size] = [0, 0];

  function find(path: string): number {
    const slash = path.lastIndexOf('/');
    const block = folders.get(path.slice(0, Math.max(0, slash)));
    const index = block?.names.indexOf(path.slice(slash + 1)) ?? -1;
    if (block === undefined || index === -1 || index >= block.count) return -1;
    const at = block.start + index * STAMP_NUMBERS;
    return isPlainFile(numbers[at + MODE] ?? 0) ? at : -1;
  }

  function* entries(): Generator<readonly [string, FileStamp]> {
    for (const [folder, { names: inside, start, count }] of folders)
      for (const [index, name] of inside.slice(0, count).entries()) {
        const at = start + index * STAMP_NUMBERS;
        if (isPlainFile(numbers[at + MODE] ?? 0)) yield [joinPath(folder, name), stampAt(numbers, at)];
      }
  }

  return {
    folders,
    get size() {
      return size;
    },
    get numbers() {
      return numbers;
    },
    get: (path) => {
      const at = find(path);
      return at === -1 ? undefined : stampAt(numbers, at);
    },
    has: (path) => find(path) !== -1,
    keys: function* keys() {
      for (const [path] of entries()) yield path;
    },
    [Symbol.iterator]: entries,
    open: (folder, inside) => {
      last = { names: inside, start: next, count: 0 };
      folders.set(folder, last);
    },
    put: (told) => {
      if (next === numbers.length) numbers = grow(numbers);
      numbers[next + SIZE] = told.size;
      numbers[next + MODE] = told.mode;
      numbers[next + INODE] = told.ino;
      numbers[next + MODIFIED] = told.mtimeMs;
      numbers[next + CHANGED] = told.ctimeMs;
      next += STAMP_NUMBERS;
      last.count += 1;
      if (isPlainFile(told.mode)) size += 1;
    },
    pass: () => {
      if (next === numbers.length) numbers = grow(numbers);
      next += STAMP_NUMBERS;
      last.count += 1;
    },
  };
}

type OpenBlock = FolderBlock & { count: number };

const LEAST_NAMES = 64;

function grow(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

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
