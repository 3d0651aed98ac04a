import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { visibleLine } from '../terminal/visible.ts';
import { changeNamedSession } from './change-session.ts';

/** Gives a session one of the states that the setting `sessions.statuses` names. */
export async function setSessionStatus(call: CommandCall): Promise<Result<void>> {
  const status = call.arguments.get('STATUS')?.trim() ?? '';
  const changed = await changeNamedSession(call, (document, settings) => {
    const statuses = settings['sessions.statuses'];
    if (!statuses.includes(status)) {
      const known = statuses.length === 0 ? 'names none' : `names ${statuses.join(', ')}`;
      return fail(
        rookError(
          'invalid_value',
          `There is no status "${status}"; sessions.statuses ${known}. Nothing was written.`,
        ),
      );
    }
    return succeed(document.status === status ? null : { status });
  });
  if (!changed.ok) return changed;
  const { session, written } = changed.value;
  if (call.json) call.terminal.printJson({ session, status, changed: written !== null });
  else call.terminal.print(`Status of ${session}: ${visibleLine(status)}`);
  return succeed(undefined);
}
