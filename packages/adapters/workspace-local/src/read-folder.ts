import { constants, lstatSync, readdirSync, type Stats } from 'node:fs';

import {
  findName,
  joinPath,
  listNames,
  namesOfList,
  STAMP_NUMBERS,
  type FillingTable,
  type FolderNames,
} from '@rook/engine';

import { RULES_FILE, STALE, type FolderListings } from './folder-knowledge.ts';
import { systemReason } from './system-reason.ts';
import type { EarlierLook, Vouching } from './take-over.ts';

/** A folder, with what the system told of it before it was read: what is made in it meanwhile changes it again. */
export interface SeenFolder {
  readonly folder: string;
  readonly changed: number;
  readonly inode: number;
}

export interface FolderRead {
  readonly root: string;
  readonly files: FillingTable;
  readonly mostFiles: number;
  readonly listings: FolderListings;
  readonly looked: number;
  readonly earlier: EarlierLook | null;
  readonly vouching: Vouching | null;
  /** No ignore rules are other than at the earlier look, as far as was seen. */
  hasSameRules: boolean;
}

/** Why it cannot be read, or the folders in it. */
export function readRoot(read: FolderRead): readonly SeenFolder[] | string {
  const found: SeenFolder[] = [];
  try {
    const { ctimeMs: changed, ino: inode } = lstatSync(read.root);
    return readLevel(read, { folder: '', changed, inode }, found) ?? found;
  } catch (error) {
    return systemReason(error);
  }
}

/** The folders in it are added to what was found. Why it cannot be read; null where it was. */
export function readLevel(read: FolderRead, place: SeenFolder, found: SeenFolder[]): string | null {
  const { folder, changed, inode } = place;
  const { listings, looked } = read;
  try {
    const known = listings.get(folder);
    const isKnown = known !== undefined && known.changed === changed && known.inode === inode;
    const names = isKnown
      ? lookAtKnown(read, place, { known: known.names, found })
      : readAnew(read, place, found);
    if (names === null) return null;
    const rules = isKnown ? known.rules : findName(names, RULES_FILE);
    if (read.hasSameRules && !areRulesSame(read, folder, [known?.rules ?? -1, rules]))
      read.hasSameRules = false;
    const isStale = looked - changed <= momentOf(changed);
    if (isStale) listings.set(folder, { changed: STALE, inode, names, rules });
    else if (!isKnown) listings.set(folder, { changed, inode, names, rules });
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

/** Disks tell the time in steps: what was changed so shortly before a look may have changed again after it. */
const MOMENT_MILLISECONDS = 50;
/** The same for a disk that tells whole seconds, or two at a time. */
const COARSE_MILLISECONDS = 3000;

/** Whether the ignore rules in a folder are those of the earlier look, by where they were among its names and where they are. */
export function areRulesSame(
  { files, earlier }: FolderRead,
  folder: string,
  [was, is]: readonly [number, number],
): boolean {
  if (was === -1 && is === -1) return true;
  const [old, now] = [earlier?.folders.get(folder), files.folders.get(folder)];
  if (earlier === null || old === undefined || now === undefined || was === -1 || is === -1) return false;
  if (was >= old.count || is >= now.count || listNames(old.names)[was] !== RULES_FILE) return false;
  const [before, after] = [old.start + was * STAMP_NUMBERS, now.start + is * STAMP_NUMBERS];
  for (let place = 0; place < STAMP_NUMBERS; place += 1)
    if (earlier.numbers[before + place] !== files.numbers[after + place]) return false;
  return true;
}

const NO_ENTRY = { throwIfNoEntry: false } as const;

interface Known {
  readonly known: FolderNames;
  readonly found: SeenFolder[];
}

/** Null where there are too many files. This runs for every file, and makes nothing that lasts: it is most of the time of a look. */
function lookAtKnown(
  { root, files, mostFiles, vouching }: FolderRead,
  { folder }: SeenFolder,
  { known, found }: Known,
): FolderNames | null {
  const before = folder === '' ? `${root}/` : `${root}/${folder}/`;
  files.open(folder, known);
  const takeOver = vouching?.inFolder(folder, known) ?? null;
  let index = -1;
  for (const name of listNames(known)) {
    index += 1;
    if (files.size > mostFiles) return null;
    if (takeOver?.(files, name, index) === true) continue;
    const told = lstatSync(before + name, NO_ENTRY);
    if (told === undefined) {
      files.pass();
      continue;
    }
    files.put(told);
    if ((told.mode & constants.S_IFMT) === constants.S_IFDIR)
      found.push({ folder: joinPath(folder, name), changed: told.ctimeMs, inode: told.ino });
  }
  return known;
}

/** The names of what is a file, a folder or a link; null where there are too many files. */
function readAnew(
  { root, files, mostFiles }: FolderRead,
  { folder }: SeenFolder,
  found: SeenFolder[],
): FolderNames | null {
  const before = folder === '' ? `${root}/` : `${root}/${folder}/`;
  const list: string[] = [];
  const names = namesOfList(list);
  // In the order that git has them in, so that whoever compares with its index need not search.
  const inside = readdirSync(before).toSorted();
  // One that may be listed and not gone into has names and nothing else.
  lstatSync(`${before}.`);
  files.open(folder, names);
  for (const name of inside) {
    if (files.size > mostFiles) return null;
    const told = lstatSync(before + name, NO_ENTRY);
    if (told === undefined) continue;
    const isFolder = told.isDirectory();
    if (isFolder) found.push({ folder: joinPath(folder, name), changed: told.ctimeMs, inode: told.ino });
    else if (!told.isFile() && !told.isSymbolicLink()) continue;
    list.push(name);
    files.put(told);
  }
  return names;
}

function momentOf(changed: number): number {
  return changed % 1000 === 0 ? COARSE_MILLISECONDS : MOMENT_MILLISECONDS;
}

/** What cannot be looked at is as good as not there. */
export function lookAtOne(path: string): Stats | undefined {
  try {
    return lstatSync(path, NO_ENTRY);
  } catch {
    return undefined;
  }
}
