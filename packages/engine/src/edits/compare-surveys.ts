import { isDoubtful } from '../ports/disk-clock.ts';
import {
  CHANGED,
  INODE,
  isLinkMode,
  isPlainFile,
  joinPath,
  MODE,
  MODIFIED,
  SIZE,
  STAMP_NUMBERS,
  stampAt,
  type FileStamp,
  type FolderBlock,
} from '../ports/file-table.ts';
import { listNames, namesOfList } from '../ports/folder-names.ts';
import { foldersAbove } from '../ports/kind-changes.ts';
import type { Survey } from '../ports/workspace.ts';

/** A file or a link that is other than before, as far as the system tells without reading it. */
export interface Difference {
  readonly path: string;
  /** Null: it was not there, or was a link. */
  readonly before: FileStamp | null;
  /** Null: it is gone, or is a link. */
  readonly after: FileStamp | null;
  readonly wasLink?: true;
  /** What the system told of the link that was there. */
  readonly linkBefore?: FileStamp;
  readonly isLink?: true;
  /** Where it lies now, untouched. */
  readonly movedTo?: string;
  /** It was made before, and lay where nobody looked. */
  readonly isMovedHere?: true;
}

/** Whether nothing that counts was there. */
export function isMade({ before, wasLink }: Pick<Difference, 'before' | 'wasLink'>): boolean {
  return before === null && wasLink !== true;
}

/**
 * What differs between two looks at a workspace. A file that was written within a moment of the first look may differ although all is
 * the same; `moment` is how coarse the clock of the disk is taken to be, and those files are named too.
 */
export function compareSurveys(
  earlier: Survey,
  later: Survey,
  { looked, moment }: { readonly looked: number; readonly moment: number },
): readonly Difference[] {
  const [{ files: before }, { files: after }] = [earlier, later];
  const closed = findClosed(earlier);
  const found: Difference[] = [];
  const pair: Pair = { old: before.numbers, now: after.numbers, doubtful: looked - moment };
  const add = (folder: string, name: string, places: Places): void => {
    const difference = findDifference(pair, places);
    if (difference === null || isWithin(folder, closed)) return;
    found.push({ path: joinPath(folder, name), ...difference });
  };
  for (const [folder, block] of after.folders) {
    const older = before.folders.get(folder) ?? NOTHING;
    if (older.names === block.names && older.count === block.count)
      for (const index of findUnlike(pair, older, block))
        add(folder, listNames(block.names)[index] ?? '', [placeOf(older, index), placeOf(block, index)]);
    else for (const [name, places] of pairNames(older, block)) add(folder, name, places);
  }
  for (const [folder, older] of before.folders)
    if (!after.folders.has(folder))
      for (const [name, places] of pairNames(older, NOTHING)) add(folder, name, places);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Folders that are there now and were not before, outer ones first. */
export function findMadeFolders(before: Survey, after: Survey): readonly string[] {
  const closed = findClosed(before);
  const made = [...after.folders].filter((folder) => !before.folders.has(folder));
  return made.filter((folder) => !isWithin(folder, closed)).toSorted();
}

/** Folders that could not be read: of what lies in them nobody knows whether it was there. */
function findClosed({ folders, files }: Pick<Survey, 'folders' | 'files'>): ReadonlySet<string> {
  return new Set([...folders].filter((folder) => !files.folders.has(folder)));
}

function isWithin(folder: string, closed: ReadonlySet<string>): boolean {
  if (closed.size === 0) return false;
  return closed.has(folder) || foldersAbove(folder).some((above) => closed.has(above));
}

interface Pair {
  readonly old: Float64Array;
  readonly now: Float64Array;
  /** What was changed at this time or later may have changed since, although all is the same. */
  readonly doubtful: number;
}

/** Where a name stands in the numbers of both looks; null where there is none. */
type Places = readonly [number | null, number | null];

const NOTHING: FolderBlock = { names: namesOfList([]), start: 0, count: 0 };

function placeOf({ start }: FolderBlock, index: number): number {
  return start + index * STAMP_NUMBERS;
}

/** Of a folder in which both looks found the same names: those that have to be looked at closer. Most folders have none. */
function findUnlike({ old, now, doubtful }: Pair, older: FolderBlock, block: FolderBlock): readonly number[] {
  const unlike: number[] = [];
  let [was, is] = [older.start, block.start];
  for (let index = 0; index < block.count; index += 1) {
    const isLike =
      old[was + CHANGED] === now[is + CHANGED] &&
      old[was + MODIFIED] === now[is + MODIFIED] &&
      old[was + SIZE] === now[is + SIZE] &&
      old[was + INODE] === now[is + INODE] &&
      old[was + MODE] === now[is + MODE] &&
      !isDoubtful(old[was + CHANGED] ?? 0, doubtful);
    if (!isLike) unlike.push(index);
    was += STAMP_NUMBERS;
    is += STAMP_NUMBERS;
  }
  return unlike;
}

function pairNames(older: FolderBlock, block: FolderBlock): ReadonlyMap<string, Places> {
  const pairs = new Map<string, Places>();
  for (const [index, name] of listNames(older.names).slice(0, older.count).entries())
    pairs.set(name, [placeOf(older, index), null]);
  for (const [index, name] of listNames(block.names).slice(0, block.count).entries())
    pairs.set(name, [pairs.get(name)?.[0] ?? null, placeOf(block, index)]);
  return pairs;
}

/** Null where there is none. */
function findDifference({ old, now, doubtful }: Pair, [was, is]: Places): Omit<Difference, 'path'> | null {
  const [before, after] = [seenAt(old, was), seenAt(now, is)];
  if (before === null && after === null) return null;
  if (before !== null && after !== null && before.isLink === after.isLink)
    if (!isDoubtful(before.stamp.changed, doubtful) && isSame(before.stamp, after.stamp)) return null;
  return {
    before: fileOf(before),
    after: fileOf(after),
    ...(before?.isLink === true && { wasLink: true, linkBefore: before.stamp }),
    ...(after?.isLink === true && { isLink: true }),
  };
}

interface Seen {
  readonly stamp: FileStamp;
  readonly isLink: boolean;
}

/** Null where nothing is that counts. */
function seenAt(numbers: Float64Array, at: number | null): Seen | null {
  const mode = at === null ? 0 : (numbers[at + MODE] ?? 0);
  const isLink = isLinkMode(mode);
  return at === null || !(isLink || isPlainFile(mode)) ? null : { stamp: stampAt(numbers, at), isLink };
}

function fileOf(seen: Seen | null): FileStamp | null {
  return seen === null || seen.isLink ? null : seen.stamp;
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}
