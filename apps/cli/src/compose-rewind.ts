import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { refuseProblems, type ApplySetup } from '@rook/engine';

import type { CommandCall } from './command.ts';
import { composeLines, composeStore, openKeptIndex } from './compose-store.ts';
import { createLog, loadWorkspace } from './compose.ts';
import { systemClock } from './system-clock.ts';

/** What undo and redo work with. */
export async function composeRewind(call: CommandCall): Promise<Result<ApplySetup>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { folders, settings, store } = composed.value;
  const usable = refuseProblems(settings.problems);
  if (!usable.ok) return usable;
  if (folders.workspace === null)
    return fail(rookError('no_workspace', 'There is no workspace here; name one with --workspace.'));
  const [lines, workspace] = await Promise.all([
    composeLines(call, composed.value),
    loadWorkspace(folders.workspace),
  ]);
  const log = createLog({
    path: join(folders.home, 'logs', 'rewind.log'),
    level: settings.values['log.level'],
    redact: (text) => lines.redactor.redactText(text).text,
  });
  return succeed({
    brand: call.brand,
    store,
    clock: systemClock,
    log,
    lines,
    holder: { surface: 'cli' },
    settings: settings.values,
    workspace,
    protectedAnswers: call.switches.has('yesProtected') ? 'once' : 'no',
    keptIndex: async () => openKeptIndex({ folders, store }),
    listener: { entry: () => undefined, delta: () => undefined },
  });
}
