import { succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { changeNamedSession } from './change-session.ts';

/** Takes a session out of the list, or back into it; it stays where it is, whole. */
export async function archiveSession(call: CommandCall): Promise<Result<void>> {
  const archived = !call.switches.has('undo');
  const changed = await changeNamedSession(call, (document) =>
    succeed(document.archived === archived ? null : { archived }),
  );
  if (!changed.ok) return changed;
  const { session, written } = changed.value;
  if (call.json) {
    call.terminal.printJson({ session, archived, changed: written !== null });
    return succeed(undefined);
  }
  const is = archived ? 'is archived' : 'is not archived';
  call.terminal.print(written === null ? `${session} ${is} already` : `${session} ${is} now`);
  return succeed(undefined);
}
