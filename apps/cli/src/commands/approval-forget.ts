import { fail, rookError, succeed, type Result } from '@rook/contract';
import { removeRule } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { compose, openRules } from '../compose.ts';
import { visibleLine } from '../terminal/visible.ts';

export async function forgetRule(call: CommandCall): Promise<Result<void>> {
  const id = call.arguments.get('ID') ?? '';
  if (id.trim() === '')
    return fail(rookError('usage', 'Name the rule by its id, as `rook approval rules` shows it.'));
  const composed = await compose(call);
  if (!composed.ok) return composed;
  const file = openRules(composed.value.folders);
  const removed = await removeRule(file, id);
  if (!removed.ok) return removed;
  if (call.json) call.terminal.printJson({ removed: id, file: file.path });
  else call.terminal.print('The rule ', { text: visibleLine(id), style: 'bold' }, ' is taken out.');
  return succeed(undefined);
}
