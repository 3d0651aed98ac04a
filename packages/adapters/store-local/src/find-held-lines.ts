import { hash } from 'node:crypto';

import type { SessionId } from '@rook/contract';

import { inspectWay } from './own-folder.ts';
import { readLines } from './read-lines.ts';
import { dayFolder, sessionFile } from './session-paths.ts';

/** Which of the hashes are those of lines in the session's file; none when it cannot be read. */
export async function findHeldLines(
  folder: string,
  session: SessionId,
  hashes: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  const safe = inspectWay(folder, dayFolder(folder, session));
  if (!safe.ok) return held;
  for await (const batch of readLines(sessionFile(folder, session))) {
    if (!batch.ok) return held;
    for (const { bytes, finished, whole } of batch.value) {
      const found = whole?.sha256 ?? hash('sha256', bytes, 'hex');
      if (finished && hashes.has(found)) held.add(found);
    }
    if (held.size === hashes.size) return held;
  }
  return held;
}
