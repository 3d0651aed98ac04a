import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { ChangeWait } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { prepareWay, prepareWorkspaceFolder } from './own-folder.ts';

const WAIT_MILLISECONDS = 30_000;

/** Holds the lock for changes of a workspace while `work` runs. */
export async function holdChanges<Value>(
  folder: string,
  work: () => Promise<Result<Value>>,
  wait: ChangeWait = {},
): Promise<Result<Value>> {
  const locks = join(folder, 'locks');
  const prepared = await prepareWorkspaceFolder(folder);
  const ready = prepared.ok ? await prepareWay(folder, locks) : prepared;
  if (!ready.ok) return ready;
  const path = join(locks, 'changes.sqlite');
  // What the work itself answers must not be taken for what the lock says.
  const held = await withFileLock(path, async () => succeed(await work()), {
    milliseconds: wait.milliseconds ?? WAIT_MILLISECONDS,
    signal: wait.signal,
  });
  if (held.ok) return held.value;
  if (held.error.code !== 'busy') return held;
  const reason = `Another process has been changing files of this workspace for a while (it holds ${path}); wait until it is done or end it, then try again. Nothing was written.`;
  return fail(rookError('busy', reason));
}
