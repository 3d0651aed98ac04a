import { succeed, type Result, type SessionDocument, type SessionId } from '@rook/contract';

import type { Store } from '../ports/store.ts';
import { createSessionFold } from './fold-session.ts';
import { loadForeignUndone } from './load-foreign-undone.ts';
import { readJournal } from './read-journal.ts';

/** The document of a session, made from its journal. */
export async function loadSession(store: Store, session: SessionId): Promise<Result<SessionDocument>> {
  const fold = createSessionFold(session);
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return batch;
    for (const { read, finished } of batch.value) if (finished) fold.add(read);
  }
  const foreign = await loadForeignUndone(store, fold.document());
  if (!foreign.ok) return foreign;
  fold.learn(foreign.value);
  return succeed(fold.document());
}
