import { resolve } from 'node:path';

import { fail, rookError, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { readInputFile, readInputPieces } from '../compose.ts';

/** So that what is printed, every sign of it escaped and most of it twice, can be one text. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The bytes of the reply that FILE names; `-` is standard input. */
export async function readReplyInput(call: CommandCall, command: string): Promise<Result<Uint8Array>> {
  const file = call.arguments.get('FILE') ?? '-';
  if (file.trim() === '') return fail(rookError('usage', 'FILE is empty; name the file of a reply, or -.'));
  if (file !== '-') return readInputFile(resolve(call.surroundings.currentFolder, file), MOST_BYTES);
  if (process.stdin.isTTY) {
    const sentence = `Nothing is piped in; name a file, or pipe a reply to \`rook ${command} -\`.`;
    return fail(rookError('usage', sentence));
  }
  return readInputPieces(process.stdin, MOST_BYTES);
}
