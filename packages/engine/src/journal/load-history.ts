import { parseChangeSet, succeed, type Result } from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';
import { createHistoryFold, type History } from './fold-history.ts';

const MARKS = ['"change_set_applied"', '"change_set_refused"'].map((mark) => Buffer.from(mark));
const decoder = new TextDecoder('utf-8', { fatal: true });

/** All change sets of the workspace, of all sessions. Lines that are about something else are not even parsed. */
export async function loadHistory(store: Pick<Store, 'list' | 'read'>): Promise<Result<History>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  const fold = createHistoryFold();
  for (const { id } of listed.value.toReversed()) {
    for await (const batch of store.read(id)) {
      if (!batch.ok) return batch;
      for (const line of batch.value) {
        const read = mightBeChangeSet(line) ? parseLine(line) : null;
        if (read?.session_id === id) fold.add(read);
      }
    }
  }
  return succeed(fold.history());
}

function mightBeChangeSet({ bytes, finished, whole }: Line): boolean {
  if (!finished || whole !== undefined) return false;
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return MARKS.some((mark) => line.includes(mark));
}

function parseLine({ bytes }: Line): ReturnType<typeof parseChangeSet> {
  try {
    return parseChangeSet(JSON.parse(decoder.decode(bytes)));
  } catch {
    return null;
  }
}
