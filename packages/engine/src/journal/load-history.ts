import {
  parseChangeSet,
  parseChangeSetHead,
  parseEntry,
  succeed,
  type Entry,
  type Result,
} from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';
import { createHistoryFold, type History, type HistoryFold } from './fold-history.ts';
import { createTypedText } from './line-types.ts';

const textOf = createTypedText(['change_set_applied', 'change_set_refused', 'blobs_pruned']);

/** All change sets of the workspace, of all sessions. Lines that are about something else are not even parsed. */
export async function loadHistory(store: Pick<Store, 'list' | 'read'>): Promise<Result<History>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  const fold = createHistoryFold();
  for (const { id } of listed.value.toReversed()) {
    for await (const batch of store.read(id)) {
      if (!batch.ok) return batch;
      for (const line of batch.value) addHistoryLine(fold, id, line);
    }
  }
  return succeed(fold.history());
}

/** Of a usual line only the beginning is read; the files are when somebody asks for them. */
export function addHistoryLine(fold: HistoryFold, session: string, line: Line): void {
  const text = textOf(line);
  if (text === null) return;
  const head = parseChangeSetHead(text);
  if (head !== null) {
    if (head.session_id === session) fold.addHead(head, () => parseText(text));
    return;
  }
  const entry = parseText(text) ?? parseOther(text);
  if (entry?.session_id === session) fold.add(entry);
}

function parseOther(text: string): Entry | null {
  try {
    const read = parseEntry(JSON.parse(text));
    return read.kind === 'known' ? read.entry : null;
  } catch {
    return null;
  }
}

function parseText(text: string): ReturnType<typeof parseChangeSet> {
  try {
    return parseChangeSet(JSON.parse(text));
  } catch {
    return null;
  }
}
