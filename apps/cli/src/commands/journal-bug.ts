import { fail, rookError, succeed, type Result } from '@rook/contract';
import { reportBug } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore, withJournal } from '../compose-store.ts';
import { visibleLine } from '../terminal/visible.ts';
import { findSession } from './find-session.ts';

export async function reportTurnBug(call: CommandCall): Promise<Result<void>> {
  const text = (call.arguments.get('TEXT') ?? '').trim();
  const type = (call.options.get('type') ?? 'Other').trim();
  if (text === '' || type === '')
    return fail(rookError('usage', 'Say what was wrong, as in `rook journal bug "It lost a line"`.'));
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const session = await findSession(composed.value.store, call.options.get('session'));
  if (!session.ok) return session;
  const turn = call.options.get('turn');
  const reported = await withJournal(call, composed.value, session.value.id, async (journal) =>
    reportBug(journal, { type, description: text, ...(turn === undefined ? {} : { turn }) }),
  );
  if (!reported.ok) return reported;
  // What was written, which is not what was typed where that held a secret.
  const { turn_id: id, type: kind, description } = reported.value;
  if (call.json) call.terminal.printJson({ session: session.value.id, turn: id, type: kind, description });
  else call.terminal.print(`Reported for turn ${id ?? ''}: ${visibleLine(description)}`);
  return succeed(undefined);
}
