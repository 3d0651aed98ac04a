import { lstat, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';

import { removeLeftDrafts, writeDraft, type Chunks } from './exchange-draft.ts';
import { prepareWay, prepareWorkspaceFolder } from './own-folder.ts';
import { holdSession } from './session-holder.ts';
import { dayFolder, sessionFile } from './session-paths.ts';
import { syncFolder } from './wait-for-disk.ts';

/** Writes a whole session under another name and gives it its own as one step, while nobody else can write to it. */
export async function placeSession(
  folder: string,
  session: SessionId,
  chunks: Chunks,
): Promise<Result<void>> {
  const prepared = await prepareWorkspaceFolder(folder);
  const made = prepared.ok ? prepareWay(folder, dayFolder(folder, session)) : prepared;
  if (!made.ok) return made;
  const days = await readdir(join(folder, 'chats')).catch(() => []);
  for (const day of days) await removeLeftDrafts(join(folder, 'chats', day), 'session_');
  const held = await holdSession(folder, session, { surface: 'import' });
  if (!held.ok) return held;
  const path = sessionFile(folder, session);
  try {
    if (await isThere(path)) return fail(rookError('exists', `Session ${session} is there already.`));
    return await writeDraft(path, chunks, async (draft) => {
      await rename(draft, path);
      await syncFolder(dirname(path));
      return succeed(undefined);
    });
  } finally {
    await held.value.release();
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}
