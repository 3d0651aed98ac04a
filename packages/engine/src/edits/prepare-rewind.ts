import { rookError, type ContentHash } from '@rook/contract';

import type { History } from '../journal/fold-history.ts';
import type { Blobs } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';
import { planRewind, type RewindPlan, type RewindWish } from './plan-rewind.ts';
import type { DiskState } from './undo-file.ts';

/** Larger files are neither compared nor merged. */
const MOST_BYTES = 64_000_000;

/**
 * Plans with what is really there. A plan says by what it looks at what it needs, so it is made again until
 * nothing is missing; only the last one counts.
 */
export async function prepareRewind(
  { workspace, blobs }: { readonly workspace: Workspace; readonly blobs: Blobs },
  history: History,
  wish: RewindWish,
): Promise<RewindPlan> {
  const disk = new Map<string, DiskState>();
  const kept = new Map<ContentHash, Uint8Array | null>();
  const damaged = new Set<ContentHash>();
  for (;;) {
    const [paths, hashes] = [new Set<string>(), new Set<ContentHash>()];
    const plan = planRewind(
      history,
      {
        disk: (path) => {
          if (!disk.has(path)) paths.add(path);
          return disk.get(path) ?? null;
        },
        bytes: (hash) => {
          if (!kept.has(hash)) hashes.add(hash);
          return kept.get(hash) ?? null;
        },
        lost: (hash) => (damaged.has(hash) ? 'damaged' : history.isPruned(hash) ? 'pruned' : 'missing'),
      },
      wish,
    );
    if (paths.size + hashes.size === 0) return plan;
    for (const path of paths) disk.set(path, await lookAt(workspace, path));
    for (const hash of hashes) {
      const got = await blobs.get(hash);
      if (!got.ok) damaged.add(hash);
      kept.set(hash, got.ok ? got.value : null);
    }
  }
}

async function lookAt(workspace: Workspace, path: string): Promise<DiskState> {
  const located = await workspace.locate(path);
  if (!located.ok) return { refused: located.error };
  const { kind, path: real } = located.value;
  if (real !== path)
    return refuse(
      `${path} is reached through a link now (it really is ${real}), so it is left as it is. Put a plain file back in its place, then try again.`,
    );
  if (kind === 'missing') return null;
  if (kind !== 'file')
    return refuse(
      `${path} is ${kind === 'folder' ? 'a folder' : 'no plain file'} now; it is left as it is. Move it away and put the file back, then try again.`,
    );
  const read = await workspace.read(path, { maxBytes: MOST_BYTES });
  if (read.ok) return read.value;
  const { code, message } = read.error;
  return refuse(
    code === 'too_large'
      ? `${path} has more than ${MOST_BYTES / 1_000_000} MB now, which is too much to compare or merge; it is left as it is. Undo the change by hand, or make the file smaller and try again.`
      : `${message} It is left as it is; make it readable, then try again.`,
  );
}

function refuse(sentence: string): DiskState {
  return { refused: rookError('conflict', sentence) };
}
