import { findOtherEntries } from '../edits/compare-git-indexes.ts';
import { mayHaveBelow, parseGitIndex, type GitIndex } from '../edits/parse-git-index.ts';
import type { FileStamp, Repository, Workspace } from '../ports/workspace.ts';

const MOST_BYTES = 200_000_000;

/** The index of git as it was at one time. */
export interface KnownIndex {
  /** Another one for each index that there has been. */
  readonly key: string;
  readonly repository: Repository;
  readonly size: number;
  /** When it was written. */
  readonly written: number;
  /** Reads it, once. Whether it could be read. */
  load(): Promise<boolean>;
  /** What was read; null where it could not be. */
  read(): ReturnType<Repository['readIndex']>;
  /** Its bytes; null where it may have become another while it was read. */
  source(): Promise<Uint8Array | null>;
  /** The paths of which it has something else than that other index; null where that cannot be said. */
  otherThan(source: Uint8Array): Promise<readonly string[] | null>;
  /** Whether it may have something below one of these folders. */
  mayHaveBelow(folders: readonly string[]): Promise<boolean>;
  /** Understands it, once. */
  parse(): Promise<GitIndex>;
  /** Null while it was not understood yet. */
  readonly parsed: GitIndex | null;
}

export const NO_GIT: GitIndex = {
  fits: () => false,
  inFolder: () => () => false,
  objectOf: () => null,
  below: () => [],
  mayHoldRepositories: false,
  noted: null,
  settled: 0,
  converted: null,
};

/** Finds the index that is there now; the same one again as long as it is the same. */
export function createIndexFinder(workspace: Pick<Workspace, 'repository'>): () => KnownIndex | null {
  let last: KnownIndex | null = null;
  return () => {
    const repository = workspace.repository();
    const told = repository?.lookAtIndex() ?? null;
    if (repository === null || told === null) return null;
    const { inode, size, modified, changed } = told;
    const key = JSON.stringify([repository.folder, repository.prefix, inode, size, modified, changed]);
    if (last?.key !== key) last = createKnownIndex(repository, key, told);
    return last;
  };
}

function isSame(a: FileStamp, b: FileStamp | null): boolean {
  return b?.inode === a.inode && b.size === a.size && b.modified === a.modified && b.changed === a.changed;
}

function createKnownIndex(repository: Repository, key: string, told: FileStamp): KnownIndex {
  let reading: ReturnType<Repository['readIndex']> | null = null;
  let parsed: GitIndex | null = null;
  let isCertain = false;

  const read = async (): ReturnType<Repository['readIndex']> => {
    const found = await repository.readIndex(MOST_BYTES);
    isCertain = isSame(told, repository.lookAtIndex());
    return found;
  };
  const load = async (): ReturnType<Repository['readIndex']> => {
    reading ??= read();
    return reading;
  };
  const source = async (): Promise<Uint8Array | null> => {
    const found = await load();
    return isCertain ? (found?.bytes ?? null) : null;
  };
  return {
    key,
    repository,
    size: told.size,
    written: told.modified,
    get parsed() {
      return parsed;
    },
    load: async () => (await load()) !== null,
    read: load,
    source,
    otherThan: async (earlier) => {
      const now = await source();
      const paths = now === null ? null : findOtherEntries(earlier, now);
      const { prefix } = repository;
      return paths?.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])) ?? null;
    },
    mayHaveBelow: async (folders) => {
      const found = await load();
      const { prefix } = repository;
      return (
        found !== null &&
        mayHaveBelow(
          found.bytes,
          folders.map((folder) => prefix + folder),
        )
      );
    },
    parse: async () => {
      const found = await load();
      parsed ??= found === null ? NO_GIT : understand(found, repository.prefix);
      return parsed;
    },
  };
}

/** What these bytes of an index say, seen from a folder of the work tree. */
export function understand(
  { bytes, written }: { readonly bytes: Uint8Array; readonly written: number },
  prefix: string,
): GitIndex {
  const whole = parseGitIndex(bytes, written);
  return whole === null ? NO_GIT : seenFrom(whole, prefix);
}

/** As it is seen from a folder of the work tree: what lies elsewhere is nobody's business. */
function seenFrom(git: GitIndex, prefix: string): GitIndex {
  if (prefix === '') return git;
  const inner = (folder: string): string => (folder === '' ? prefix.slice(0, -1) : prefix + folder);
  const { noted } = git;
  return {
    ...git,
    fits: (path, stamp) => git.fits(prefix + path, stamp),
    inFolder: (folder) => git.inFolder(inner(folder)),
    objectOf: (path) => git.objectOf(prefix + path),
    below: (folders) => git.below(new Set([...folders].map(inner))).map((path) => path.slice(prefix.length)),
    noted: noted === null ? null : { inFolder: (folder) => noted.inFolder(inner(folder)) },
  };
}
