import type { SessionDocument } from '@rook/contract';

import type { Workspace } from '../ports/workspace.ts';

type Files = Pick<SessionDocument, 'fileRegistry' | 'pairFileHistory'>;

/** A larger file is not read again only to see whether it changed. */
const MOST_BYTES = 2_000_000;

/** The registry with what somebody else changed since: the newest files are compared with the disk. */
export async function findChangedFiles(
  { fileRegistry, pairFileHistory }: Files,
  workspace: Workspace | null,
  mostFiles: number,
): Promise<Files> {
  if (workspace === null) return { fileRegistry, pairFileHistory };
  const newest = Object.values(fileRegistry)
    .filter(({ stale }) => !stale)
    .toSorted((a, b) => b.lastSeenTurn - a.lastSeenTurn)
    .slice(0, mostFiles);
  const changed = await Promise.all(
    newest.map(async (file) => {
      const content = await workspace.read(file.path, { maxBytes: MOST_BYTES });
      const isSame = content.ok
        ? content.value.hash === `sha256:${file.sha256}`
        : content.error.code === 'too_large' && file.sizeBytes > MOST_BYTES;
      return isSame ? [] : [[file.path, { ...file, stale: true }] as const];
    }),
  );
  return { fileRegistry: { ...fileRegistry, ...Object.fromEntries(changed.flat()) }, pairFileHistory };
}
