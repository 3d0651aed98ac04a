import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { visibleLine } from '../terminal/visible.ts';
import { changeNamedSession } from './change-session.ts';

/** Adds labels to a session or takes them away. Any label can be typed; one that is not offered is named. */
export async function labelSession(call: CommandCall): Promise<Result<void>> {
  const wanted = (call.arguments.get('LABELS') ?? '').split(',').flatMap((label) => label.trim() || []);
  if (wanted.length === 0)
    return fail(rookError('usage', 'Name at least one label; several with commas, as in python,urgent.'));
  let before: readonly string[] = [];
  let offered: readonly string[] = [];
  const changed = await changeNamedSession(call, ({ labels }, settings) => {
    [before, offered] = [labels, settings['sessions.labels']];
    const after = call.switches.has('remove')
      ? labels.filter((label) => !wanted.includes(label))
      : [...new Set([...labels, ...wanted])];
    return succeed(after.length === labels.length ? null : { labels: after });
  });
  if (!changed.ok) return changed;
  const { session, written } = changed.value;
  const labels = written?.labels ?? before;
  const unlisted = labels.filter((label) => wanted.includes(label) && !offered.includes(label));
  if (call.json) {
    call.terminal.printJson({ session, labels, unlisted });
    return succeed(undefined);
  }
  const shown = labels.length === 0 ? 'none' : visibleLine(labels.join(', '));
  call.terminal.print(`Labels of ${session}: ${shown}`);
  if (offered.length > 0 && unlisted.length > 0) {
    const sentence = `${unlisted.join(', ')}: not among those that sessions.labels offers`;
    call.terminal.note(visibleLine(`${sentence} (${offered.join(', ')})`));
  }
  return succeed(undefined);
}
