import { fail, succeed, type RookError } from '@rook/contract';
import { summarizeSession, type Store } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { cutToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';

/** Lists what was deleted and can be brought back, deleted last first. */
export async function listTrash(call: CommandCall, store: Store, most: number): Promise<Outcome> {
  const { terminal, json } = call;
  const listed = await store.listTrash();
  if (!listed.ok) return listed;
  const shown = listed.value.slice(0, most);
  const trash = trashAsStore(store);
  let failure: RookError | undefined;
  for (const { id, bytes, changed } of shown) {
    const summary = await summarizeSession(trash, { id, bytes });
    const deleted = changed.toISOString();
    if (!summary.ok) failure ??= summary.error;
    const title = summary.ok ? summary.value.title : summary.error.message;
    if (json)
      terminal.printJson({ id, deleted, bytes, ...(summary.ok ? { title } : { error: summary.error }) });
    else {
      const facts = `  deleted ${deleted.slice(0, 16).replace('T', ' ')}`;
      terminal.print({ text: id, style: 'bold' }, { text: facts, style: 'dim' });
      terminal.print('  ', cutToWidth(visibleLine(title), terminal.columns - 2));
    }
    await terminal.ready();
  }
  const hidden = listed.value.length - shown.length;
  if (!json && listed.value.length === 0) terminal.note('The trash is empty.');
  if (!json && hidden > 0) terminal.note(`and ${hidden} more; --all shows them`);
  return failure === undefined ? succeed(undefined) : { ...fail(failure), told: true };
}

/** The trash read as sessions are; nothing is kept beside what was deleted. */
function trashAsStore(store: Store): Store {
  const documents = { get: async () => succeed(null), put: async () => succeed(undefined) };
  return { ...store, read: (session) => store.readTrash(session), documents };
}
