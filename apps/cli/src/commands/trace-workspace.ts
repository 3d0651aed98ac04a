import type { Result } from '@rook/contract';
import { succeed } from '@rook/contract';
import {
  createFileTracer,
  loadLedgerSets,
  loadPathHistory,
  readAlsoTrash,
  type PathHistory,
  type Store,
  type TracedFile,
} from '@rook/engine';

import type { IntentComposition } from '../compose-intents.ts';
import { loadWorkspace, openLedger } from '../compose.ts';

/** Larger ones are counted and not looked into. */
const MOST_BYTES = 8_000_000;

/** Every file that a change set touched, and that is there. */
export interface TracedWorkspace {
  readonly history: PathHistory;
  readonly files: ReadonlyMap<string, TracedFile>;
  /** Reads sessions, also those in the trash. */
  readonly reader: Pick<Store, 'list' | 'read'>;
}

export async function traceWorkspace({
  store,
  folders,
}: Pick<IntentComposition, 'store' | 'folders'>): Promise<Result<TracedWorkspace>> {
  const reader = readAlsoTrash(store);
  const history = await loadPathHistory(reader, await loadLedgerSets(openLedger(folders)));
  if (!history.ok) return history;
  const workspace = await loadWorkspace(folders.workspace ?? '');
  const files = new Map<string, TracedFile>();
  const trace = createFileTracer({ history: history.value, blobs: store.blobs });
  for (const path of history.value.paths.toSorted()) {
    const located = await workspace.locate(path);
    // What is reached through a link now is another file than the one that was changed.
    if (!located.ok || located.value.kind !== 'file' || located.value.path !== path) continue;
    const found = await workspace.read(path, { maxBytes: MOST_BYTES });
    if (!found.ok) continue;
    files.set(path, await trace(path, found.value));
  }
  return succeed({ history: history.value, files, reader });
}
