import { succeed, type Result } from '@rook/contract';
import { decodeReply, readJson, readReply, type DecodedReply } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { describeRecovery, type Recovery } from './describe-recovery.ts';
import { readReplyInput } from './reply-input.ts';

/** Reads a reply, or any JSON, and says what it is, what was mended and what was lost. */
export async function recoverReply(call: CommandCall): Promise<Result<void>> {
  const bytes = await readReplyInput(call, 'recover');
  if (!bytes.ok) return bytes;
  const decoded = decodeReply(bytes.value);
  const recovery = call.switches.has('any') ? recoverAny(decoded) : recoverOne(decoded);
  if (call.json) call.terminal.printJson(recovery);
  else await describeRecovery(call.terminal, recovery, decoded.text);
  return succeed(undefined);
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
