import { randomBytes } from 'node:crypto';
import { realpath, rename, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Line } from '@rook/engine';

import { removeLeftDrafts, writeDraft } from './exchange-draft.ts';
import { prepareWorkspaceFolder } from './own-folder.ts';
import { readLines } from './read-lines.ts';
import { systemReason } from './system-reason.ts';

/** Something to import that can be read more than once. */
export interface ExchangeInput {
  readonly read: () => AsyncIterable<Result<readonly Line[]>>;
  /** To be called at the end, whatever happened. */
  readonly close: () => Promise<void>;
}

/** A file that somebody named, wherever a link to it leads. */
export async function openInputFile(path: string): Promise<Result<ExchangeInput>> {
  try {
    const real = await realpath(resolve(path));
    if (!(await stat(real)).isFile()) throw new Error('it is no plain file; - reads standard input');
    return succeed({ read: () => readLines(real), close: async () => undefined });
  } catch (error) {
    const reason = systemReason(error);
    const code = reason === 'no such file or folder' ? 'not_found' : 'not_readable';
    return fail(rookError(code, `${path} cannot be read: ${reason}.`));
  }
}

/** Keeps what comes once in a private file of Rook's own folder, so that it can be proved before it is used. */
export async function keepInput(
  folder: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Result<ExchangeInput>> {
  const prepared = await prepareWorkspaceFolder(folder);
  if (!prepared.ok) return prepared;
  await removeLeftDrafts(folder, 'import-');
  const path = join(folder, `import-${randomBytes(6).toString('hex')}.draft`);
  const kept = await writeDraft(path, succeedEach(pieces), async (draft) => {
    await rename(draft, path);
    return succeed(undefined);
  });
  if (!kept.ok) return kept;
  return succeed({
    read: () => readLines(path),
    close: async () => unlink(path).catch(() => undefined),
  });
}

async function* succeedEach(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Result<Uint8Array>> {
  for await (const piece of pieces) yield succeed(piece);
}
