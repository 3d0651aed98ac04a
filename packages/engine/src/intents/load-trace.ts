import { parseEntry, succeed, type Result, type SessionId } from '@rook/contract';

import { createTypedText } from '../journal/line-types.ts';
import type { Store } from '../ports/store.ts';
import { createTraceFold, TRACED_TYPES, type TraceDraft } from './fold-trace.ts';

const textOf = createTypedText(TRACED_TYPES);

/** The lines that a session adds to the ledger, from its journal. What cannot be read in it is left out there too. */
export async function loadTrace(
  store: Pick<Store, 'read'>,
  session: SessionId,
): Promise<Result<readonly TraceDraft[]>> {
  const fold = createTraceFold();
  for await (const batch of store.read(session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      const text = textOf(line);
      const read = text === null ? null : parseText(text);
      if (read?.kind === 'known' && read.entry.session_id === session) fold.add(read);
    }
  }
  return succeed(fold.drafts());
}

function parseText(text: string): ReturnType<typeof parseEntry> | null {
  try {
    return parseEntry(JSON.parse(text));
  } catch {
    return null;
  }
}
