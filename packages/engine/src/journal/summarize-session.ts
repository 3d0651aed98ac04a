import { keptSummarySchema, succeed, type Result, type SessionId, type SessionSummary } from '@rook/contract';

import type { Store, StoredSession } from '../ports/store.ts';
import { createSummaryFold } from './fold-summary.ts';
import { readJournal } from './read-journal.ts';

const SUMMARY = 'summary.json';
/** Reading less than this again is as fast as keeping what was read. */
const WORTH_KEEPING_BYTES = 64 * 1024;

/** What a list says about a session: as it was kept, if the journal has not grown since, else read anew. */
export async function summarizeSession(
  store: Store,
  { id, bytes }: Pick<StoredSession, 'id' | 'bytes'>,
): Promise<Result<SessionSummary>> {
  const kept = await readKept(store, id, bytes);
  if (kept !== undefined) return succeed(kept);
  const fold = createSummaryFold();
  let read = 0;
  for await (const batch of readJournal(store, id)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      read += line.bytes + (line.finished ? 1 : 0);
      if (line.finished) fold.add(line.read);
    }
  }
  const summary = fold.summary();
  // Where it cannot be kept it is read again the next time.
  if (read >= WORTH_KEEPING_BYTES) await keepSummary(store, id, { bytes: read, summary });
  return succeed(summary);
}

export async function keepSummary(
  store: Store,
  session: SessionId,
  kept: { readonly bytes: number; readonly summary: SessionSummary },
): Promise<Result<void>> {
  return store.documents.put(session, SUMMARY, `${JSON.stringify(kept)}\n`);
}

/** Undefined when there is none, none that can be read, or one of a journal of another length. */
async function readKept(
  store: Store,
  session: SessionId,
  bytes: number,
): Promise<SessionSummary | undefined> {
  const text = await store.documents.get(session, SUMMARY);
  if (!text.ok || text.value === null) return undefined;
  try {
    const parsed = keptSummarySchema.safeParse(JSON.parse(text.value));
    return parsed.success && parsed.data.bytes === bytes ? parsed.data.summary : undefined;
  } catch {
    return undefined;
  }
}
