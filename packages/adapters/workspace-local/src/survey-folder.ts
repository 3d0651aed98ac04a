import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { FileStamp, Survey, SurveyOptions } from '@rook/engine';

import { systemReason } from './system-reason.ts';

/** What was in each folder at the last look. */
export type FolderListings = Map<string, FolderListing>;

export interface FolderListing {
  /** When something in the folder was made, taken away or renamed last, and which folder it is: no program can set both. */
  readonly changed: number;
  readonly inode: number;
  /** The paths of what is a file or a folder. */
  readonly paths: readonly string[];
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
  const files = new Map<string, FileStamp>();
  const folders = new Set<string>();
  const read: Read = { root, files, mostFiles, listings, looked: Date.now() };
  const first = readRoot(read);
  if (!(first instanceof Map))
    return fail(rookError('not_readable', `The workspace folder could not be looked at: ${first}.`));
  const rest = createRest(idle);
  for (let level: Level = first; level.size > 0;) {
    if (files.size > mostFiles) return succeed({ files, folders, isWhole: false });
    const skipped = await skips([...level.keys()], files);
    const next: Level = new Map();
    for (const [folder, stat] of level) {
      if (skipped.has(folder)) continue;
      folders.add(folder);
      // What is gone meanwhile, or closed to us, has nothing that could be compared.
      readLevel(read, { folder, stat, found: next });
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

/** Folders, with what the system told of each before it was read: what is made in one meanwhile changes it again. */
type Level = Map<string, Stats>;

interface Read {
  readonly root: string;
  readonly files: Map<string, FileStamp>;
  readonly mostFiles: number;
  readonly listings: FolderListings;
  readonly looked: number;
}

function readRoot(read: Read): Level | string {
  const found: Level = new Map();
  try {
    const stat = lstatSync(read.root);
    return readLevel(read, { folder: '', stat, found }) ?? found;
  } catch (error) {
    return systemReason(error);
  }
}

interface Place {
  readonly folder: string;
  readonly stat: Stats;
  /** Where the folders in it go. */
  readonly found: Level;
}

const NO_ENTRY = { throwIfNoEntry: false } as const;

/** Why it cannot be read; null where it was. */
function readLevel(
  { root, files, mostFiles, listings, looked }: Read,
  { folder, stat: { ctimeMs: changed, ino: inode }, found }: Place,
): string | null {
  try {
    const known = listings.get(folder);
    const isKnown = known !== undefined && known.changed === changed && known.inode === inode;
    const paths = isKnown ? known.paths : listPaths(root, folder);
    const kept: string[] = [];
    for (const path of paths) {
      if (files.size > mostFiles) return null;
      const stat = lstatSync(`${root}/${path}`, NO_ENTRY);
      if (stat === undefined) continue;
      const isFile = stat.isFile();
      if (isFile) files.set(path, stampOf(stat));
      else if (stat.isDirectory()) found.set(path, stat);
      else continue;
      if (!isKnown) kept.push(path);
    }
    if (looked - changed <= momentOf(changed)) listings.delete(folder);
    else if (!isKnown) listings.set(folder, { changed, inode, paths: kept });
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

function momentOf(changed: number): number {
  return changed % 1000 === 0 ? COARSE_MILLISECONDS : MOMENT_MILLISECONDS;
}

function listPaths(root: string, folder: string): readonly string[] {
  const names = readdirSync(`${root}/${folder}`);
  return folder === '' ? names : names.map((name) => `${folder}/${name}`);
}

function stampOf({ size, mode, ino: inode, mtimeMs: modified, ctimeMs: changed }: Stats): FileStamp {
  return { size, mode, inode, modified, changed };
}
