import { succeed, type Result } from '@rook/contract';
import type { IndexProgress, SearchIndex } from '@rook/engine';

import type { CommandCall } from './command.ts';
import { composeStore, sessionsFolder, type StoreComposition } from './compose-store.ts';
import { createSearchIndex } from './compose.ts';

/** What commands about the index work with. */
export interface SearchComposition extends StoreComposition {
  /** Where the journals and their index lie. */
  readonly folder: string;
  readonly index: SearchIndex;
}

export async function composeSearch(call: CommandCall): Promise<Result<SearchComposition>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const folder = sessionsFolder(composed.value.folders);
  return succeed({ ...composed.value, folder, index: createSearchIndex(folder, composed.value.store) });
}

const MEGABYTE = 1e6;

/** Shows on a terminal how far the index is, once it takes a while. */
export function showProgress({ terminal }: CommandCall): (progress: IndexProgress) => void {
  return ({ doneBytes, allBytes }) => {
    const percent = allBytes === 0 ? 100 : Math.min(100, Math.floor((100 * doneBytes) / allBytes));
    const isDone = doneBytes >= allBytes;
    const sizes = `${(doneBytes / MEGABYTE).toFixed(0)} of ${(allBytes / MEGABYTE).toFixed(0)} MB`;
    terminal.progress(isDone ? '' : `Indexing: ${percent} % (${sizes})`);
  };
}
