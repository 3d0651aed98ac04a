import { succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { visibleLine } from '../terminal/visible.ts';
import { changeNamedSession } from './change-session.ts';

/** Gives a session a title that no title made later by itself replaces. */
export async function renameSession(call: CommandCall): Promise<Result<void>> {
  const title = call.arguments.get('TITLE') ?? '';
  const changed = await changeNamedSession(call, () => succeed({ title }));
  if (!changed.ok) return changed;
  const { session, written } = changed.value;
  if (call.json) call.terminal.printJson({ session, title: written?.title });
  else call.terminal.print(`Renamed ${session}: ${visibleLine(written?.title ?? '')}`);
  return succeed(undefined);
}
