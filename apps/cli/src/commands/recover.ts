import { resolve } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { decodeReply, readJson, readReply, type DecodedReply } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { readInputFile, readInputPieces } from '../compose.ts';
import { describeRecovery, type Recovery } from './describe-recovery.ts';

/** So that what is printed, every sign of it escaped and most of it twice, can be one text. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Reads a reply, or any JSON, and says what it is, what was mended and what was lost. */
export async function recoverReply(call: CommandCall): Promise<Result<void>> {
  const bytes = await readInput(call);
  if (!bytes.ok) return bytes;
  const decoded = decodeReply(bytes.value);
  const recovery = call.switches.has('any') ? recoverAny(decoded) : recoverOne(decoded);
  if (call.json) call.terminal.printJson(recovery);
  else await describeRecovery(call.terminal, recovery, decoded.text);
  return succeed(undefined);
}

async function readInput(call: CommandCall): Promise<Result<Uint8Array>> {
  const file = call.arguments.get('FILE') ?? '-';
  if (file.trim() === '') return fail(rookError('usage', 'FILE is empty; name the file of a reply, or -.'));
  if (file !== '-') return readInputFile(resolve(call.surroundings.currentFolder, file), MOST_BYTES);
  if (process.stdin.isTTY)
    return fail(rookError('usage', 'Nothing is piped in; name a file, or pipe a reply to `rook recover -`.'));
  return readInputPieces(process.stdin, MOST_BYTES);
}

function recoverOne({ text, problems: before }: DecodedReply): Recovery {
  const { complete, value, recovered, problems } = readReply(text, { problems: before });
  return { complete, value, recovered, problems };
}

function recoverAny({ text, problems: before }: DecodedReply): Recovery {
  const { complete, value, problems } = readJson(text, before);
  const recovered = { summary: null, todos: [], fileChanges: [], commands: [], nextSteps: [], sections: [] };
  return { complete, value, recovered, problems };
}
