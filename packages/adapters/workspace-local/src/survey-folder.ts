import { constants, lstatSync, readdirSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import {
  createFileTable,
  STAMP_NUMBERS,
  type FillingTable,
  type Survey,
  type SurveyOptions,
  type VouchedFiles,
} from '@rook/engine';

import { systemReason } from './system-reason.ts';
import { createVouching, findNoted, type EarlierLook, type Vouching } from './take-over.ts';

/** What was in each folder at the last look. */
export type FolderListings = Map<string, FolderListing>;

export interface FolderListing {
  /** When something in the folder was made, taken away or renamed last, and which folder it is: no program can set both. */
  readonly changed: number;
  readonly inode: number;
  /** Of what is a file or a folder. */
  readonly names: readonly string[];
  /** Where among them the file with ignore rules is; -1: nowhere. */
  readonly rules: number;
}

/** What is known from earlier looks. */
export interface FolderKnowledge {
  readonly listings: FolderListings;
  earlier: EarlierLook | null;
  /** Under which rules all of these folders were looked at; null where that is not known. */
  rules: string | null;
}

export const RULES_FILE = '.gitignore';

/** Disks tell the time in steps: what was changed so shortly before a look may have changed again after it. */
const MOMENT_MILLISECONDS = 50;
/** The same for a disk that tells whole seconds, or two at a time. */
const COARSE_MILLISECONDS = 3000;

/**
 * Level by level, so that whoever knows which folders count is asked for many at a time. A folder in which nothing was made or taken
 * away since the last look is not read again, and a file in it that is vouched for is not looked at.
 */
export async function surveyFolder(
  root: string,
  { skips, counts, rules, mostFiles, idle, notes, vouchedUnless }: SurveyOptions,
  known: FolderKnowledge = knowNothing(),
): Promise<Result<Survey>> {
  const { listings, earlier } = known;
  const files = createFileTable(countNames(listings));
  const [folders, left] = [new Set<string>(), new Set<string>()];
  const looked = Date.now();
  // What was looked at later than now was looked at by another clock.
  const isKnown = earlier !== null && earlier.looked <= looked;
  const canTakeOver = vouchedUnless !== undefined && notes !== undefined && isKnown;
  const vouching = canTakeOver ? await createVouching(notes, earlier) : null;
  if (vouching === null) vouchedUnless?.();
  const hasSameRules = rules !== undefined && known.rules === rules && earlier !== null;
  known.rules = null;
  const read: Read = { root, files, mostFiles, listings, looked, earlier, vouching, hasSameRules };
  const first = readRoot(read);
  if (typeof first === 'string')
    return fail(rookError('not_readable', `The workspace folder could not be looked at: ${first}.`));
  const rest = createRest(idle);
  let key: string | null = null;
  let isAsRuled = true;
  const source = async (): Promise<Uint8Array | null> => notes?.source() ?? null;
  const remember = (): void => {
    const { folders: blocks, numbers, noted } = files;
    known.earlier = { folders: blocks, numbers, noted, looked, key, latest: null, source };
    known.rules = isAsRuled ? (rules ?? null) : null;
  };
  const end = (isWhole: boolean): Result<Survey> =>
    succeed({
      files,
      folders,
      left,
      isWhole,
      add: (paths) => addFiles(read, paths),
      vouched: vouching === null ? null : vouchedOf(read, isWhole, remember),
    });
  for (let level: Level = first; level.length > 0;) {
    if (files.size > mostFiles) return end(false);
    const asked = read.hasSameRules ? level.filter(({ folder }) => !listings.has(folder)) : level;
    const skipped =
      asked.length === 0
        ? NONE
        : await skips(
            asked.map(({ folder }) => folder),
            files,
          );
    const next: SeenFolder[] = [];
    for (const place of level) {
      const isSkipped = skipped.has(place.folder);
      if (isSkipped && counts?.(place.folder) !== true) left.add(place.folder);
      if (left.has(place.folder)) continue;
      if (isSkipped) isAsRuled = false;
      folders.add(place.folder);
      // What is gone meanwhile, or closed to us, has nothing that could be compared.
      readLevel(read, place, next);
      await rest?.();
      if (idle?.aborted === true) return end(false);
    }
    level = next;
  }
  for (const folder of listings.keys()) if (folder !== '' && !folders.has(folder)) listings.delete(folder);
  if (files.size > mostFiles) return end(false);
  if (notes !== undefined) key = await findNoted(files, notes, vouching);
  if (vouching === null) remember();
  return end(true);
}

const NONE: ReadonlySet<string> = new Set();

export const noSource = async (): Promise<null> => null;

export function knowNothing(): FolderKnowledge {
  return { listings: new Map(), earlier: null, rules: null };
}

/** What was taken over may be said, and remembered, when it is known what of it is other than noted. */
function vouchedOf({ root, files, vouching }: Read, isWhole: boolean, remember: () => void): VouchedFiles {
  return {
    count: vouching?.count ?? 0,
    confirm: async (other: Iterable<string>) => {
      const amended: string[] = [];
      for (const path of other)
        if (files.has(path) && files.amend(path, lookAtOne(`${root}/${path}`))) amended.push(path);
      // Under other rules other folders would have been looked at: nothing is learned from this look.
      if (isWhole && !amended.some(isRulesFile)) remember();
      return amended;
    },
  };
}

/** By folder, in the order of their names. */
function addFiles({ root, files }: Read, paths: readonly string[]): void {
  const byFolder = Map.groupBy(new Set(paths), (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  for (const [folder, inside] of byFolder) {
    if (files.folders.has(folder)) continue;
    const names = inside.map((path) => path.slice(path.lastIndexOf('/') + 1)).toSorted();
    files.open(folder, names);
    for (const name of names) {
      const told = lookAtOne(`${root}/${joinPath(folder, name)}`);
      if (told?.isFile() === true) files.put(told);
      else files.pass();
    }
  }
}

function isRulesFile(path: string): boolean {
  return path === RULES_FILE || path.endsWith(`/${RULES_FILE}`);
}

/** What cannot be looked at is as good as not there. */
function lookAtOne(path: string): Stats | undefined {
  try {
    return lstatSync(path, NO_ENTRY);
  } catch {
    return undefined;
  }
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
  readonly earlier: EarlierLook | null;
  readonly vouching: Vouching | null;
  /** No ignore rules are other than at the earlier look, as far as was seen. */
  hasSameRules: boolean;
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
    const rules = isKnown ? known.rules : names.indexOf(RULES_FILE);
    if (read.hasSameRules && !areRulesSame(read, folder, [known?.rules ?? -1, rules]))
      read.hasSameRules = false;
    if (looked - changed <= momentOf(changed)) listings.delete(folder);
    else if (!isKnown) listings.set(folder, { changed, inode, names, rules });
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

/** Whether the ignore rules in a folder are those of the earlier look, by where they were among its names and where they are. */
function areRulesSame(
  { files, earlier }: Read,
  folder: string,
  [was, is]: readonly [number, number],
): boolean {
  if (was === -1 && is === -1) return true;
  const [old, now] = [earlier?.folders.get(folder), files.folders.get(folder)];
  if (earlier === null || old === undefined || now === undefined || was === -1 || is === -1) return false;
  if (was >= old.count || is >= now.count || old.names[was] !== RULES_FILE) return false;
  const [before, after] = [old.start + was * STAMP_NUMBERS, now.start + is * STAMP_NUMBERS];
  for (let place = 0; place < STAMP_NUMBERS; place += 1)
    if (earlier.numbers[before + place] !== files.numbers[after + place]) return false;
  return true;
}

const NO_ENTRY = { throwIfNoEntry: false } as const;

interface Known {
  readonly known: readonly string[];
  readonly found: SeenFolder[];
}

/** Null where there are too many files. This runs for every file, and makes nothing that lasts: it is most of the time of a look. */
function lookAtKnown(
  { root, files, mostFiles, vouching }: Read,
  { folder }: SeenFolder,
  { known, found }: Known,
): readonly string[] | null {
  const before = folder === '' ? `${root}/` : `${root}/${folder}/`;
  const takeOver = vouching?.inFolder(folder, known) ?? null;
  let index = -1;
  files.open(folder, known);
  if (vouching?.takeAll(files, folder, known) === true) return known;
  for (const name of known) {
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
