import type { FileClone, FileClones, FileStamp } from '../workspace.ts';

/** Clones of files in memory: a file system that can. */
export function createFakeClones(
  files: ReadonlyMap<string, Uint8Array>,
  stampOf: (bytes: Uint8Array) => FileStamp,
): FileClones {
  return {
    isPossible: async () => true,
    take: async (wanted) => {
      const taken = new Map<string, FileClone>();
      for (const [path, stamp] of wanted) {
        const bytes = files.get(path);
        if (bytes !== undefined && isSame(stampOf(bytes), stamp)) taken.set(path, cloneOf(bytes));
      }
      return taken;
    },
  };
}

function cloneOf(bytes: Uint8Array): FileClone {
  let kept: Uint8Array | null = bytes.slice();
  return {
    read: async () => kept?.slice() ?? null,
    remove: async () => {
      kept = null;
    },
  };
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}
