import type { ContentHash, RookError } from '@rook/contract';

import type { History } from '../journal/fold-history.ts';
import type { Blobs } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';
import { lookAtPlace } from './look-at-place.ts';
import { planRewind, type RewindPlan, type RewindWish } from './plan-rewind.ts';
import { rehearseRewind } from './rehearse-rewind.ts';
import type { DiskState } from './undo-file.ts';

/**
 * Plans with what is really there. A plan says by what it looks at what it needs, so it is made again until
 * nothing is missing; only the last one counts. What it would write is rehearsed, so that it refuses what the workspace would.
 */
export async function prepareRewind(
  { workspace, blobs }: { readonly workspace: Workspace; readonly blobs: Blobs },
  history: History,
  wish: RewindWish,
): Promise<RewindPlan> {
  const disk = new Map<string, DiskState>();
  const kept = new Map<ContentHash, Uint8Array | null>();
  const damaged = new Set<ContentHash>();
  const unwritable = new Map<string, RookError>();
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
        unwritable: (path) => unwritable.get(path) ?? null,
      },
      wish,
    );
    if (paths.size + hashes.size === 0) {
      const refused = await rehearseRewind(workspace, plan);
      if (refused.size === 0) return plan;
      for (const [path, error] of refused) unwritable.set(path, error);
    }
    for (const path of paths) disk.set(path, await lookAtPlace(workspace, path));
    for (const hash of hashes) {
      const got = await blobs.get(hash);
      if (!got.ok) damaged.add(hash);
      kept.set(hash, got.ok ? got.value : null);
    }
  }
}
