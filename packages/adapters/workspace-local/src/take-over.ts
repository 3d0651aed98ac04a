import {
  CHANGED,
  findName,
  isPlainFile,
  listNames,
  MODE,
  MODIFIED,
  STAMP_NUMBERS,
  type FileTable,
  type FillingTable,
  type FolderBlock,
  type FolderNames,
  type NotedFiles,
  type Notes,
} from '@rook/engine';

/** What the system told of the files at an earlier look, and when that was. */
export interface EarlierLook extends Pick<FileTable, 'folders' | 'numbers' | 'noted'> {
  readonly looked: number;
  /** Which notes say of them that they are noted; null where none were asked. */
  readonly key: string | null;
  /** What is noted was neither modified nor changed later than this; null: not known yet. */
  readonly latest: number | null;
  /** The folders that were left out, with all that lies in them. */
  readonly left: ReadonlySet<string>;
  /** What those notes were read from; null where that is not known any more. */
  readonly source: () => Promise<Uint8Array | null>;
}

/** Takes over what an earlier look saw. */
export interface Vouching {
  count: number;
  readonly isLoaded: boolean;
  /** What may be taken over as it stands there: the earlier look without what is noted otherwise. Null where each name has to be asked about. */
  readonly settled: Pick<FileTable, 'numbers' | 'noted' | 'latest'> | null;
  /** How many files may be noted that were not at the earlier look, because something else is told or noted of them. */
  countFresh(files: FileTable): number;
  /** Null where nothing of that folder is known with these names. */
  inFolder(folder: string, names: FolderNames): TakeOver | null;
}

/** Whether the file of that name was put down as the earlier look saw it. */
type TakeOver = (files: FillingTable, name: string, index: number) => boolean;

/** Others may tell times in whole seconds: what was changed so shortly before the earlier look may have changed again in the same one. */
const WHOLE_SECONDS = 2000;

export async function createVouching(notes: Notes, earlier: EarlierLook): Promise<Vouching | null> {
  const { folders, numbers, looked } = earlier;
  const settled = looked - WHOLE_SECONDS;
  const other = await findOther(notes, earlier);
  const fresh = other === null ? await notes.load() : null;
  if (other === null && fresh === null) return null;
  const noted = other === null ? earlier.noted : withoutOther(earlier, other);
  const latest = earlier.latest ?? findLatest(earlier);
  const areAllSettled = fresh === null && latest < settled;
  const vouching: Vouching = {
    count: 0,
    settled: areAllSettled ? { numbers, noted, latest } : null,
    isLoaded: fresh !== null,
    countFresh: (files) => (other?.length ?? 0) + countOther(files, earlier),
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
        files.copy(numbers, at);
        vouching.count += 1;
        return true;
      };
    },
  };
  return vouching;
}

/** The paths of which something else is noted by now; null where that is not known. */
async function findOther(
  notes: Notes,
  { key, source }: Pick<EarlierLook, 'key' | 'source'>,
): Promise<readonly string[] | null> {
  if (key === null || key === notes.key) return key === null ? null : [];
  const earlier = await source();
  return earlier === null ? null : notes.otherThan(earlier);
}

function withoutOther({ folders, noted }: EarlierLook, other: readonly string[]): Uint8Array {
  if (other.length === 0) return noted;
  // Somebody may still compare with the earlier look.
  const left = noted.slice();
  for (const path of other) {
    const slash = path.lastIndexOf('/');
    const block = folders.get(path.slice(0, Math.max(0, slash)));
    const index = block === undefined ? -1 : findName(block.names, path.slice(slash + 1));
    if (block !== undefined && index !== -1) left[block.start / STAMP_NUMBERS + index] = 0;
  }
  return left;
}

/** Of how many files that are not noted something else is told than at the earlier look. */
function countOther({ folders, numbers, noted }: FileTable, earlier: EarlierLook): number {
  let count = 0;
  for (const [folder, { names, start, count: here }] of folders) {
    const first = start / STAMP_NUMBERS;
    let old: FolderBlock | undefined;
    for (
      let name = noted.indexOf(0, first);
      name !== -1 && name < first + here;
      name = noted.indexOf(0, name + 1)
    ) {
      const at = name * STAMP_NUMBERS;
      if (!isPlainFile(numbers[at + MODE] ?? 0)) continue;
      old ??= earlier.folders.get(folder);
      const index = name - first;
      const before = old?.names === names && index < old.count ? old.start + index * STAMP_NUMBERS : -1;
      if (before === -1 || !areSame([numbers, at], [earlier.numbers, before])) count += 1;
    }
  }
  return count;
}

type NumbersAt = readonly [numbers: Float64Array, at: number];

function areSame([a, from]: NumbersAt, [b, to]: NumbersAt): boolean {
  for (let place = 0; place < STAMP_NUMBERS; place += 1) if (a[from + place] !== b[to + place]) return false;
  return true;
}

/** When one of the files that are noted was modified or changed last. */
export function findLatest({ numbers, noted }: Pick<EarlierLook, 'numbers' | 'noted'>): number {
  let latest = 0;
  for (let name = 0, at = 0; name < noted.length; name += 1, at += STAMP_NUMBERS) {
    const [changed, modified] = [numbers[at + CHANGED] ?? 0, numbers[at + MODIFIED] ?? 0];
    if ((changed > latest || modified > latest) && noted[name] === 1) latest = Math.max(changed, modified);
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
  if (files.size === vouching?.count) return notes.key;
  if (vouching?.isLoaded === false && vouching.countFresh(files) <= FEW_UNNOTED) return notes.key;
  const loaded = await notes.load();
  if (loaded === null) return null;
  const { numbers, noted } = files;
  files.latest = Number.POSITIVE_INFINITY;
  for (const [folder, { names, start, count }] of files.folders) {
    let isNoted: ReturnType<NotedFiles['inFolder']> | null = null;
    for (let index = 0; index < count; index += 1) {
      const at = start + index * STAMP_NUMBERS;
      if (noted[at / STAMP_NUMBERS] === 1 || !isPlainFile(numbers[at + MODE] ?? 0)) continue;
      isNoted ??= loaded.inFolder(folder);
      if (isNoted(listNames(names)[index] ?? '', numbers, at)) noted[at / STAMP_NUMBERS] = 1;
    }
  }
  return notes.key;
}
