import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';

import type { LineReader, SearchAnswer, SearchHit, SearchQuery } from '../ports/search-index.ts';
import type { Shell } from '../ports/shell.ts';
import type { Store } from '../ports/store.ts';
import { readSearchEntry, type SearchEntry } from './search-entry.ts';
import { passesFilter } from './search-filter.ts';
import { createNewest, type Newest, type Place } from './search-newest.ts';
import { findLines, type FoundLines } from './search-ripgrep.ts';
import { answerOf, makeHit, scanSessions, type Meaning } from './search-scan.ts';
import { createPatternMarks, refuseLong } from './search-words.ts';

export interface SubstringTools {
  readonly store: Store;
  readonly lines: LineReader;
  readonly shell: Shell;
  /** Where ripgrep is. */
  readonly ripgrep: string;
  /** A folder in which it can run. */
  readonly cwd: string;
  readonly signal?: AbortSignal;
}

interface Found extends Place {
  readonly hit: SearchHit;
}

/** So many candidates in a row that are older than wanted end a session: its entries are in the order of time. */
const OLDER_ENOUGH = 1000;

/**
 * Searches for characters anywhere in the texts, in any case. Ripgrep says in which lines they could be; whether they
 * are is decided here. Where ripgrep does not run, every line is read.
 */
export async function searchSubstring(
  tools: SubstringTools,
  query: SearchQuery,
): Promise<Result<SearchAnswer>> {
  const meaning = readSubstringMeaning(query.text);
  if (!meaning.ok) return meaning;
  const listed = await tools.store.list();
  if (!listed.ok) return listed;
  const { session } = query.filter;
  const sessions = listed.value.filter(({ id }) => session === undefined || id === session);
  const found = await findLines(tools, query.text, sessions);
  if (!found.ok) {
    if (found.error.code === 'cancelled') return found;
    const scanned = await scanSessions(tools.store, query, meaning.value);
    const note = `Every line was read, because ripgrep did not run: ${found.error.message}`;
    return scanned.ok ? succeed({ ...scanned.value, note }) : scanned;
  }
  const newest = createNewest<Found>(query.limit + 1);
  for (const { session: id, lines, time } of await newestSessions(tools.lines, found.value)) {
    if (!newest.wants(time)) break;
    await checkLines(tools.lines, id, lines, { query, meaning: meaning.value, newest });
  }
  return succeed(answerOf(newest, query.limit));
}

/** The meaning of a search for characters: the texts have them, whatever their case. */
export function readSubstringMeaning(text: string): Result<Meaning> {
  if (text === '')
    return fail(rookError('usage', 'There is nothing to search for; give at least a character.'));
  const long = refuseLong(text);
  if (!long.ok) return long;
  const pattern = new RegExp(text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu');
  return succeed({
    isMeant: (texts) => texts.some((one) => pattern.test(one)),
    findMarks: createPatternMarks(pattern),
  });
}

interface FoundSession {
  readonly session: SessionId;
  readonly lines: FoundLines;
  /** When its last candidate was written; the others are older. */
  readonly time: number;
}

/** Sessions with candidates, the one with the newest first; one without an entry among them is left out. */
async function newestSessions(
  reader: LineReader,
  found: ReadonlyMap<SessionId, FoundLines>,
): Promise<readonly FoundSession[]> {
  const sessions: FoundSession[] = [];
  for (const [session, lines] of found) {
    for await (const { entry } of readBackwards(reader, session, lines)) {
      sessions.push({ session, lines, time: entry.time });
      break;
    }
  }
  return sessions.toSorted((a, b) => b.time - a.time);
}

interface Check {
  readonly query: SearchQuery;
  readonly meaning: Meaning;
  readonly newest: Newest<Found>;
}

async function checkLines(
  reader: LineReader,
  session: SessionId,
  found: FoundLines,
  { query, meaning, newest }: Check,
): Promise<void> {
  let older = 0;
  for await (const { line, entry } of readBackwards(reader, session, found)) {
    older = newest.wants(entry.time) ? 0 : older + 1;
    if (older > OLDER_ENOUGH) break;
    if (older > 0 || !passesFilter(session, entry, query.filter) || !meaning.isMeant(entry.texts)) continue;
    newest.add({ session, line, time: entry.time, hit: makeHit({ session, line }, entry, meaning) });
  }
}

/** The candidates of a session from its end on, as far as they are entries. */
async function* readBackwards(
  reader: LineReader,
  session: SessionId,
  found: FoundLines,
): AsyncGenerator<{ readonly line: number; readonly entry: SearchEntry }> {
  const lines = await reader.open(session);
  if (!lines.ok) return;
  try {
    for (let index = found.starts.length - 1; index >= 0; index -= 1) {
      const bytes = lines.value.lineAt(found.starts[index] ?? 0);
      const entry = bytes === null ? undefined : readSearchEntry(bytes);
      if (entry !== undefined) yield { line: found.numbers[index] ?? 0, entry };
    }
  } finally {
    lines.value.close();
  }
}
