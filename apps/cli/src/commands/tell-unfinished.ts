import { rook, type SessionId } from '@rook/contract';
import { findUnfinishedCommands, type Store, type UnfinishedCommand } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { visibleLine } from '../terminal/visible.ts';

/** What settles them: it ends what still runs, and records what was changed. */
export const HOW_TO_SETTLE = `\`${rook.binary} rewind\` settles it before it asks anything: it ends what still runs of it, and records what was changed.`;

/** The commands that a killed process left, of one session or of all; none where that cannot be read. */
export async function loadUnfinished(
  store: Store,
  session: SessionId | null = null,
): Promise<readonly UnfinishedCommand[]> {
  const found = await findUnfinishedCommands(store);
  if (!found.ok) return [];
  return found.value.filter((one) => session === null || one.session === session);
}

/** A sentence for a person, without a stop. */
export function describeUnfinished({ session, command, line, since }: UnfinishedCommand): string {
  const when = since.slice(0, 19).replace('T', ' ');
  return `\`${visibleLine(line)}\` (${command} of ${session}, since ${when} UTC) was left unfinished, because its process of ${rook.title} is gone`;
}

/** Under `--json` a value of its own behind the others. */
export function tellUnfinished(
  { terminal, json }: Pick<CommandCall, 'terminal' | 'json'>,
  unfinished: readonly UnfinishedCommand[],
): void {
  if (unfinished.length === 0) return;
  if (json) {
    terminal.printJson({ unfinished });
    return;
  }
  for (const one of unfinished)
    terminal.note({
      text: `${describeUnfinished(one)}. What it changed is not recorded yet; ${HOW_TO_SETTLE}`,
      style: 'yellow',
    });
}
