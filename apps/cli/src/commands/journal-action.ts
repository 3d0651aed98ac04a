import { fail, rookError, succeed, type Result } from '@rook/contract';
import { changeAction, createAction, loadSession } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore, withJournal, type StoreComposition } from '../compose-store.ts';
import { visibleLine } from '../terminal/visible.ts';
import { findSession } from './find-session.ts';

const STATUSES = ['open', 'in_progress', 'done', 'cancelled'] as const;

/** Creates an action, or gives one another status. */
export async function writeAction(call: CommandCall): Promise<Result<void>> {
  const title = call.arguments.get('TITLE')?.trim();
  const id = call.options.get('id');
  if ((title === undefined || title === '') === (id === undefined)) {
    return fail(rookError('usage', 'Give the TITLE of a new action, or --id and --status to change one.'));
  }
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  return id === undefined ? create(call, composed.value, title ?? '') : change(call, composed.value, id);
}

async function create(
  call: CommandCall,
  composition: StoreComposition,
  title: string,
): Promise<Result<void>> {
  const session = await findSession(composition.store, call.options.get('session'));
  if (!session.ok) return session;
  const [turn, details, tags] = ['turn', 'details', 'tags'].map((name) => call.options.get(name));
  const created = await withJournal(call, composition, session.value.id, async (journal) =>
    createAction(journal, {
      title,
      ...(turn === undefined ? {} : { turn }),
      ...(details === undefined ? {} : { details }),
      ...(tags === undefined ? {} : { tags: tags.split(',').map((tag) => tag.trim()) }),
    }),
  );
  if (!created.ok) return created;
  const { action_id: action, title: written, status } = created.value;
  if (call.json) call.terminal.printJson({ session: session.value.id, action, title: written, status });
  else call.terminal.print(`Created action ${action}: ${visibleLine(written)}`);
  return succeed(undefined);
}

async function change(call: CommandCall, composition: StoreComposition, id: string): Promise<Result<void>> {
  const wanted = call.options.get('status');
  const status = STATUSES.find((known) => known === wanted);
  if (status === undefined)
    return fail(rookError('usage', `--id needs --status: one of ${STATUSES.join(', ')}.`));
  const session = await findSession(composition.store, call.options.get('session'));
  if (!session.ok) return session;
  const changed = await withJournal(call, composition, session.value.id, async (journal) => {
    const document = await loadSession(composition.store, session.value.id);
    return document.ok ? changeAction(journal, document.value, { id, status }) : document;
  });
  if (!changed.ok) return changed;
  if (call.json) call.terminal.printJson({ session: session.value.id, action: id, status });
  else call.terminal.print(`Action ${id} is ${status}`);
  return succeed(undefined);
}
