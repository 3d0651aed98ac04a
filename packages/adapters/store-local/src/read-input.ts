import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { readPlainFile } from './plain-file.ts';
import { systemReason } from './system-reason.ts';

/** All bytes of a file that somebody named, wherever a link to it leads. */
export async function readInputFile(path: string, mostBytes: number): Promise<Result<Uint8Array>> {
  try {
    return succeed(await readPlainFile(resolve(path), { noLink: false, mostBytes }));
  } catch (error) {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const reason = isFolder ? 'it is a folder' : systemReason(error);
    if (reason.startsWith('it is larger')) return fail(tooLarge(path, mostBytes));
    const code = reason === 'no such file or folder' ? 'not_found' : 'not_readable';
    const hint = reason === 'it is no plain file' ? ', and - reads standard input' : '';
    return fail(rookError(code, `${path} cannot be read: ${reason}${hint}.`));
  }
}

/** All bytes that come, unless they are more than is read. */
export async function readInputPieces(
  pieces: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Result<Uint8Array>> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > mostBytes) return fail(tooLarge('Standard input', mostBytes));
      kept.push(piece);
    }
  } catch (error) {
    return fail(rookError('not_readable', `Standard input cannot be read: ${systemReason(error)}.`));
  }
  return succeed(Buffer.concat(kept));
}

const MEGABYTE = 1024 * 1024;

function tooLarge(what: string, mostBytes: number): ReturnType<typeof rookError> {
  return rookError(
    'invalid_value',
    `${what} is larger than ${mostBytes / MEGABYTE} MB, which is the most that is read.`,
  );
}
