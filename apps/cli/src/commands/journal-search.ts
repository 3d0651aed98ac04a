import { succeed, type Result } from '@rook/contract';
import {
  searchByScan,
  searchSubstring,
  type SearchAnswer,
  type SearchHit,
  type SearchQuery,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeSearch, showProgress, type SearchComposition } from '../compose-search.ts';
import { createLineReader, createWordSplitter, loadShell } from '../compose.ts';
import { visibleLine } from '../terminal/visible.ts';
import { readSearchQuery } from './read-search-query.ts';

const LINE = '='.repeat(60);

/** Searches the journals and prints what was found; finding nothing is no failure. */
export async function searchJournal(call: CommandCall): Promise<Result<void>> {
  const composed = await composeSearch(call);
  if (!composed.ok) return composed;
  const { store, index } = composed.value;
  const query = await readSearchQuery(call, store);
  if (!query.ok) return query;
  const substring = call.switches.has('substring');
  const answer = substring
    ? await searchCharacters(composed.value, query.value)
    : await searchWords(call, composed.value, query.value);
  await index.close();
  if (!answer.ok) return answer;
  const listed = await store.list();
  if (!listed.ok) return listed;
  const paths = new Map<string, string>(listed.value.map(({ id, path }) => [id, path]));
  if (call.json) for (const hit of answer.value.hits) call.terminal.printJson(describeHit(hit, paths));
  else await printAnswer(call, query.value, answer.value, paths);
  return succeed(undefined);
}

/** Without an index that can be written every line is read, which is slower and finds the same. */
async function searchWords(
  call: CommandCall,
  { store, index }: SearchComposition,
  query: SearchQuery,
): Promise<Result<SearchAnswer>> {
  const updated = await index.update({ progress: showProgress(call) });
  call.terminal.progress('');
  const answer = updated.ok ? await index.search(query) : updated;
  if (answer.ok || answer.error.code === 'usage') return answer;
  const scanned = await searchByScan(store, createWordSplitter(), query);
  const note = `Every line was read, because there is no index: ${answer.error.message}`;
  return scanned.ok ? succeed({ ...scanned.value, note }) : scanned;
}

async function searchCharacters(
  { store, folder, folders }: SearchComposition,
  query: SearchQuery,
): Promise<Result<SearchAnswer>> {
  const { shell, ripgrep } = await loadShell();
  return searchSubstring(
    {
      store,
      lines: createLineReader(folder),
      shell,
      ripgrep: ripgrep.ok ? ripgrep.value : 'rg',
      cwd: folders.workspace ?? folders.home,
    },
    query,
  );
}

type Paths = ReadonlyMap<string, string>;

function describeHit(
  { session, line, timestamp, type, turn, tool, snippet }: SearchHit,
  paths: Paths,
): unknown {
  return {
    file: paths.get(session) ?? '',
    sessionId: session,
    date: timestamp.slice(0, 10),
    timestamp,
    ...(turn === undefined ? {} : { turnId: turn }),
    eventType: type,
    ...(tool === undefined ? {} : { tool }),
    matchText: snippet.text,
    lineNumber: line,
  };
}

async function printAnswer(
  { terminal, switches }: CommandCall,
  { text, limit }: SearchQuery,
  { hits, more, note }: SearchAnswer,
  paths: Paths,
): Promise<void> {
  terminal.print(`Searching for: "${visibleLine(text)}"`);
  terminal.print(LINE);
  terminal.print(hits.length === 0 ? 'No results found.' : `Found ${hits.length} result(s):`);
  for (const hit of hits) {
    terminal.print('');
    printHit({ terminal }, hit, paths.get(hit.session) ?? '');
    await terminal.ready();
  }
  if (hits.length === 0 && !switches.has('substring'))
    terminal.note(
      'Words and beginnings of words were looked for; --substring looks for characters anywhere.',
    );
  if (more) terminal.note(`There are more than ${limit}; --limit shows more of them.`);
  if (note !== undefined) terminal.note(visibleLine(note));
}

function printHit(
  { terminal }: Pick<CommandCall, 'terminal'>,
  { session, line, timestamp, type, turn, snippet }: SearchHit,
  path: string,
): void {
  terminal.print(`📅 ${visibleLine(timestamp.slice(0, 10))} | Session: `, { text: session, style: 'bold' });
  terminal.print(`Type: ${visibleLine(type)} | Turn: ${visibleLine(turn ?? '-')}`);
  const pieces: (string | { readonly text: string; readonly style: 'yellow' })[] = ['Match: '];
  let from = 0;
  for (const [start, end] of snippet.marks) {
    pieces.push(visibleLine(snippet.text.slice(from, start)));
    pieces.push({ text: visibleLine(snippet.text.slice(start, end)), style: 'yellow' });
    from = end;
  }
  terminal.print(...pieces, visibleLine(snippet.text.slice(from)));
  terminal.print(`File: ${visibleLine(path)}:${line}`);
}
