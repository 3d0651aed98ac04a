import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';

export type Chunks = AsyncIterable<Result<string | Uint8Array>>;

/**
 * Writes the chunks into a file beside `path`, for its owner alone, and waits until the disk has it; then `settle`
 * gives it its name. Whatever fails, no draft is left.
 */
export async function writeDraft(
  path: string,
  chunks: Chunks,
  settle: (draft: string) => Promise<Result<void>>,
): Promise<Result<void>> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  try {
    const written = await fill(draft, chunks);
    const settled = written.ok ? await settle(draft) : written;
    if (!settled.ok) await unlink(draft).catch(() => undefined);
    return settled;
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    const reason = `${path} could not be written: ${systemReason(error)}. Nothing was changed.`;
    return fail(rookError('not_writable', reason));
  }
}

async function fill(draft: string, chunks: Chunks): Promise<Result<void>> {
  const file = await open(draft, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      if (!chunk.ok) return chunk;
      await file.writeFile(chunk.value);
    }
    await file.sync();
    return succeed(undefined);
  } finally {
    await file.close();
  }
}

/** Longer than anything takes to be read; what is older was left by a process that was killed. */
const DAY_MILLISECONDS = 86_400_000;

/** Removes what killed processes left in a folder under names that begin so. */
export async function removeLeftDrafts(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix) && each.endsWith('.draft'))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > DAY_MILLISECONDS)
      await unlink(path).catch(() => undefined);
  }
}
