import { succeed, type Result } from '@rook/contract';
import { describeExplained, openExplainer, type Explained } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { loadWorkspace, openLedger } from '../compose.ts';
import { printLine, printRanges } from './why-print.ts';
import { findTarget } from './why-target.ts';

/** Says of a line, or of every line of a file, why it is there. */
export async function explainFile(call: CommandCall): Promise<Result<void>> {
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const { store, folders, book } = composed.value;
  const workspace = await loadWorkspace(folders.workspace ?? '');
  const opened = await openExplainer({ store, workspace, ledger: openLedger(folders), intents: book });
  if (!opened.ok) return opened;
  const found = await findTarget(call, composed.value, opened.value);
  if (!found.ok) return found;
  const explained = await opened.value.explain(found.value);
  if (!explained.ok) return explained;
  if (call.json) call.terminal.printJson(toJson(explained.value));
  else if (found.value.lines !== null)
    for (const range of explained.value.ranges) printLine(call, explained.value, range);
  else await printRanges(call, explained.value);
  return succeed(undefined);
}

/** Who asks for lines gets no history of the file. */
function toJson(explained: Explained): object {
  const { changes, moreChanges, ...described } = describeExplained(explained);
  return explained.lines === null ? { ...described, changes, moreChanges } : described;
}
