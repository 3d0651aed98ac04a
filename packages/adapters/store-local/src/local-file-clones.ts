import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFile,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { copyFile, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import type { FileClone, FileClones, FileStamp } from '@rook/engine';

import {
  beginCloneFolder,
  CLONES_FOLDER,
  finishCloneFolder,
  removeLeftClones,
  type CloneFolder,
} from './clone-folder.ts';
import { inspectWay } from './own-folder.ts';

/** So many are cloned at once: each may wait for the disk, and none of that on this thread. */
const AT_ONCE = 8;
const OPEN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CLONE = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE;

/** What says nothing of the file system. */
const PASSING: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EINTR', 'EAGAIN']);
/** There is no room for another one either. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);
/** Files that are not cloned although others could be, as those of a disk that is mounted in the workspace. After so many before the first that is, none is tried any more. */
const MOST_REFUSED = 256;

interface CloneRoom {
  /** The workspace. */
  readonly root: string;
  /** Rook's own folder in it. */
  readonly folder: string;
}

/**
 * Clones in a folder of this process below Rook's own, so that they lie on the file system of the workspace.
 */
export function createFileClones({ root, folder }: CloneRoom): FileClones {
  let place: CloneFolder | null = null;
  let asking: Promise<boolean> | null = null;
  let [count, refused] = [0, 0];

  /** Asks the system with a file of our own, so that no odd file of the user decides for all. */
  async function ask(): Promise<boolean> {
    const begun = beginCloneFolder(folder);
    const answer = begun.ok ? await tryToClone(begun.value) : 'unknown';
    const made = begun.ok && answer === 'yes' ? await finishCloneFolder(begun.value) : null;
    if (made?.ok === true) place = made.value;
    else if (begun.ok) rmSync(begun.value, { recursive: true, force: true });
    if (place === null && answer !== 'no') asking = null;
    return place !== null;
  }

  const isPossible = async (): Promise<boolean> => {
    asking ??= ask();
    return asking;
  };

  return {
    isPossible,
    find: (name) => findClone(folder, name),
    removeLeft: async () => removeLeftClones(folder),
    take: async (files) => {
      const taken = new Map<string, FileClone>();
      if (!(await isPossible()) || place === null) return taken;
      const [inner, waiting] = [place.path, files[Symbol.iterator]()];
      let isFull = false;
      const work = async (): Promise<void> => {
        for (const [path, stamp] of waiting) {
          count += 1;
          const cloned = await cloneFile(join(root, path), join(inner, String(count)), stamp);
          if (typeof cloned !== 'string') taken.set(path, cloned);
          else if (cloned === 'EXDEV' || cloned === 'EINVAL') refused += 1;
          isFull ||= typeof cloned === 'string' && FULL.has(cloned);
          if (isFull || (taken.size === 0 && refused >= MOST_REFUSED)) return;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (taken.size > 0) refused = -Infinity;
      if (refused >= MOST_REFUSED) asking = Promise.resolve(false);
      return taken;
    },
  };
}

/** `unknown` where it may be otherwise the next time. */
async function tryToClone(folder: string): Promise<'yes' | 'no' | 'unknown'> {
  const probe = join(folder, 'probe');
  try {
    writeFileSync(probe, 'probe', { mode: 0o600 });
    await copyFile(probe, `${probe}.clone`, CLONE);
    return 'yes';
  } catch (error) {
    return PASSING.has(codeOf(error)) ? 'unknown' : 'no';
  } finally {
    await removeAll([probe, `${probe}.clone`]);
  }
}

/** Or why there is none; `''` where the file is another one by now. */
async function cloneFile(path: string, target: string, stamp: FileStamp): Promise<FileClone | string> {
  let file: number | undefined;
  try {
    file = openSync(path, OPEN);
    if (!isAs(fstatSync(file), stamp)) return '';
    // Linux reaches the file itself through its handle, whatever is put into its place.
    await copyFile(process.platform === 'linux' ? `/proc/self/fd/${file}` : path, target, CLONE);
    const made = lstatSync(target);
    if (isAs(fstatSync(file), stamp) && made.isFile() && made.size === stamp.size)
      return cloneAt(target, made);
    await removeAll([target]);
    return '';
  } catch (error) {
    await removeAll([target]);
    return codeOf(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isAs(found: Stats, { size, inode, modified, changed }: FileStamp): boolean {
  const { size: bytes, ino, mtimeMs, ctimeMs } = found;
  return found.isFile() && bytes === size && ino === inode && mtimeMs === modified && ctimeMs === changed;
}

function cloneAt(path: string, { size, mode, ino, mtimeMs, ctimeMs }: CloneStats): FileClone {
  const stamp = { size, mode, inode: ino, modified: mtimeMs, changed: ctimeMs };
  const place = `${basename(dirname(path))}/${basename(path)}`;
  return {
    name: [place, size, ino, mtimeMs, ctimeMs].join(' '),
    read: async () => readClone(path, stamp).catch(() => null),
    remove: async () => removeAll([path]),
  };
}

type CloneStats = Pick<Stats, 'size' | 'mode' | 'ino' | 'mtimeMs' | 'ctimeMs'>;

const NAME = /^([\da-f-]{36}\/\d+) (\d+) (\d+) ([\d.]+) ([\d.]+)$/u;

/** One that another process made. Its stamp says whether it is the one, and whether somebody wrote into it since. */
function findClone(folder: string, name: string): FileClone | null {
  const [, place, ...numbers] = NAME.exec(name) ?? [];
  const [size = NaN, ino = NaN, mtimeMs = NaN, ctimeMs = NaN] = numbers.map(Number);
  if (place === undefined) return null;
  const path = join(folder, CLONES_FOLDER, place);
  const way = inspectWay(folder, dirname(path));
  return way.ok && way.value === 'safe' ? cloneAt(path, { size, mode: 0, ino, mtimeMs, ctimeMs }) : null;
}

const readElsewhere = promisify(readFile);

/** A command could have written into it. */
async function readClone(path: string, stamp: FileStamp): Promise<Uint8Array | null> {
  const file = openSync(path, OPEN);
  try {
    if (!isAs(fstatSync(file), stamp)) return null;
    const bytes = await readElsewhere(file);
    return isAs(fstatSync(file), stamp) && bytes.length === stamp.size ? bytes : null;
  } finally {
    closeSync(file);
  }
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await unlink(path).catch(() => undefined);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
