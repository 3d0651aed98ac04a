import { fail, succeed, type Result, type SessionId } from '@rook/contract';

import type { Store } from '../ports/store.ts';
import { createChainCheck, type Verification } from './check-chain.ts';
import { readJournal } from './read-journal.ts';

/** Proves a session from its file and its anchor, and reads nothing else. */
export async function verifySession(store: Store, session: SessionId): Promise<Result<Verification>> {
  const anchor = await store.anchors.get(session);
  if (!anchor.ok) return fail(anchor.error);
  const check = createChainCheck(session, anchor.value);
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) check.add(line);
  }
  return succeed(check.end());
}
