import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { sessionIdSchema, type SessionId } from '@rook/contract';
import { createNewest, fileName, type Place, type SearchFilter } from '@rook/engine';

import { ENTRIES_IN_BLOCK, ENTRIES_IN_TABLE, facetWord, wordTables } from './search-tables.ts';

/** An entry that should be a hit, if the journal still says so. */
export interface Candidate extends Place {
  /** Where its line begins. */
  readonly start: number;
}

/**
 * The newest entries that have all words and facets, newest first. It goes from the highest number down and ends as
 * soon as no block below has anything newer than what it found. Throws what SQLite throws.
 */
export function findCandidates(
  database: DatabaseSync,
  words: readonly string[],
  filter: SearchFilter,
  most: number,
): readonly Candidate[] {
  // One transaction, because beginning one takes longer than looking for a word in a table.
  database.exec('BEGIN');
  try {
    return readCandidates(database, words, filter, most);
  } finally {
    if (database.isTransaction) database.exec('COMMIT');
  }
}

function readCandidates(
  database: DatabaseSync,
  words: readonly string[],
  filter: SearchFilter,
  most: number,
): readonly Candidate[] {
  const { sessions, blocks, statements } = knownAbout(database);
  const session = filter.session === undefined ? undefined : sessions.byName.get(filter.session);
  if (filter.session !== undefined && session === undefined) return [];
  const match = matchExpression(words, filter, session);
  const { since = -Infinity, before = Infinity } = filter;
  const { newestBelow } = blocks;
  const end = blocks.endBefore(before);
  const newest = createNewest<Candidate>(most);
  const mayFollow = (block: number) => {
    const time = newestBelow(block);
    return time >= since && newest.wants(time);
  };
  for (const table of wordTables(database)) {
    if (table * ENTRIES_IN_TABLE >= end) continue;
    if (!mayFollow(Math.floor(((table + 1) * ENTRIES_IN_TABLE - 1) / ENTRIES_IN_BLOCK))) break;
    const statement = statements.get(table) ?? prepareSearch(database, table);
    statements.set(table, statement);
    for (const row of statement.iterate(match, end)) {
      const time = Number(row['time']);
      if (!mayFollow(Math.floor(Number(row['id']) / ENTRIES_IN_BLOCK))) return newest.list();
      const name = sessions.byNumber.get(Number(row['file']));
      if (name === undefined || time < since || time >= before) continue;
      newest.add({ session: name, line: Number(row['line']), start: Number(row['start']), time });
    }
  }
  return newest.list();
}

function prepareSearch(database: DatabaseSync, table: number): StatementSync {
  return database.prepare(
    `SELECT entries.id, file, line, start, time FROM words_${table} AS words JOIN entries ON entries.id = words.rowid
     WHERE words_${table} MATCH ? AND words.rowid < ? ORDER BY words.rowid DESC`,
  );
}

/** What every search needs of a database that has not changed since the one before. */
interface Known {
  readonly version: string;
  readonly sessions: Sessions;
  readonly blocks: Blocks;
  readonly statements: Map<number, StatementSync>;
}

const knownDatabases = new WeakMap<DatabaseSync, Known>();

function knownAbout(database: DatabaseSync): Known {
  // The one counts what others changed, the other what was changed here.
  const others = database.prepare('PRAGMA data_version').get();
  const own = database.prepare('SELECT total_changes() AS sum').get();
  const version = `${String(others?.['data_version'])} ${String(own?.['sum'])}`;
  const before = knownDatabases.get(database);
  if (before?.version === version) return before;
  const known = {
    version,
    sessions: readSessions(database),
    blocks: readBlocks(database),
    statements: before?.statements ?? new Map<number, StatementSync>(),
  };
  knownDatabases.set(database, known);
  return known;
}

/** Every word as the beginning of one, every facet whole. */
function matchExpression(
  words: readonly string[],
  { type, tag, tool, file }: SearchFilter,
  session: number | undefined,
): string {
  const facets = [
    session === undefined ? undefined : facetWord('s', session),
    type === undefined ? undefined : facetWord('t', type),
    tag === undefined ? undefined : facetWord('g', tag),
    tool === undefined ? undefined : facetWord('u', tool),
    file === undefined ? undefined : facetWord('f', fileName(file)),
  ];
  const parts = [
    ...facets.flatMap((facet) => (facet === undefined ? [] : [`"${facet}"`])),
    ...words.map((word) => `"${word}" *`),
  ];
  return parts.join(' AND ');
}

interface Sessions {
  readonly byName: ReadonlyMap<string, number>;
  readonly byNumber: ReadonlyMap<number, SessionId>;
}

function readSessions(database: DatabaseSync): Sessions {
  const byName = new Map<string, number>();
  const byNumber = new Map<number, SessionId>();
  for (const row of database.prepare('SELECT id, session FROM files').iterate()) {
    const session = sessionIdSchema.safeParse(row['session']);
    if (!session.success) continue;
    byName.set(session.data, Number(row['id']));
    byNumber.set(Number(row['id']), session.data);
  }
  return { byName, byNumber };
}

interface Blocks {
  /** The newest time in a block and all blocks below it. */
  readonly newestBelow: (block: number) => number;
  /** Behind the last entry that can be old enough. */
  readonly endBefore: (time: number) => number;
}

function readBlocks(database: DatabaseSync): Blocks {
  const rows = database.prepare('SELECT id, newest, oldest FROM blocks ORDER BY id').all();
  const times: number[] = [];
  let newest = -Infinity;
  const oldest: number[] = [];
  for (const row of rows) {
    const id = Number(row['id']);
    newest = Math.max(newest, Number(row['newest']));
    times[id] = newest;
    oldest[id] = Number(row['oldest']);
  }
  return {
    newestBelow: (block) => times[block] ?? newest,
    endBefore: (time) => (oldest.findLastIndex((each) => each < time) + 1) * ENTRIES_IN_BLOCK,
  };
}
