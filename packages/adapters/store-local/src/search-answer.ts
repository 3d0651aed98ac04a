import type { DatabaseSync } from 'node:sqlite';

import { succeed, type Result, type SessionId } from '@rook/contract';
import {
  createWordMarks,
  createWordTest,
  makeHit,
  passesFilter,
  readQueryWords,
  readSearchEntry,
  type OpenLines,
  type SearchAnswer,
  type SearchHit,
  type SearchQuery,
} from '@rook/engine';

import { whenFree } from './search-database.ts';
import { createLineReader } from './search-line-reader.ts';
import { findCandidates, type Candidate } from './search-query.ts';
import { readKnownFiles } from './search-sessions.ts';
import { createWordSplitter } from './search-splitter.ts';
import { FACET, removeFile } from './search-tables.ts';

export interface CheckedAnswer {
  readonly answer: SearchAnswer;
  /** Sessions in which the index saw what is not there. */
  readonly disagreeing: ReadonlySet<SessionId>;
}

const splitter = createLazy(createWordSplitter);

/** Answers from the index, and shows nothing that was not read in the journal just now. Throws what SQLite throws. */
export async function answerQuery(
  database: DatabaseSync,
  folder: string,
  query: SearchQuery,
): Promise<Result<CheckedAnswer>> {
  const words = readQueryWords(query.text, splitter());
  if (!words.ok) return words;
  const { filter, limit } = query;
  for (let most = limit + 1; ; most *= 4) {
    const candidates = await whenFree(() => findCandidates(database, words.value, filter, most));
    const { hits, disagreeing } = await checkCandidates(folder, query, words.value, candidates);
    // A facet may name a file that only ends alike; then further candidates take the place of those.
    if (hits.length > limit || candidates.length < most) {
      const answer = { hits: hits.slice(0, limit), more: hits.length > limit };
      return succeed({ answer, disagreeing });
    }
  }
}

/** Takes sessions out, so that the next update reads them from their beginning. */
export async function forgetSessions(
  database: DatabaseSync,
  sessions: ReadonlySet<SessionId>,
): Promise<void> {
  await whenFree(() => database.exec('BEGIN IMMEDIATE'));
  const known = readKnownFiles(database);
  for (const session of sessions) {
    const file = known.get(session);
    if (file !== undefined) removeFile(database, file.id);
  }
  database.exec('COMMIT');
}

interface Checked {
  readonly hits: readonly SearchHit[];
  readonly disagreeing: ReadonlySet<SessionId>;
}

async function checkCandidates(
  folder: string,
  { filter, limit }: SearchQuery,
  words: readonly string[],
  candidates: readonly Candidate[],
): Promise<Checked> {
  const hasWords = createWordTest(words, splitter());
  // A word of a query may happen to be one that stands for a facet; then the journal says nothing against the index.
  const isMixed = words.some((word) => word.startsWith(FACET) || FACET.startsWith(word));
  const findMarks = createWordMarks(words);
  const hits: SearchHit[] = [];
  const disagreeing = new Set<SessionId>();
  const journals = createJournals(folder);
  try {
    for (const candidate of candidates) {
      if (hits.length > limit) break;
      const lines = await journals.open(candidate.session);
      const line = lines?.lineAt(candidate.start) ?? null;
      const entry = line === null ? undefined : readSearchEntry(line);
      const isThere = entry !== undefined && entry.time === candidate.time;
      if (!isThere || !hasWords(entry.texts)) {
        if (!isThere || !isMixed) disagreeing.add(candidate.session);
      } else if (passesFilter(candidate.session, entry, filter))
        hits.push(makeHit(candidate, entry, { findMarks }));
    }
  } finally {
    journals.close();
  }
  return { hits, disagreeing };
}

interface Journals {
  open(session: SessionId): Promise<OpenLines | undefined>;
  close(): void;
}

const MOST_OPEN = 64;

/** Keeps the journals of one answer open, because its hits go to and fro between them. */
function createJournals(folder: string): Journals {
  const reader = createLineReader(folder);
  const kept = new Map<SessionId, OpenLines | undefined>();
  const close = () => {
    for (const lines of kept.values()) lines?.close();
    kept.clear();
  };
  return {
    open: async (session) => {
      if (!kept.has(session)) {
        if (kept.size >= MOST_OPEN) close();
        const lines = await reader.open(session);
        kept.set(session, lines.ok ? lines.value : undefined);
      }
      return kept.get(session);
    },
    close,
  };
}

function createLazy<Value>(create: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: create() }).value;
}
