import {
  isPlainFile,
  joinPath,
  MODE,
  SIZE,
  STAMP_NUMBERS,
  stampAt,
  type FileStamp,
  type FileTable,
} from '../ports/file-table.ts';
import type { GitIndex } from './parse-git-index.ts';

/**
 * The files that are not certainly as git knows them, up to a size. What was changed at `doubtful` or later is not: it may have been
 * written again since without a trace.
 */
export function findUncleanFiles(
  files: FileTable,
  git: Pick<GitIndex, 'inFolder'>,
  { doubtful, mostBytes }: { readonly doubtful: number; readonly mostBytes: number },
): (readonly [string, FileStamp])[] {
  const { numbers } = files;
  const unclean: (readonly [string, FileStamp])[] = [];
  for (const [folder, { names, start, count }] of files.folders) {
    const fits = git.inFolder(folder);
    for (let index = 0; index < count; index += 1) {
      const at = start + index * STAMP_NUMBERS;
      const size = numbers[at + SIZE] ?? 0;
      if (size > mostBytes || !isPlainFile(numbers[at + MODE] ?? 0)) continue;
      const name = names[index] ?? '';
      const stamp = stampAt(numbers, at);
      if (stamp.changed < doubtful && fits(name, stamp)) continue;
      unclean.push([joinPath(folder, name), stamp]);
    }
  }
  return unclean;
}
