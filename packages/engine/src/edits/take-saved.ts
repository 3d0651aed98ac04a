import type { ContentHash } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { AppliedWrites } from '../ports/workspace.ts';
import { compareBytes } from './carry-lines.ts';
import { describeContent, type StartedFile } from './change-set-steps.ts';
import { countChanges, describeHunks } from './diff-lines.ts';

/** A file as it was saved. */
export interface SavedFile extends StartedFile {
  /** What was planned, where the editor made something else of it. */
  readonly planned_hash?: ContentHash;
}

/**
 * What an editor saved takes the place of what was planned: it is kept beside it, and all that is said of the file is said of it. Bytes
 * that cannot be kept are still those of the file; what was before is kept in any case.
 */
export async function takeSaved(
  blobs: Pick<Blobs, 'get' | 'put'>,
  files: readonly StartedFile[],
  { files: applied }: AppliedWrites,
): Promise<readonly SavedFile[]> {
  const saved = new Map(applied.flatMap(({ path, saved: bytes }) => (bytes ? [[path, bytes] as const] : [])));
  if (saved.size === 0) return files;
  return Promise.all(
    files.map(async (file): Promise<SavedFile> => {
      const bytes = saved.get(file.path);
      if (bytes === undefined || file.after_hash === null) return file;
      await blobs.put(bytes);
      const old = file.before_hash === null ? null : await blobs.get(file.before_hash);
      const differences = compareBytes(old?.ok === true ? old.value : null, bytes);
      return {
        ...withoutHunks(file),
        ...describeContent(bytes),
        planned_hash: file.after_hash,
        ...(differences === null
          ? {}
          : {
              ...countChanges(differences),
              hunks: describeHunks(differences),
            }),
      };
    }),
  );
}

function withoutHunks(file: StartedFile): StartedFile {
  const rest = { ...file };
  delete rest.hunks;
  return rest;
}
