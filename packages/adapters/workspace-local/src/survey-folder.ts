import { constants, lstatSync, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { createFileTable, type FillingTable, type Survey, type SurveyOptions } from '@rook/engine';

import { systemReason } from './system-reason.ts';

/** What was in each folder at the last look. */
export type FolderListings = Map<string, FolderListing>;

export interface FolderListing {
  /** When something in the folder was made, taken away or renamed last, and which folder it is: no program can set both. */
  readonly changed: number;
  readonly inode: number;
  /** Of what is a file or a folder. */
  readonly names: readonly string[];
}

/** Disks tell the time in steps: what was changed so shortly before a look may have changed again after it. */
const MOMENT_MILLISECONDS = 50;
/** The same for a disk that tells whole seconds, or two at a time. */
const COARSE_MILLISECONDS = 3000;

/**
 * Level by level, so that whoever knows which folders count is asked for many at a time. A folder in which nothing was made or taken
 * away since the last look is not read again.
 */
export async function surveyFolder(
  root: string,
  { skips, mostFiles, idle }: SurveyOptions,
  listings: FolderListings = new Map(),
): Promise<Result<Survey>> {
  const files = createFileTable(countNames(listings));
  const folders = new Set<string>();
  const read: Read = { root, files, mostFiles, listings, looked: Date.now() };
  const first = readRoot(read);
  if (typeof first === 'string')
    return fail(rookError('not_readable', `The workspace folder could not be looked at: ${first}.`));
  const rest = createRest(idle);
  for (let level: Level = first; level.length > 0;) {
    if (files.size > mostFiles) return succeed({ files, folders, isWhole: false });
    const skipped = await skips(
      level.map(({ folder }) => folder),
      files,
    );
    const next: SeenFolder[] = [];
    for (const place of level) {
      if (skipped.has(place.folder)) continue;
      folders.add(place.folder);
      // What is gone meanwhile, or closed to us, has nothing that could be compared.
      readLevel(read, place, next);
      await rest?.();
      if (idle?.aborted === true) return succeed({ files, folders, isWhole: false });
    }
    level = next;
  }
  for (const folder of listings.keys()) if (folder !== '' && !folders.has(folder)) listings.delete(folder);
  return succeed({ files, folders, isWhole: files.size <= mostFiles });
}

/** So long may others wait for a look that nobody waits for. */
const WORK_MILLISECONDS = 5;

/** Lets others go first, now and then; null where somebody waits for the look itself. */
function createRest(idle: AbortSignal | undefined): (() => Promise<void>) | null {
  if (idle === undefined) return null;
  let rested = performance.now();
  return async () => {
    if (performance.now() - rested < WORK_MILLISECONDS) return;
    await setImmediate();
    rested = performance.now();
  };
}

/** A folder, with what the system told of it before it was read: what is made in it meanwhile changes it again. */
interface SeenFolder {
  readonly folder: string;
  readonly changed: number;
  readonly inode: number;
}

type Level = readonly SeenFolder[];

interface Read {
  readonly root: string;
  readonly files: FillingTable;
  readonly mostFiles: number;
  readonly listings: FolderListings;
  readonly looked: number;
}

function countNames(listings: FolderListings): number {
  let count = 0;
  for (const { names } of listings.values()) count += names.length;
  return count;
}

function readRoot(read: Read): Level | string {
  const found: SeenFolder[] = [];
  try {
    const { ctimeMs: changed, ino: inode } = lstatSync(read.root);
    return readLevel(read, { folder: '', changed, inode }, found) ?? found;
  } catch (error) {
    return systemReason(error);
  }
}

/** The folders in it are added to what was found. Why it cannot be read; null where it was. */
function readLevel(read: Read, place: SeenFolder, found: SeenFolder[]): string | null {
  const { folder, changed, inode } = place;
  const { listings, looked } = read;
  try {
    const known = listings.get(folder);
    const isKnown = known !== undefined && known.changed === changed && known.inode === inode;
    const names = isKnown
      ? lookAtKnown(read, place, { known: known.names, found })
      : readAnew(read, place, found);
    if (names === null) return null;
    if (looked - changed <= momentOf(changed)) listings.delete(folder);
    else if (!isKnown) listings.set(folder, { changed, inode, names });
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

const NO_ENTRY = { throwIfNoEntry: false } as const;

interface Known {
  readonly known: readonly string[];
  readonly found: SeenFolder[];
}

/** Null where there are too many files. This runs for every file, and makes nothing that lasts: it is most of the time of a look. */
function lookAtKnown(
  { root, files, mostFiles }: Read,
  { folder }: SeenFolder,
  { known, found }: Known,
): readonly string[] | null {
  const before = folder === '' ? `${root}/` : `${root}/${folder}/`;
  files.open(folder, known);
  for (const name of known) {
    if (files.size > mostFiles) return null;
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

/** The names of what is a file or a folder; null where there are too many files. */
function readAnew(
  { root, files, mostFiles }: Read,
  { folder }: SeenFolder,
  found: SeenFolder[],
): readonly string[] | null {
  const before = folder === '' ? `${root}/` : `${root}/${folder}/`;
  const names: string[] = [];
  // In the order that git has them in, so that whoever compares with its index need not search.
  const inside = readdirSync(before).toSorted();
  files.open(folder, names);
  for (const name of inside) {
    if (files.size > mostFiles) return null;
    const told = lstatSync(before + name, NO_ENTRY);
    if (told === undefined) continue;
    const isFolder = told.isDirectory();
    if (isFolder) found.push({ folder: joinPath(folder, name), changed: told.ctimeMs, inode: told.ino });
    else if (!told.isFile()) continue;
    names.push(name);
    files.put(told);
  }
  return names;
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function momentOf(changed: number): number {
  return changed % 1000 === 0 ? COARSE_MILLISECONDS : MOMENT_MILLISECONDS;
}
