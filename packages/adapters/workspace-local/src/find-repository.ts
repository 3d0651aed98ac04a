import { lstatSync, readFileSync, statSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import type { FileStamp, OuterAttributes, Repository } from '@rook/engine';

import { findAttributesOfUser } from './attributes-of-user.ts';

const MOST_POINTER_BYTES = 4096;
const MOST_ATTRIBUTES_BYTES = 1_000_000;
/** So much is read in one go, which takes few milliseconds; in pieces, each waits for its turn while a look goes on. */
const AT_ONCE_BYTES = 16_000_000;

/** The nearest one upward, as git finds it. Nothing of another user is believed. */
export function findRepository(root: string): Repository | null {
  for (let top = root; ; top = dirname(top)) {
    const found = lookAt(join(top, '.git'));
    if (found !== null) {
      const folder = isOwn(found) ? gitFolderOf(top, found) : null;
      return folder === null ? null : describe(root, top, folder);
    }
    if (dirname(top) === top) return null;
  }
}

/** The folder itself, or the one that a file of this name points to: that of a work tree, or of a module. */
function gitFolderOf(top: string, found: Stats): string | null {
  const path = join(top, '.git');
  const folder = found.isFile() ? readPointer(path, 'gitdir: ') : path;
  const head = folder === null ? null : lookAt(join(folder, 'HEAD'));
  const own = folder === null ? null : lookThrough(folder);
  return head !== null && own?.isDirectory() === true && isOwn(own) ? folder : null;
}

function describe(root: string, top: string, folder: string): Repository {
  const way = relative(top, root);
  const prefix = way === '' ? '' : `${way.split(sep).join('/')}/`;
  const index = join(folder, 'index');
  return {
    folder,
    top,
    prefix,
    lookAtIndex: () => {
      const found = lookAt(index);
      return found?.isFile() === true ? stampOf(found) : null;
    },
    readIndex: async (maxBytes) => {
      const found = lookAt(index);
      if (found?.isFile() !== true || found.size > maxBytes) return null;
      const bytes = found.size <= AT_ONCE_BYTES ? readAtOnce(index) : await readFile(index).catch(() => null);
      return bytes === null ? null : { bytes, written: found.mtimeMs };
    },
    attributes: () => {
      const common = readPointer(join(folder, 'commondir'), '') ?? folder;
      const names = way === '' ? [] : way.split(sep);
      const files = names.map((_name, depth) => ({
        path: join(top, ...names.slice(0, depth), '.gitattributes'),
        way: names.slice(depth),
      }));
      // A user's own may be a link to where he keeps such files.
      const ofUser = findAttributesOfUser(common).map((path) => ({ path, way: names, look: lookThrough }));
      const inGit = { path: join(common, 'info', 'attributes'), way: names };
      return [...ofUser, inGit, ...files].flatMap(toAttributes);
    },
  };
}

interface AttributesFile {
  readonly path: string;
  readonly way: readonly string[];
  readonly look?: (path: string) => Stats | null;
}

function toAttributes({ path, way, look = lookAt }: AttributesFile): OuterAttributes[] {
  const found = look(path);
  if (found === null) return [];
  const { ino, size, mtimeMs, ctimeMs } = found;
  const isReadable = found.isFile() && size <= MOST_ATTRIBUTES_BYTES;
  return [
    {
      key: [path, ino, size, mtimeMs, ctimeMs].join(' '),
      way,
      read: async () => (isReadable ? readFile(path, 'utf8').catch(() => null) : null),
    },
  ];
}

/** The path that a small file of git holds, seen from the folder of that file; null where there is none. */
function readPointer(path: string, start: string): string | null {
  const found = lookAt(path);
  if (found?.isFile() !== true || found.size > MOST_POINTER_BYTES) return null;
  try {
    const text = readFileSync(path, 'utf8').trimEnd();
    const target = text.startsWith(start) ? text.slice(start.length) : '';
    if (target === '' || target.includes('\n') || target.includes('\0')) return null;
    return isAbsolute(target) ? target : resolve(dirname(path), target);
  } catch {
    return null;
  }
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** At what a link leads to. */
function lookThrough(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function readAtOnce(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function stampOf({ size, mode, ino: inode, mtimeMs: modified, ctimeMs: changed }: Stats): FileStamp {
  return { size, mode, inode, modified, changed };
}

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
