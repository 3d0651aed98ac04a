import { link, lstat, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { writeDraft, type Chunks } from './exchange-draft.ts';
import { removeOldDrafts } from './replace-file.ts';
import { systemReason } from './system-reason.ts';
import { syncFolder } from './wait-for-disk.ts';

export interface OutputRules {
  /** Whether a file that is there may be replaced. */
  readonly force: boolean;
  /** Rook's own folders, where an export would lie over what it came from. */
  readonly ownFolders: readonly string[];
}

/**
 * Checks whether an export may be written to a file that somebody named; answers with the whole path. A file that is
 * there is replaced only by force, anything else that is there never.
 */
export async function checkOutput(path: string, rules: OutputRules): Promise<Result<string>> {
  const folder = await realpath(dirname(resolve(path))).catch((error: unknown) => error);
  if (typeof folder !== 'string') {
    return fail(rookError('not_writable', `${dirname(path)} cannot be written to: ${systemReason(folder)}.`));
  }
  const place = join(folder, basename(resolve(path)));
  for (const own of rules.ownFolders) {
    const real = await realpath(own).catch(() => own);
    if (isInside(real, place)) {
      return fail(
        rookError('protected', `${place} lies in Rook's own folder ${own}; name a file somewhere else.`),
      );
    }
  }
  const found = await lstat(place).catch(() => null);
  if (found !== null && !found.isFile())
    return fail(rookError('exists', `${place} is there and no plain file; name another one.`));
  if (found !== null && !rules.force)
    return fail(rookError('exists', `${place} is there already; --force replaces it, or name another one.`));
  return succeed(place);
}

/** Writes an export for its owner alone, as one step: after a failure the file is as it was, or is not there. */
export async function writeOutput(path: string, chunks: Chunks, rules: OutputRules): Promise<Result<void>> {
  removeOldDrafts(path);
  return writeDraft(path, chunks, async (draft) => {
    const checked = await checkOutput(path, rules);
    if (!checked.ok) return checked;
    if (rules.force) await rename(draft, path);
    else await settleAlone(draft, path);
    await syncFolder(dirname(path));
    return succeed(undefined);
  });
}

/** A name that somebody else took in the meantime is not taken from them, where the system can say so. */
async function settleAlone(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
    await unlink(draft);
  } catch (error) {
    if (systemReason(error) === 'it exists already') throw error;
    await rename(draft, path);
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
