import { readFile, stat } from 'node:fs/promises';

import { fail, parseScript, rookError, type Result, type Script } from '@rook/contract';

const MOST_BYTES = 20_000_000;

/** Reads the script that the user named. */
export async function readScript(path: string): Promise<Result<Script>> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return unreadable(path, 'it is no plain file');
    if (found.size > MOST_BYTES) return unreadable(path, `it is larger than ${MOST_BYTES} bytes`);
    const bytes = await readFile(path);
    return parseScript(new TextDecoder('utf-8', { fatal: true }).decode(bytes), path);
  } catch (error) {
    return unreadable(path, reasonOf(error));
  }
}

function unreadable(path: string, reason: string): Result<never> {
  return fail(rookError('not_readable', `The script ${path} cannot be read: ${reason}.`));
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is no UTF-8 text';
  return error instanceof Error ? error.message : String(error);
}
