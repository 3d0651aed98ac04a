import { searchSubstring, type SearchHit } from '@rook/engine';

import { composePrograms, createLineReader, sessionsFolder } from '../compose.ts';
import type { Desk } from './desk.ts';

const MOST_HITS = 500;
const LINE = '='.repeat(60);

/** Asks for a term and prints where it stands, as lines that the editor makes links of; whoever uses the keyboard picks one. */
export async function searchJournal({ editor, brand, benches, output }: Desk): Promise<void> {
  const { window } = editor;
  const text = await window.showInputBox({
    title: 'Search Chat Journal',
    prompt: 'Enter search term',
    placeHolder: 'e.g., brave trait, conflict, todo',
  });
  if (text === undefined || text.trim() === '') return;
  const channel = output(`${brand.title} Journal Search`);
  channel.clear();
  channel.appendLine(`Searching for: "${text}"`);
  channel.appendLine(LINE);
  const bench = await benches.choose();
  if (!bench.ok) {
    void window.showErrorMessage(bench.error.message);
    return;
  }
  const { place, folders, store } = bench.value.workbench.composition;
  const { shell, ripgrep } = composePrograms(place);
  const found = await ripgrep();
  const answer = await searchSubstring(
    {
      store,
      lines: createLineReader(sessionsFolder(folders)),
      shell,
      ripgrep: found.ok ? found.value : 'rg',
      cwd: folders.workspace ?? folders.home,
    },
    { text, filter: {}, limit: MOST_HITS },
  );
  const listed = await store.list();
  if (!answer.ok || !listed.ok) {
    channel.appendLine('');
    channel.appendLine(!answer.ok ? answer.error.message : listed.ok ? '' : listed.error.message);
    channel.show();
    return;
  }
  const paths = new Map<string, string>(listed.value.map(({ id, path }) => [id, path]));
  const { hits, more } = answer.value;
  channel.appendLine('');
  channel.appendLine(hits.length === 0 ? 'No results found.' : `Found ${hits.length} result(s):`);
  for (const hit of hits)
    for (const line of describeHit(hit, paths.get(hit.session) ?? '')) channel.appendLine(line);
  if (more) channel.appendLine(`There are more than ${MOST_HITS}; search for more words.`);
  channel.show(true);
  await pickHit(editor, text, hits, paths);
}

/** Opens the journal at the line of a hit. Who leaves the list has the printed lines. */
async function pickHit(
  editor: Desk['editor'],
  text: string,
  hits: readonly SearchHit[],
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const items = hits.flatMap((hit) => {
    const path = paths.get(hit.session);
    return path === undefined ? [] : [{ ...labelsOf(hit), path, line: hit.line }];
  });
  if (items.length === 0) return;
  const title = `${items.length} result(s) for “${text}”`;
  const { window, workspace } = editor;
  const picked = await window.showQuickPick(items, { title, placeHolder: 'Open the journal at a line' });
  if (picked === undefined) return;
  try {
    const document = await workspace.openTextDocument(editor.Uri.file(picked.path));
    const selection = new editor.Range(picked.line - 1, 0, picked.line - 1, 0);
    await window.showTextDocument(document, { selection });
  } catch (error) {
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** A list draws pictures for `$(name)`; what was found must not look like one. */
function labelsOf({ session, timestamp, type, turn, snippet }: SearchHit): {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
} {
  return {
    label: snippet.text.replaceAll(/\s+/gu, ' ').replaceAll('$(', '$\u200B('),
    description: turn === undefined ? type : `${type} ${turn}`,
    detail: `${timestamp.slice(0, 10)} ${session}`,
  };
}

function describeHit(
  { session, line, timestamp, type, turn, snippet }: SearchHit,
  path: string,
): readonly string[] {
  return [
    '',
    `📅 ${timestamp.slice(0, 10)} | Session: ${session}`,
    `   Type: ${type}${turn === undefined ? '' : ` | Turn: ${turn}`}`,
    `   Match: ${snippet.text}`,
    `   File: ${path}:${line}`,
  ];
}
