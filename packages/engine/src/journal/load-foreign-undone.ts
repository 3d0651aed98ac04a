import { parseChangeSet, succeed, type Result, type SessionDocument } from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';
import { setOf } from './fold-history.ts';
import type { HistorySet } from './history-set.ts';

const MARK = Buffer.from('"undoes":[');
/** The clock of files is coarser than ours. */
const SLACK_MILLISECONDS = 2000;

/**
 * What other sessions undid, oldest first: a rewind is written into one session, and may undo change sets of several. Only sessions
 * that were written to since the first change set of this one can have undone any of it.
 */
export async function loadForeignUndone(
  store: Pick<Store, 'list' | 'read'>,
  { id, changeHistory }: Pick<SessionDocument, 'id' | 'changeHistory'>,
): Promise<Result<readonly HistorySet[]>> {
  const first = changeHistory.history.find(({ rewindable }) => rewindable);
  if (first === undefined) return succeed([]);
  const since = Date.parse(first.timestamp) - SLACK_MILLISECONDS;
  const listed = await store.list();
  if (!listed.ok) return listed;
  const sets: HistorySet[] = [];
  for (const session of listed.value) {
    if (session.id === id || session.changed.getTime() < since) continue;
    for await (const batch of store.read(session.id)) {
      if (!batch.ok) return batch;
      for (const line of batch.value) {
        const entry = parseLine(line);
        if (entry?.session_id === session.id && entry.undoes !== undefined) sets.push(setOf(entry));
      }
    }
  }
  return succeed(sets.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)));
}

function parseLine({ bytes, finished, whole }: Line): ReturnType<typeof parseChangeSet> {
  if (!finished || whole !== undefined) return null;
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!line.includes(MARK)) return null;
  try {
    return parseChangeSet(JSON.parse(line.toString('utf8')));
  } catch {
    return null;
  }
}
