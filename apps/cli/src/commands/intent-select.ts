import { fail, rookError, succeed, type Result } from '@rook/contract';
import { takeUpIntent } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { withJournal } from '../compose-store.ts';
import { findSession } from './find-session.ts';
import { intentJson, intentLine } from './intent-record.ts';
import { readIntentArgument } from './read-intent.ts';

export async function selectIntent(call: CommandCall): Promise<Result<void>> {
  const id = readIntentArgument(call);
  if (!id.ok) return id;
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const { book, settings, store, isGoverned } = composed.value;
  if (!(await isGoverned())) {
    const sentence =
      'This workspace is not governed, so no intent can be selected; `rook intent new` writes the first one.';
    return fail(rookError('invalid_value', sentence));
  }
  const session = await findSession(store, call.options.get('session'));
  if (!session.ok) return session;
  const mayWrite = () => settings.values.mode !== 'safe';
  const selected = await withJournal(call, composed.value, session.value.id, async (journal) => {
    const record = journal.append.bind(journal);
    return takeUpIntent({ book, record, mayWrite }, id.value, { by: 'user' });
  });
  if (!selected.ok) return selected;
  if (call.json) call.terminal.printJson({ session: session.value.id, selected: intentJson(selected.value) });
  else {
    call.terminal.print(
      'Active intent of ',
      session.value.id,
      ': ',
      { text: id.value, style: 'bold' },
      `  ${intentLine(selected.value)}`,
    );
  }
  return succeed(undefined);
}
