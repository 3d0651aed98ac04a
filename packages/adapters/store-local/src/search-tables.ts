import { hash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { fileName, type SearchEntry } from '@rook/engine';

import { ForeignIndexError } from './search-database.ts';
import { TOKENIZER } from './search-splitter.ts';

/**
 * Entries have ascending numbers. So many of them share a table of words, and so many a block, which knows the
 * newest and the oldest time in it: a search begins at the highest number, and both let it end early.
 */
export const ENTRIES_IN_TABLE = 1 << 13;
export const ENTRIES_IN_BLOCK = 1 << 8;
const WORD_PAGE_BYTES = 16_000;
/** Words that wait in memory before they are written; the least that is fast. */
const WAITING_WORD_BYTES = 16 << 20;

/**
 * Begins every word that stands for a facet. Hardly any text has it; one that does makes a candidate more and no
 * hit. A character beyond Latin-1 would make all texts twice as long in memory, and indexing slower by a tenth.
 */
export const FACET = '\u00AA\u00BA';

type FacetKind = 'f' | 'g' | 's' | 't' | 'u';
type FacetWords = Map<string | number, string>;
const facets: Readonly<Record<FacetKind, FacetWords>> = {
  f: new Map(),
  g: new Map(),
  s: new Map(),
  t: new Map(),
  u: new Map(),
};
const MOST_FACETS = 10_000;

/** The word for a facet: a few hex digits, because its own text may hold anything. */
export function facetWord(kind: FacetKind, value: string | number): string {
  const known = facets[kind].get(value);
  if (known !== undefined) return known;
  const word = `${FACET}${kind}${hash('sha256', `${kind}${value}`, 'hex').slice(0, 12)}`;
  if (facets[kind].size < MOST_FACETS) facets[kind].set(value, word);
  return word;
}

/** Session, type, tool, tags and the names of the files. */
function facetWords(file: number, { type, tool, tags, files }: SearchEntry): string {
  let words = `${facetWord('s', file)} ${facetWord('t', type)}`;
  if (tool !== undefined) words += ` ${facetWord('u', tool)}`;
  for (const tag of tags) words += ` ${facetWord('g', tag)}`;
  for (const path of files) words += ` ${facetWord('f', fileName(path))}`;
  return words;
}

/** The numbers of the tables of words, the one with the newest entries first; one that is missing is a damage. */
export function wordTables(database: DatabaseSync): readonly number[] {
  const next = readCount(database, 'next');
  const wanted = next === 1 ? 0 : Math.floor((next - 1) / ENTRIES_IN_TABLE) + 1;
  const there = database
    .prepare("SELECT count(*) AS sum FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE words_%'")
    .get();
  if (Number(there?.['sum']) !== wanted) throw new ForeignIndexError('it has lost some of its words');
  return Array.from({ length: wanted }, (_item, index) => wanted - 1 - index);
}

export interface EntryWriter {
  add(file: number, place: { readonly line: number; readonly start: number }, entry: SearchEntry): void;
  /** Writes what is kept beside the entries; before every commit. */
  settle(): void;
}

/** Adds entries inside a transaction. A writer counts on being alone, so it ends with the transaction. */
export function createEntryWriter(database: DatabaseSync): EntryWriter {
  const first = readCount(database, 'next');
  let next = first;
  const blocks = new Map<number, { newest: number; oldest: number }>();
  const insert = database.prepare('INSERT INTO entries (id, file, line, start, time) VALUES (?, ?, ?, ?, ?)');
  let table = -1;
  let insertWords: StatementSync | undefined;

  function wordsFor(id: number): StatementSync {
    const wanted = Math.floor(id / ENTRIES_IN_TABLE);
    if (insertWords === undefined || wanted !== table) {
      table = wanted;
      makeWordTable(database, wanted);
      insertWords = database.prepare(`INSERT INTO words_${wanted} (rowid, text) VALUES (?, ?)`);
    }
    return insertWords;
  }

  return {
    add: (file, { line, start }, entry) => {
      if (entry.texts.length === 0) return;
      const { time } = entry;
      insert.run(next, file, line, start, time);
      wordsFor(next).run(next, `${entry.texts.join('\n')}\n${facetWords(file, entry)}`);
      const number = Math.floor(next / ENTRIES_IN_BLOCK);
      const block = blocks.get(number);
      if (block === undefined) blocks.set(number, { newest: time, oldest: time });
      else {
        block.newest = Math.max(block.newest, time);
        block.oldest = Math.min(block.oldest, time);
      }
      next += 1;
    },
    settle: () => {
      if (next === first) return;
      const put = database.prepare(
        `INSERT INTO blocks (id, newest, oldest) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET newest = max(newest, excluded.newest), oldest = min(oldest, excluded.oldest)`,
      );
      for (const [number, { newest, oldest }] of blocks) put.run(number, newest, oldest);
      setCount(database, 'next', next);
      setCount(database, 'live', readCount(database, 'live') + next - first);
    },
  };
}

function makeWordTable(database: DatabaseSync, number: number): void {
  const name = `words_${number}`;
  const there = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name);
  if (there !== undefined) return;
  database.exec(
    `CREATE VIRTUAL TABLE ${name} USING fts5(text, content = '', columnsize = 0, detail = none, tokenize = "${TOKENIZER}");
     INSERT INTO ${name} (${name}, rank) VALUES ('pgsz', ${WORD_PAGE_BYTES});
     INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${WAITING_WORD_BYTES})`,
  );
}

/**
 * Takes a session out, inside a transaction. Its words stay where they are and lead nowhere, until so many do that
 * the whole is made anew.
 */
export function removeFile(database: DatabaseSync, file: number): void {
  const { changes } = database.prepare('DELETE FROM entries WHERE file = ?').run(file);
  database.prepare('DELETE FROM files WHERE id = ?').run(file);
  setCount(database, 'stale', readCount(database, 'stale') + Number(changes));
  setCount(database, 'live', readCount(database, 'live') - Number(changes));
}

/** Whether nothing was ever taken in. */
export function isEmpty(database: DatabaseSync): boolean {
  return readCount(database, 'next') === 1 && database.prepare('SELECT 1 FROM files').get() === undefined;
}

/** Whether so much was taken out that reading everything again is better. */
export function isWorn(database: DatabaseSync): boolean {
  const stale = readCount(database, 'stale');
  return stale > 10_000 && stale > readCount(database, 'live');
}

export function readCount(database: DatabaseSync, name: 'next' | 'stale' | 'live'): number {
  const row = database.prepare('SELECT value FROM counts WHERE name = ?').get(name);
  return Number(row?.['value']);
}

function setCount(database: DatabaseSync, name: 'next' | 'stale' | 'live', value: number): void {
  database.prepare('UPDATE counts SET value = ? WHERE name = ?').run(value, name);
}
