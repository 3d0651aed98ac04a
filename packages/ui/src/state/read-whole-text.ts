import { fail, rookError, succeed, type Result, type Workbench } from '@rook/contract';

import type { LongText } from './conversation.ts';

/** All of a text; where the rest of it is not kept any more this fails, because half a message says something else. */
export async function readWholeText(
  workbench: Pick<Workbench, 'readBlob'>,
  { text, cut }: LongText,
): Promise<Result<string>> {
  if (cut === null) return succeed(text);
  const read = cut.hash === null ? succeed(null) : await workbench.readBlob(cut.hash);
  if (!read.ok) return read;
  if (read.value !== null) return succeed(new TextDecoder().decode(read.value));
  const sentence = 'Only the beginning of this message is kept; write it anew.';
  return fail(rookError('not_found', sentence));
}
