import { parseEntry, succeed, type ReadEntry, type Result, type SessionId } from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';
import { createApprovalFold, type AskedApproval } from './fold-approvals.ts';
import type { Seal } from './seal.ts';

const ASKED = Buffer.from('"approval_requested"');
/** What ends a question, or the turn that it belongs to. */
const ENDS = ['"approval_', '"turn"', '"tool_call'].map((mark) => Buffer.from(mark));
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The questions of a session with what became of them, the oldest first. Before the first of them no line is parsed, and most
 * sessions have none.
 */
export async function listApprovals(
  store: Pick<Store, 'read'>,
  session: SessionId,
  { holds }: Pick<Seal, 'holds'>,
): Promise<Result<readonly AskedApproval[]>> {
  const fold = createApprovalFold(holds);
  let isAsked = false;
  for await (const batch of store.read(session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      isAsked ||= mentions(line, [ASKED]);
      const read = isAsked && mentions(line, ENDS) ? parseLine(line) : null;
      if (read?.kind === 'known' && read.entry.session_id === session) fold.add(read);
    }
  }
  return succeed(fold.all());
}

function mentions({ bytes, finished, whole }: Line, marks: readonly Buffer[]): boolean {
  if (!finished || whole !== undefined) return false;
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return marks.some((mark) => line.includes(mark));
}

function parseLine({ bytes }: Line): ReadEntry | null {
  try {
    return parseEntry(JSON.parse(decoder.decode(bytes)));
  } catch {
    return null;
  }
}
