import { succeed, type Result, type SessionId } from '@rook/contract';

import type { SearchAnswer, SearchHit, SearchQuery, WordSplitter } from '../ports/search-index.ts';
import type { Store } from '../ports/store.ts';
import { readSearchEntry, type SearchEntry } from './search-entry.ts';
import { passesFilter } from './search-filter.ts';
import { createNewest, type Newest, type Place } from './search-newest.ts';
import { makeSnippet } from './search-snippet.ts';
import { createWordMarks, createWordTest, readQueryWords, type FindMarks } from './search-words.ts';

interface Found extends Place {
  readonly hit: SearchHit;
}

/** Searches the journals themselves, line by line: what the index must answer, and what is left without one. */
export async function searchByScan(
  store: Store,
  splitter: WordSplitter,
  query: SearchQuery,
): Promise<Result<SearchAnswer>> {
  const words = readQueryWords(query.text, splitter);
  if (!words.ok) return words;
  const isMeant = createWordTest(words.value, splitter);
  return scanSessions(store, query, { isMeant, findMarks: createWordMarks(words.value) });
}

/** What a search looks for in the texts of an entry, and how it shows where it is. */
export interface Meaning {
  readonly isMeant: (texts: readonly string[]) => boolean;
  readonly findMarks: FindMarks;
}

export async function scanSessions(
  store: Store,
  query: SearchQuery,
  meaning: Meaning,
): Promise<Result<SearchAnswer>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  const newest = createNewest<Found>(query.limit + 1);
  for (const { id } of listed.value) {
    if (query.filter.session !== undefined && query.filter.session !== id) continue;
    await scanSession(store, id, newest, { query, meaning });
  }
  return succeed(answerOf(newest, query.limit));
}

/** A session that cannot be read hides no other; what can be read of it is searched. */
async function scanSession(
  store: Store,
  session: SessionId,
  newest: Newest<Found>,
  { query, meaning }: { readonly query: SearchQuery; readonly meaning: Meaning },
): Promise<void> {
  let line = 0;
  for await (const batch of store.read(session)) {
    if (!batch.ok) return;
    for (const { bytes, finished } of batch.value) {
      line += 1;
      const entry = finished ? readSearchEntry(bytes) : undefined;
      if (entry === undefined || !newest.wants(entry.time)) continue;
      if (!passesFilter(session, entry, query.filter) || !meaning.isMeant(entry.texts)) continue;
      newest.add({ session, line, time: entry.time, hit: makeHit({ session, line }, entry, meaning) });
    }
  }
}

export function makeHit(
  { session, line }: Pick<Place, 'session' | 'line'>,
  entry: SearchEntry,
  { findMarks }: Pick<Meaning, 'findMarks'>,
): SearchHit {
  const { timestamp, type, turn, tool } = entry;
  return {
    session,
    line,
    timestamp,
    type,
    ...(turn === undefined ? {} : { turn }),
    ...(tool === undefined ? {} : { tool }),
    snippet: makeSnippet(entry.texts, findMarks),
  };
}

export function answerOf(newest: Newest<Found>, limit: number): SearchAnswer {
  const found = newest.list();
  return { hits: found.slice(0, limit).map(({ hit }) => hit), more: found.length > limit };
}
