import { lstatSync, readFileSync, type BigIntStats } from 'node:fs';
import { basename, join } from 'node:path';

import { realPath } from './look-at-path.ts';

const MOST_BYTES = 64_000_000;
/** Of so many files of an index it is asked whether they are those of the folder. */
const MOST_FILES = 2000;

/**
 * Whether a git folder that is kept apart (`--separate-git-dir`) is that of the files in `folder`. It does not name them; but its index
 * notes the number of each file and when anything about it changed, and nobody can give a file those of another. So git, confined by
 * nobody, has looked at these very files with this git folder. One that is called `.git` is that of the folder in which it lies.
 */
export function notesWorkTree(git: string, folder: string): boolean {
  if (basename(git) === '.git') return false;
  const bytes = readIndex(join(git, 'index'));
  return (
    bytes !== null &&
    notedFiles(bytes).some(
      (noted) => isSame(noted, lookAt(join(folder, noted.path))) && liesIn(folder, noted.path),
    )
  );
}

/** A name that leads out of the folder, by itself or through a link on the way, shows the files of somebody else. */
function liesIn(folder: string, path: string): boolean {
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return false;
  const real = realPath(folder);
  return real !== null && realPath(join(folder, path)) === join(real, path);
}

interface NotedFile {
  readonly path: string;
  readonly changed: NotedTime;
  readonly modified: NotedTime;
  readonly inode: number;
  readonly size: number;
}

interface NotedTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

const SIGNATURE = 0x44_49_52_43;
const HEADER_BYTES = 12;
/** Before the name: two times, eight numbers, the name of the content, and flags. */
const ENTRY_BYTES = 62;
const EXTENDED = 0x4000;
const PLAIN_FILE = 0o10;

/** Of an index of version 2 or 3, with names of contents of 20 bytes; of any other nothing is known. */
function notedFiles(bytes: Buffer): readonly NotedFile[] {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(0) !== SIGNATURE) return [];
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return [];
  const count = Math.min(bytes.readUInt32BE(8), MOST_FILES);
  const files: NotedFile[] = [];
  for (let at = HEADER_BYTES, entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_BYTES > bytes.length) return files;
    const start = at + ENTRY_BYTES + ((bytes.readUInt16BE(at + 60) & EXTENDED) === 0 ? 0 : 2);
    const end = bytes.indexOf(0, start);
    if (end === -1) return files;
    if (bytes.readUInt32BE(at + 24) >>> 12 === PLAIN_FILE)
      files.push({
        path: bytes.toString('utf8', start, end),
        changed: timeAt(bytes, at),
        modified: timeAt(bytes, at + 8),
        inode: bytes.readUInt32BE(at + 20),
        size: bytes.readUInt32BE(at + 36),
      });
    // Each begins at a multiple of eight bytes from the one before, with one to eight zeros between.
    at += (end - at + 8) & ~7;
  }
  return files;
}

function timeAt(bytes: Buffer, at: number): NotedTime {
  return { seconds: bytes.readUInt32BE(at), nanoseconds: bytes.readUInt32BE(at + 4) };
}

/** Who noted no number or no time of change noted nothing that could not be made. */
function isSame({ changed, modified, inode, size }: NotedFile, found: BigIntStats | null): boolean {
  return (
    found !== null &&
    found.isFile() &&
    inode !== 0 &&
    changed.seconds !== 0 &&
    BigInt(inode) === BigInt.asUintN(32, found.ino) &&
    BigInt(size) === BigInt.asUintN(32, found.size) &&
    isTime(changed, found.ctimeNs) &&
    isTime(modified, found.mtimeNs)
  );
}

const BILLION = 1_000_000_000n;

/** Not every git notes parts of a second. */
function isTime({ seconds, nanoseconds }: NotedTime, found: bigint): boolean {
  return (
    BigInt(seconds) === BigInt.asUintN(32, found / BILLION) &&
    (nanoseconds === 0 || BigInt(nanoseconds) === found % BILLION)
  );
}

function readIndex(path: string): Buffer | null {
  try {
    const found = lstatSync(path);
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

function lookAt(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}
