import { constants } from 'node:fs';

import { createFileTable, listNames, MODE, STAMP_NUMBERS } from '@rook/engine';

import type { FolderListing } from './folder-knowledge.ts';
import { areRulesSame, lookAtOne, readLevel, type FolderRead, type SeenFolder } from './read-folder.ts';

interface Retraced {
  readonly read: FolderRead;
  readonly folders: Set<string>;
  readonly left: Set<string>;
  /** Folders that were not there at the earlier look. */
  readonly level: readonly SeenFolder[];
}

/**
 * Goes from folder to folder as the earlier look did. While nothing was made or taken away in one, it still holds the same folders, so none of
 * its names has to be asked for: what is vouched for stands there as it was seen, and only the rest is looked at. Null where it is
 * not certain that no folder is overlooked; then each has to be gone into from the root on.
 */
export function retraceFolders(
  place: Omit<FolderRead, 'files'>,
  counts: (folder: string) => boolean = () => false,
): Retraced | null {
  const { earlier, vouching, listings, mostFiles } = place;
  const settled = vouching?.settled ?? null;
  if (earlier === null || settled === null || !place.hasSameRules || !listings.has('')) return null;
  // What was left out then is to be gone into now.
  if ([...earlier.left].some(counts)) return null;
  const read: FolderRead = { ...place, files: createFileTable() };
  read.files.adopt(settled);
  const trace: Trace = { read, folders: new Set(), level: [], count: 0, names: 0, other: null };
  for (const [folder, listing] of listings) {
    if (trace.other !== null && !isStillThere(trace.other, folder)) trace.other.gone.add(folder);
    else if (!retrace(trace, folder, listing)) return giveUp(place, read);
    else if (folder !== '') trace.folders.add(folder);
  }
  const left = trace.other === null ? new Set(earlier.left) : keepLeft(trace.other, earlier.left);
  // Each folder that is named was gone into, was left out, or comes next.
  const isAll = trace.count === trace.folders.size + left.size + trace.level.length;
  const isSparse = settled.noted.length > trace.names * 2 + MOST_UNUSED;
  if (!isAll || isSparse || read.files.size > mostFiles) return giveUp(place, read);
  return { read, folders: trace.folders, left, level: trace.level };
}

/** Whoever begins at the root has to know whether rules are other: what is known of a folder that was read anew has the new ones. */
function giveUp(place: Omit<FolderRead, 'files'>, { hasSameRules }: FolderRead): null {
  place.hasSameRules = hasSameRules;
  return null;
}

/** What folders that were read anew left behind is thrown away when it is more than what is used. */
const MOST_UNUSED = 1000;

interface Trace {
  readonly read: FolderRead;
  readonly folders: Set<string>;
  readonly level: SeenFolder[];
  /** How many folders are named, and how many names there are. */
  count: number;
  names: number;
  /** Null while all folders are as they were. */
  other: OtherFolders | null;
}

interface OtherFolders {
  /** Those that were read anew, and what folders are in them. */
  readonly anew: Set<string>;
  readonly inside: Set<string>;
  /** Those that are not there any more. */
  readonly gone: Set<string>;
}

/** Whether the folder could be looked at. */
function retrace(trace: Trace, folder: string, listing: FolderListing): boolean {
  const { read } = trace;
  const { root, earlier, vouching, files } = read;
  const path = folder === '' ? root : `${root}/${folder}`;
  const told = lookAtOne(path);
  // A folder that goes at this very moment changes the one that it lies in, which was looked at before.
  if (told === undefined || !isFolder(told.mode)) return false;
  const block = earlier?.folders.get(folder);
  const isSame = listing.changed === told.ctimeMs && listing.inode === told.ino;
  if (!isSame || block === undefined || block.names !== listing.names)
    return readAnew(trace, { folder, changed: told.ctimeMs, inode: told.ino });
  const others = files.keep(folder, block);
  for (const index of others) {
    if (isFolder(files.numbers[block.start + index * STAMP_NUMBERS + MODE] ?? 0)) trace.count += 1;
    else {
      const name = listNames(block.names)[index];
      const one = name === undefined ? undefined : lookAtOne(`${path}/${name}`);
      // Who made it changed the folder at this very moment.
      if (one !== undefined && isFolder(one.mode)) return false;
      files.set(index, one);
    }
  }
  trace.names += block.count;
  if (vouching !== null) vouching.count += block.count - others.length;
  if (listing.rules !== -1) read.hasSameRules = areRulesSame(read, folder, [listing.rules, listing.rules]);
  return read.hasSameRules;
}

function isFolder(mode: number): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFDIR;
}

function readAnew(trace: Trace, seen: SeenFolder): boolean {
  const { read, level } = trace;
  const { listings } = read;
  const other = (trace.other ??= { anew: new Set(), inside: new Set(), gone: new Set() });
  const found: SeenFolder[] = [];
  if (readLevel(read, seen, found) !== null || !read.hasSameRules) return false;
  other.anew.add(seen.folder);
  trace.count += found.length;
  trace.names += read.files.folders.get(seen.folder)?.count ?? 0;
  // In a folder that is other, what was left out is asked about again.
  for (const one of found)
    if (listings.has(one.folder)) other.inside.add(one.folder);
    else level.push(one);
  return true;
}

/** A folder lies in one that stands before it. */
function isStillThere({ anew, inside, gone }: OtherFolders, folder: string): boolean {
  const outer = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  if (folder === '') return true;
  return !gone.has(outer) && (!anew.has(outer) || inside.has(folder));
}

function keepLeft(other: OtherFolders, left: ReadonlySet<string>): Set<string> {
  return new Set([...left].filter((folder) => isStillThere(other, folder)));
}
