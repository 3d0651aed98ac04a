import { fail, rookError, succeed, type Result } from '@rook/contract';
import { tagTurn } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore, withJournal } from '../compose-store.ts';
import { visibleLine } from '../terminal/visible.ts';
import { findSession } from './find-session.ts';

export async function tagLastTurn(call: CommandCall): Promise<Result<void>> {
  const tags = (call.arguments.get('TAGS') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (tags.length === 0)
    return fail(rookError('usage', 'Name at least one tag; several with commas, as in bug,todo.'));
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const session = await findSession(composed.value.store, call.options.get('session'));
  if (!session.ok) return session;
  const [turn, note] = [call.options.get('turn'), call.options.get('note')];
  const tagged = await withJournal(call, composed.value, session.value.id, async (journal) =>
    tagTurn(journal, {
      tags,
      ...(turn === undefined ? {} : { turn }),
      ...(note === undefined ? {} : { note }),
    }),
  );
  if (!tagged.ok) return tagged;
  // What was written, which is not what was typed where that held a secret.
  const { turn_id: id, tags: written } = tagged.value;
  if (call.json) call.terminal.printJson({ session: session.value.id, turn: id, tags: written });
  else call.terminal.print(`Tagged turn ${id} with: ${visibleLine(written.join(', '))}`);
  return succeed(undefined);
}
