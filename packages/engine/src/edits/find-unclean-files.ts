import { isDoubtful } from '../ports/disk-clock.ts';
import {
  isPlainFile,
  joinPath,
  CHANGED,
  MODE,
  MODIFIED,
  SIZE,
  STAMP_NUMBERS,
  stampAt,
  type FileStamp,
  type FileTable,
} from '../ports/file-table.ts';
import { listNames } from '../ports/folder-names.ts';
import type { GitIndex } from './parse-git-index.ts';

export interface UncleanLimits {
  readonly doubtful: number;
  readonly mostBytes: number;
}

/**
 * The files that are not certainly as git knows them, up to a size. What was changed at `doubtful` or later is not: it may have been
 * written again since without a trace.
 */
export function findUncleanFiles(
  files: FileTable,
  git: Pick<GitIndex, 'inFolder' | 'settled' | 'converted'>,
  { doubtful, mostBytes }: UncleanLimits,
): (readonly [string, FileStamp])[] {
  const { numbers, noted } = files;
  const unclean: (readonly [string, FileStamp])[] = [];
  const isNotedClean = files.latest < Math.min(doubtful, git.settled);
  for (const [folder, { names, start, count }] of files.folders) {
    const isConverted = git.converted?.(folder) ?? null;
    if (isNotedClean && isConverted === null && isAllNoted(noted, start / STAMP_NUMBERS, count)) continue;
    let fits: ReturnType<GitIndex['inFolder']> | null = null;
    for (let index = 0; index < count; index += 1) {
      const at = start + index * STAMP_NUMBERS;
      const size = numbers[at + SIZE] ?? 0;
      if (size > mostBytes || !isPlainFile(numbers[at + MODE] ?? 0)) continue;
      const isSettled =
        !isDoubtful(numbers[at + CHANGED] ?? 0, doubtful) && (numbers[at + MODIFIED] ?? 0) < git.settled;
      const isSame = isSettled && noted[at / STAMP_NUMBERS] === 1;
      if (isSame && isConverted === null) continue;
      const name = listNames(names)[index] ?? '';
      if (isSame && isConverted?.(name) !== true) continue;
      const stamp = stampAt(numbers, at);
      fits ??= git.inFolder(folder);
      if (!isDoubtful(stamp.changed, doubtful) && fits(name, stamp)) continue;
      unclean.push([joinPath(folder, name), stamp]);
    }
  }
  return unclean;
}

/** Found by what is built in: there are very many folders. */
function isAllNoted(noted: Uint8Array, first: number, count: number): boolean {
  const other = noted.indexOf(0, first);
  return other === -1 || other >= first + count;
}

/** The same of one file. */
export function isUnclean(
  [path, stamp]: readonly [string, FileStamp],
  git: Pick<GitIndex, 'fits'>,
  { doubtful, mostBytes }: UncleanLimits,
): boolean {
  return stamp.size <= mostBytes && (isDoubtful(stamp.changed, doubtful) || !git.fits(path, stamp));
}
