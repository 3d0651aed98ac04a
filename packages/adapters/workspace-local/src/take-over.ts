import {
  CHANGED,
  isPlainFile,
  MODE,
  STAMP_NUMBERS,
  type FileTable,
  type FillingTable,
  type NotedFiles,
  type Notes,
} from '@rook/engine';

/** What the system told of the files at an earlier look, and when that was. */
export interface EarlierLook extends Pick<FileTable, 'folders' | 'numbers' | 'noted'> {
  readonly looked: number;
  /** Which notes say of them that they are noted; null where none were asked. */
  readonly key: string | null;
  /** When one of those that are noted was changed last; null: not known yet. */
  readonly latest: number | null;
}

/** Takes over what an earlier look saw. */
export interface Vouching {
  count: number;
  readonly isLoaded: boolean;
  /** Null where nothing of that folder is known with these names. */
  inFolder(folder: string, names: readonly string[]): TakeOver | null;
  /** Whether all of a folder was put down as the earlier look saw it. */
  takeAll(files: FillingTable, folder: string, names: readonly string[]): boolean;
}

/** Whether the file of that name was put down as the earlier look saw it. */
type TakeOver = (files: FillingTable, name: string, index: number) => boolean;

/** Others may tell times in whole seconds: what was changed so shortly before the earlier look may have changed again in the same one. */
const WHOLE_SECONDS = 2000;

export async function createVouching(notes: Notes, earlier: EarlierLook): Promise<Vouching | null> {
  const { folders, numbers, noted, looked } = earlier;
  const settled = looked - WHOLE_SECONDS;
  const fresh = earlier.key === notes.key ? null : await notes.load();
  if (fresh === null && earlier.key !== notes.key) return null;
  const areAllSettled = fresh === null && (earlier.latest ?? findLatest(earlier)) < settled;
  const vouching: Vouching = {
    count: 0,
    takeAll: (files, folder, names) => {
      const block = folders.get(folder);
      if (!areAllSettled || block === undefined || block.names !== names) return false;
      const first = block.start / STAMP_NUMBERS;
      if (block.count !== names.length || noted.subarray(first, first + block.count).includes(0))
        return false;
      files.copy(numbers, block.start, block.count);
      vouching.count += block.count;
      return true;
    },
    isLoaded: fresh !== null,
    inFolder: (folder, names) => {
      const block = folders.get(folder);
      if (block === undefined || block.names !== names) return null;
      const isNoted = fresh?.inFolder(folder);
      return (files, name, index) => {
        const at = block.start + index * STAMP_NUMBERS;
        if (index >= block.count || !isPlainFile(numbers[at + MODE] ?? 0)) return false;
        if ((numbers[at + CHANGED] ?? 0) >= settled) return false;
        if (isNoted === undefined ? noted[at / STAMP_NUMBERS] !== 1 : !isNoted(name, numbers, at))
          return false;
        files.copy(numbers, at, 1);
        vouching.count += 1;
        return true;
      };
    },
  };
  return vouching;
}

/** When one of the files that are noted was changed last. */
export function findLatest({ numbers, noted }: Pick<EarlierLook, 'numbers' | 'noted'>): number {
  let latest = 0;
  for (let name = 0, at = CHANGED; name < noted.length; name += 1, at += STAMP_NUMBERS) {
    const changed = numbers[at] ?? 0;
    if (changed > latest && noted[name] === 1) latest = changed;
  }
  return latest;
}

/** So few are left without a note: to load all notes takes longer than to look at them. */
const FEW_UNNOTED = 200;

/** Says of the files that were looked at whether they are noted. The key of the notes that say so; null where there are none. */
export async function findNoted(
  files: FillingTable,
  notes: Notes,
  vouching: Vouching | null,
): Promise<string | null> {
  const unnoted = files.size - (vouching?.count ?? 0);
  if (unnoted === 0 || (unnoted <= FEW_UNNOTED && vouching?.isLoaded === false)) return notes.key;
  const loaded = await notes.load();
  if (loaded === null) return null;
  const { numbers, noted } = files;
  for (const [folder, { names, start, count }] of files.folders) {
    let isNoted: ReturnType<NotedFiles['inFolder']> | null = null;
    for (let index = 0; index < count; index += 1) {
      const at = start + index * STAMP_NUMBERS;
      if (noted[at / STAMP_NUMBERS] === 1 || !isPlainFile(numbers[at + MODE] ?? 0)) continue;
      isNoted ??= loaded.inFolder(folder);
      if (isNoted(names[index] ?? '', numbers, at)) noted[at / STAMP_NUMBERS] = 1;
    }
  }
  return notes.key;
}
