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
      },
      wish,
    );
    if (paths.size + hashes.size === 0) return plan;
    for (const path of paths) disk.set(path, await lookAt(workspace, path));
    for (const hash of hashes) {
      const got = await blobs.get(hash);
      kept.set(hash, got.ok ? got.value : null);
    }
  }
}

async function lookAt(workspace: Workspace, path: string): Promise<DiskState> {
  const located = await workspace.locate(path);
  if (!located.ok) return { refused: located.error };
  const { kind, path: real } = located.value;
  if (real !== path)
    return {
      refused: rookError('conflict', `${path} is reached through a link now, so it is left as it is.`),
    };
  if (kind === 'missing') return null;
  if (kind !== 'file')
    return { refused: rookError('conflict', `${path} is no file any more; it is left as it is.`) };
  const read = await workspace.read(path, { maxBytes: MOST_BYTES });
  return read.ok ? read.value : { refused: read.error };
}
