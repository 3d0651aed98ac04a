import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { succeed, type Result } from '@rook/contract';
import type { IndexState, IndexWatch, SearchAnswer, SearchIndex, SearchQuery, Store } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { inspectWorkspaceFolder, prepareWay } from './own-folder.ts';
import { answerQuery, forgetSessions } from './search-answer.ts';
import { deleteDatabase, MOST_WAIT_MILLISECONDS } from './search-database.ts';
import { draftPath, writeDraft } from './search-draft.ts';
import { createMendedIndex, type MendedIndex } from './search-mending.ts';
import { isEmpty, isWorn, readCount } from './search-tables.ts';
import { updateIndex } from './search-update.ts';

const EMPTY: IndexState = { sessions: 0, entries: 0, readBytes: 0 };

interface Place {
  readonly folder: string;
  readonly store: Store;
  readonly index: MendedIndex;
}

/**
 * The index of a workspace's journals, in a database beside them. It mends itself: what is damaged, of another
 * version or gone is made anew, once in a call. Calls are done one after the other.
 */
export function createSearchIndex(folder: string, store: Store): SearchIndex {
  const index = createMendedIndex(folder);
  const place: Place = { folder, store, index };
  let last: Promise<unknown> = Promise.resolve();

  /** Does nothing, and makes nothing, where Rook has no folder. */
  async function inTurn<Value>(nothing: Value, work: () => Promise<Result<Value>>): Promise<Result<Value>> {
    const turn = last.then(async (): Promise<Result<Value>> => {
      const there = inspectWorkspaceFolder(folder);
      if (!there.ok) return there;
      return there.value === 'missing' ? succeed(nothing) : work();
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    update: async (watch = {}) => inTurn(EMPTY, async () => update(place, watch)),
    rebuild: async (watch = {}) => inTurn(EMPTY, async () => rebuild(place, watch)),
    search: async (query) => inTurn({ hits: [], more: false }, async () => search(place, query)),
    close: async () => {
      await last;
      await index.close();
    },
  };
}

async function update(place: Place, watch: IndexWatch): Promise<Result<IndexState>> {
  const listed = await place.store.list();
  if (!listed.ok) return listed;
  const empty = await place.index.use(async (database) => succeed(isEmpty(database)));
  if (!empty.ok) return empty;
  if (empty.value && listed.value.length > 0) return renew(place, watch, isEmpty);
  let worn = false;
  const taken = await takeIn(place, watch, (database) => {
    worn = isWorn(database);
  });
  return worn ? renew(place, watch, isWorn) : taken;
}

async function rebuild(place: Place, watch: IndexWatch): Promise<Result<IndexState>> {
  return renew(place, watch, () => true);
}

/** True of an index that has to be made anew. */
type IndexTest = (database: DatabaseSync) => boolean;

/** Makes the index anew if that is still needed when no other process does it, and takes in what came meanwhile. */
async function renew(place: Place, watch: IndexWatch, isNeeded: IndexTest): Promise<Result<IndexState>> {
  const { folder, index } = place;
  const locks = join(folder, 'locks');
  const ready = prepareWay(folder, locks);
  if (!ready.ok) return ready;
  const build = async (): Promise<Result<number>> => {
    const needed = await index.use(async (database) => succeed(isNeeded(database)));
    if (!needed.ok) return needed;
    return needed.value ? replaceWhole(place, watch) : succeed(0);
  };
  const built = await withFileLock(join(locks, 'index-draft.sqlite'), build, {
    milliseconds: MOST_WAIT_MILLISECONDS,
    signal: watch.signal,
  });
  const taken = built.ok ? await takeIn(place, watch) : built;
  return built.ok && taken.ok
    ? succeed({ ...taken.value, readBytes: taken.value.readBytes + built.value })
    : taken;
}

/** Until it is done: a purge deletes a draft, because it may hold the words of what is purged. */
async function replaceWhole({ folder, store, index }: Place, watch: IndexWatch): Promise<Result<number>> {
  for (;;) {
    const read = await writeDraft(folder, store, watch);
    if (!(await isBetter(index, read))) {
      await deleteDatabase(draftPath(folder));
      return read;
    }
    const placed = await index.replace();
    if (!placed.ok) return placed;
    if (placed.value) return read;
  }
}

/** A part of an index is better than none, and worse than an old one. */
async function isBetter(index: MendedIndex, read: Result<number>): Promise<boolean> {
  if (read.ok || read.error.code !== 'cancelled') return read.ok;
  const empty = await index.use(async (database) => succeed(isEmpty(database)));
  return empty.ok && empty.value;
}

async function takeIn(
  place: Place,
  watch: IndexWatch,
  look: (database: DatabaseSync) => void = () => undefined,
): Promise<Result<IndexState>> {
  const { store, index } = place;
  const taken = await index.use(async (database) => {
    const read = await updateIndex(database, store, { watch });
    if (!read.ok) return read;
    look(database);
    const sessions = Number(database.prepare('SELECT count(*) AS sum FROM files').get()?.['sum']);
    return succeed({ sessions, entries: readCount(database, 'live'), readBytes: read.value });
  });
  // Another process may have replaced it meanwhile with one that was read earlier.
  return taken.ok && !(await index.isCurrent()) ? takeIn(place, watch, look) : taken;
}

async function search({ folder, store, index }: Place, query: SearchQuery): Promise<Result<SearchAnswer>> {
  return index.use(async (database) => {
    const first = await answerQuery(database, folder, query);
    if (!first.ok) return first;
    if (first.value.disagreeing.size === 0) return succeed(first.value.answer);
    // The journals are right. What they no longer say is forgotten, and they are read again.
    await forgetSessions(database, first.value.disagreeing);
    const again = await updateIndex(database, store, { watch: {} });
    const second = again.ok ? await answerQuery(database, folder, query) : again;
    return second.ok ? succeed(second.value.answer) : second;
  });
}
