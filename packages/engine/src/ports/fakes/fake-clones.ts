import type { FileClone, FileClones, FileStamp } from '../workspace.ts';

/** Clones of files in memory: a file system that can. */
export function createFakeClones(
  files: ReadonlyMap<string, Uint8Array>,
  stampOf: (bytes: Uint8Array) => FileStamp,
): FileClones {
  const all = new Map<string, FileClone>();
  return {
    isPossible: async () => true,
    take: async (wanted) => {
      const taken = new Map<string, FileClone>();
      for (const [path, stamp] of wanted) {
        const bytes = files.get(path);
        if (bytes !== undefined && isSame(stampOf(bytes), stamp)) taken.set(path, cloneOf(bytes, all));
      }
      return taken;
    },
    find: (name) => all.get(name) ?? null,
    // Here nobody is killed.
    removeLeft: async () => undefined,
  };
}

function cloneOf(bytes: Uint8Array, all: Map<string, FileClone>): FileClone {
  let kept: Uint8Array | null = bytes.slice();
  const clone: FileClone = {
    name: String(all.size + 1),
    read: async () => kept?.slice() ?? null,
    remove: async () => {
      kept = null;
    },
  };
  all.set(clone.name, clone);
  return clone;
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}
