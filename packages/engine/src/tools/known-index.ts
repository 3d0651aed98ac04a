import { parseGitIndex, type GitIndex } from '../edits/parse-git-index.ts';
import type { FileStamp, Workspace } from '../ports/workspace.ts';

const INDEX = '.git/index';
const MOST_BYTES = 200_000_000;

/** The index of git as it was at one time. */
export interface KnownIndex {
  /** Another one for each index that there has been. */
  readonly key: string;
  readonly size: number;
  /** When it was written. */
  readonly written: number;
  /** Reads it, once. Whether it could be read. */
  load(): Promise<boolean>;
  /** Understands it, once. */
  parse(): Promise<GitIndex>;
  /** Null while it was not understood yet. */
  readonly parsed: GitIndex | null;
}

export const NO_GIT: GitIndex = {
  fits: () => false,
  inFolder: () => () => false,
  objectOf: () => null,
  mayHoldRepositories: false,
  noted: null,
  settled: 0,
  converted: null,
};

/** Finds the index that is there now; the same one again as long as it is the same. */
export function createIndexFinder(workspace: Pick<Workspace, 'look' | 'read'>): () => KnownIndex | null {
  let last: KnownIndex | null = null;
  return () => {
    const told = workspace.look(INDEX);
    if (told === null) return null;
    const { inode, size, modified, changed } = told;
    const key = `${inode} ${size} ${modified} ${changed}`;
    if (last?.key !== key) last = createKnownIndex(workspace, key, told);
    return last;
  };
}

function createKnownIndex(workspace: Pick<Workspace, 'read'>, key: string, told: FileStamp): KnownIndex {
  let reading: Promise<ReadIndex | null> | null = null;
  let parsed: GitIndex | null = null;

  async function read(): Promise<ReadIndex | null> {
    const found = await workspace.read(INDEX, { maxBytes: MOST_BYTES });
    return found.ok ? { bytes: found.value.bytes, written: found.value.modified } : null;
  }

  const load = async (): Promise<ReadIndex | null> => {
    reading ??= read();
    return reading;
  };
  return {
    key,
    size: told.size,
    written: told.modified,
    get parsed() {
      return parsed;
    },
    load: async () => (await load()) !== null,
    parse: async () => {
      const found = await load();
      parsed ??= (found === null ? null : parseGitIndex(found.bytes, found.written)) ?? NO_GIT;
      return parsed;
    },
  };
}

interface ReadIndex {
  readonly bytes: Uint8Array;
  readonly written: number | undefined;
}
