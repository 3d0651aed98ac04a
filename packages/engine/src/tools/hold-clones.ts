import { isDoubtful } from '../ports/disk-clock.ts';
import type { FileClone, FileStamp, Survey, Workspace } from '../ports/workspace.ts';
import { createIgnoreRules } from './ignore-rules.ts';

/** Larger files are not cloned: nobody could keep their bytes. */
export const CLONED_FILE_BYTES = 64_000_000;
/** So many, those written last first. */
const CLONED_FILES = 20_000;

/** Clones of files whose bytes nobody else has. One that was taken for a command serves the next too, as long as the file is the same. */
export interface HeldClones {
  hold(wish: CloneWish): Promise<CloneHold>;
  /** Removes all of them. */
  close(): Promise<void>;
}

interface CloneWish {
  readonly files: () => readonly (readonly [path: string, stamp: FileStamp])[];
  /** What was changed after this, in milliseconds, may have changed again without another stamp. */
  readonly settled: number;
}

/** Those of one command. */
export interface CloneHold {
  /** What the file held; null where no clone says so. */
  read(path: string): Promise<Uint8Array | null>;
  /** By which another process finds them. */
  names(): ReadonlyMap<string, string>;
  /** Lets go of them; what is not as in this survey any more serves nobody else. May be called twice. */
  release(now: Survey | null): Promise<void>;
}

interface HeldClone {
  readonly stamp: FileStamp;
  readonly clone: FileClone;
  readonly isSettled: boolean;
  users: number;
}

export const NOTHING_HELD: CloneHold = {
  read: async () => null,
  names: () => new Map(),
  release: async () => undefined,
};

export function createHeldClones(
  workspace: Pick<Workspace, 'clones' | 'read' | 'stamp'>,
  ignore: readonly string[],
): HeldClones {
  const all = new Set<HeldClone>();
  let current = new Map<string, HeldClone>();

  /** Removes what serves nobody. */
  async function sweep(clones: ReadonlyMap<string, HeldClone>): Promise<void> {
    for (const [path, held] of clones) {
      if (held.users > 0 || current.get(path) === held) continue;
      all.delete(held);
      await held.clone.remove();
    }
  }

  /** A clone of an ignored file would be taken in vain. */
  async function choose(wish: CloneWish): Promise<readonly (readonly [string, FileStamp])[]> {
    const files = wish.files().toSorted(([, a], [, b]) => b.modified - a.modified);
    const rules = createIgnoreRules(workspace, ignore);
    const chosen: (readonly [string, FileStamp])[] = [];
    for (const file of files) {
      if (chosen.length === CLONED_FILES) break;
      if (current.has(file[0]) || (await rules.isIgnored(file[0])) === null) chosen.push(file);
    }
    return chosen;
  }

  return {
    hold: async (wish) => {
      if (!(await workspace.clones.isPossible())) return NOTHING_HELD;
      const own = new Map<string, HeldClone>();
      const fresh = new Map<string, FileStamp>();
      for (const [path, stamp] of await choose(wish)) {
        const known = current.get(path);
        if (known?.isSettled !== true || !isSame(known.stamp, stamp)) fresh.set(path, stamp);
        else {
          known.users += 1;
          own.set(path, known);
        }
      }
      for (const [path, clone] of await workspace.clones.take([...fresh])) {
        const stamp = fresh.get(path);
        if (stamp === undefined) continue;
        const held = { stamp, clone, isSettled: !isDoubtful(stamp.changed, wish.settled), users: 1 };
        all.add(held);
        own.set(path, held);
      }
      const before = current;
      current = new Map(own);
      await sweep(before);
      let isReleased = false;
      return {
        read: async (path) => own.get(path)?.clone.read() ?? null,
        names: () => new Map([...own].map(([path, { clone }]) => [path, clone.name])),
        release: async (now) => {
          if (isReleased) return;
          isReleased = true;
          for (const [path, held] of own) {
            held.users -= 1;
            const found = now?.files.get(path);
            const isOther = now !== null && (found === undefined || !isSame(found, held.stamp));
            if (isOther && current.get(path) === held) current.delete(path);
          }
          await sweep(own);
        },
      };
    },
    close: async () => {
      current = new Map();
      for (const { clone } of all) await clone.remove();
      all.clear();
    },
  };
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}
