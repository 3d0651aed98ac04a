import { succeed, type Result } from '@rook/contract';
import type { IndexState, IndexWatch, SearchAnswer, SearchIndex, SearchQuery, Store } from '@rook/engine';

import { inspectWorkspaceFolder } from './own-folder.ts';
import { answerQuery, forgetSessions } from './search-answer.ts';
import { createMendedIndex, type MendedIndex } from './search-mending.ts';
import { isWorn, readCount } from './search-tables.ts';
import { updateIndex } from './search-update.ts';

const EMPTY: IndexState = { sessions: 0, entries: 0, readBytes: 0, rebuilt: false };

/**
 * The index of a workspace's journals, in a database beside them. It mends itself: what is damaged, of another
 * version or gone is made anew, once in a call. Calls are done one after the other.
 */
export function createSearchIndex(folder: string, store: Store): SearchIndex {
  const index = createMendedIndex(folder);
  let last: Promise<unknown> = Promise.resolve();

  /** Does nothing, and makes nothing, where Rook has no folder. */
  async function inTurn<Value>(nothing: Value, work: () => Promise<Result<Value>>): Promise<Result<Value>> {
    const turn = last.then(async (): Promise<Result<Value>> => {
      const there = await inspectWorkspaceFolder(folder);
      if (!there.ok) return there;
      return there.value === 'missing' ? succeed(nothing) : work();
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    update: async (watch = {}) => inTurn(EMPTY, async () => update(index, store, watch)),
    rebuild: async (watch = {}) => inTurn(EMPTY, async () => rebuild(index, store, watch)),
    search: async (query) =>
      inTurn({ hits: [], more: false }, async () => search(index, { folder, store }, query)),
    close: async () => {
      await last;
      index.close();
    },
  };
}

async function update(index: MendedIndex, store: Store, watch: IndexWatch): Promise<Result<IndexState>> {
  let worn = false;
  const updated = await index.use(async ({ database }, rebuilt) => {
    const read = await updateIndex(database, store, watch);
    if (!read.ok) return read;
    worn = isWorn(database);
    const sessions = Number(database.prepare('SELECT count(*) AS sum FROM files').get()?.['sum']);
    return succeed({ sessions, entries: readCount(database, 'live'), readBytes: read.value, rebuilt });
  });
  return worn ? rebuild(index, store, watch) : updated;
}

async function rebuild(index: MendedIndex, store: Store, watch: IndexWatch): Promise<Result<IndexState>> {
  const deleted = await index.throwAway();
  return deleted.ok ? update(index, store, watch) : deleted;
}

async function search(
  index: MendedIndex,
  { folder, store }: { readonly folder: string; readonly store: Store },
  query: SearchQuery,
): Promise<Result<SearchAnswer>> {
  return index.use(async ({ database }) => {
    const first = await answerQuery(database, folder, query);
    if (!first.ok) return first;
    if (first.value.disagreeing.size === 0) return succeed(first.value.answer);
    // The journals are right. What they no longer say is forgotten, and they are read again.
    await forgetSessions(database, first.value.disagreeing);
    const again = await updateIndex(database, store, {});
    const second = again.ok ? await answerQuery(database, folder, query) : again;
    return second.ok ? succeed(second.value.answer) : second;
  });
}
