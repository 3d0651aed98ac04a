import { setImmediate } from 'node:timers/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import {
  createFileTable,
  joinPath,
  namesOfList,
  type Survey,
  type SurveyOptions,
  type VouchedFiles,
} from '@rook/engine';

import { knowNothing, RULES_FILE, type FolderKnowledge } from './folder-knowledge.ts';
import { lookAtOne, readLevel, readRoot, type FolderRead, type SeenFolder } from './read-folder.ts';
import { retraceFolders } from './retrace-folders.ts';
import { createVouching, findLatest, findNoted } from './take-over.ts';

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
  const looked = Date.now();
  // What was looked at later than now was looked at by another clock.
  const isKnown = earlier !== null && earlier.looked <= looked;
  const canTakeOver = vouchedUnless !== undefined && notes !== undefined && isKnown;
  const vouching = canTakeOver ? await createVouching(notes, earlier) : null;
  if (vouching === null) vouchedUnless?.();
  const hasSameRules = rules !== undefined && known.rules === rules && earlier !== null;
  known.rules = null;
  const place = { root, mostFiles, listings, looked, earlier, vouching, hasSameRules };
  const begun = retraceFolders(place, counts) ?? beginAtRoot(place);
  if (typeof begun === 'string')
    return fail(rookError('not_readable', `The workspace folder could not be looked at: ${begun}.`));
  const { read, folders, left } = begun;
  const { files } = read;
  const rest = createRest(idle);
  let key: string | null = null;
  let isAsRuled = true;
  const source = async (): Promise<Uint8Array | null> => notes?.source() ?? null;
  const remember = (): void => {
    const told = files.trim();
    // Where nobody waits, it is found out now.
    const latest = Number.isFinite(files.latest)
      ? files.latest
      : idle === undefined
        ? null
        : findLatest(told);
    known.earlier = { folders: files.folders, ...told, left, looked, key, latest, source };
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
  for (let level = begun.level; level.length > 0;) {
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
    for (const seen of level) {
      const isSkipped = skipped.has(seen.folder);
      if (isSkipped && counts?.(seen.folder) !== true) left.add(seen.folder);
      if (left.has(seen.folder)) continue;
      if (isSkipped) isAsRuled = false;
      folders.add(seen.folder);
      // One that is closed to us stays among them, without a file: what lies in it is not known. One that is gone is none.
      const why = readLevel(read, seen, next);
      if (why !== null && !isFolder(`${root}/${seen.folder}`)) folders.delete(seen.folder);
      if (rest !== null) await rest();
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

function isFolder(folder: string): boolean {
  return lookAtOne(folder)?.isDirectory() === true;
}

const NONE: ReadonlySet<string> = new Set();

/** What is seen so far, with the folders that are to be looked at next. */
interface BegunSurvey {
  readonly read: FolderRead;
  readonly folders: Set<string>;
  readonly left: Set<string>;
  readonly level: readonly SeenFolder[];
}

/** Why the root cannot be read, or what is in it. */
function beginAtRoot(place: Omit<FolderRead, 'files'>): BegunSurvey | string {
  const read = { ...place, files: createFileTable(place.earlier?.noted.length) };
  if (read.vouching !== null) read.vouching.count = 0;
  const level = readRoot(read);
  return typeof level === 'string' ? level : { read, folders: new Set(), left: new Set(), level };
}

/** What was taken over may be said, and remembered, when it is known what of it is other than noted. */
function vouchedOf(
  { root, files, vouching }: FolderRead,
  isWhole: boolean,
  remember: () => void,
): VouchedFiles {
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

/** By folder, in the order of their names. What is reached through a link is not what git has there. */
function addFiles({ root, files }: FolderRead, paths: readonly string[]): void {
  const byFolder = Map.groupBy(new Set(paths), (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  for (const [folder, inside] of byFolder) {
    if (files.folders.has(folder)) continue;
    const names = inside.map((path) => path.slice(path.lastIndexOf('/') + 1)).toSorted();
    files.open(folder, namesOfList(names));
    const isThere = isReachedDirectly(root, folder);
    for (const name of names) {
      const told = isThere ? lookAtOne(`${root}/${joinPath(folder, name)}`) : undefined;
      if (told !== undefined && (told.isFile() || told.isSymbolicLink())) files.put(told);
      else files.pass();
    }
  }
}

function isReachedDirectly(root: string, folder: string): boolean {
  for (let end = folder.indexOf('/'); ; end = folder.indexOf('/', end + 1)) {
    const outer = end === -1 ? folder : folder.slice(0, end);
    if (lookAtOne(`${root}/${outer}`)?.isDirectory() !== true) return false;
    if (end === -1) return true;
  }
}

function isRulesFile(path: string): boolean {
  return path === RULES_FILE || path.endsWith(`/${RULES_FILE}`);
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
