import { join } from 'node:path';

import { fail, rookError, succeed, type IntentId, type Result } from '@rook/contract';
import {
  refuseProblems,
  type ApplySetup,
  type ConfirmProtected,
  type HolderNote,
  type Log,
} from '@rook/engine';

import type { CommandCall } from './command.ts';
import { pieceOf } from './commands/print-diff.ts';
import { readDiff } from './commands/read-diff.ts';
import { readIntent } from './compose-intents.ts';
import { composeLedger } from './compose-ledger.ts';
import { composePrograms, type Programs } from './compose-programs.ts';
import { composeLines, composeStore, openKeptIndex } from './compose-store.ts';
import { createLog, loadWorkspace, openIntents, openRules, openSealKey } from './compose.ts';
import { systemClock } from './system-clock.ts';
import { askYes } from './terminal/ask-yes.ts';
import { isPersonThere } from './terminal/read-key.ts';
import { visibleLine } from './terminal/visible.ts';

/** What changing files at the word of a person works with. */
export interface ApplyComposition {
  readonly setup: ApplySetup;
  readonly log: Log;
  readonly programs: Programs;
  /** What it is for, where that was named. */
  readonly named: { readonly intent?: IntentId };
}

type OrderName = 'apply' | 'rewind' | 'command';

interface ApplyExtras {
  readonly holder?: HolderNote;
  /** Is told of each step while files are written. */
  readonly watch?: (step: string) => void;
}

/** `name` is that of the log. */
export async function composeApply(
  call: CommandCall,
  name: OrderName,
  { holder = { surface: 'cli' }, watch }: ApplyExtras = {},
): Promise<Result<ApplyComposition>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { folders, settings, store } = composed.value;
  const usable = refuseProblems(settings.problems);
  if (!usable.ok) return usable;
  if (folders.workspace === null) {
    const sentence = `There is no workspace to change files in: ${folders.because}.`;
    return fail(rookError('no_workspace', sentence));
  }
  const intent = await readIntent(call, composed.value);
  if (!intent.ok) return intent;
  const [lines, workspace] = await Promise.all([
    composeLines(call, composed.value),
    loadWorkspace(folders.workspace, folders.workspaceFolder, watch),
  ]);
  const log = createLog({
    path: join(folders.home, 'logs', `${name}.log`),
    level: settings.values['log.level'],
    redact: (text) => lines.redactor.redactText(text).text,
  });
  const programs = composePrograms(call.surroundings.variables);
  const setup: ApplySetup = {
    brand: call.brand,
    store,
    clock: systemClock,
    log: tellingLog(call, log),
    lines,
    holder,
    settings: settings.values,
    listener: { entry: () => undefined, delta: () => undefined },
    workspace,
    shell: programs.shell,
    commandShell: programs.commandShell,
    keptIndex: async () => openKeptIndex(composed.value),
    rules: openRules(folders),
    sealKey: openSealKey(folders),
    intents: openIntents(folders),
    ledger: composeLedger(call, composed.value, workspace),
    protectedAnswers: call.switches.has('yesProtected') ? 'once' : 'no',
    ...(isPersonThere(call) ? { confirm: confirmProtected(call, name) } : {}),
  };
  return succeed({ setup, log, programs, named: intent.value === undefined ? {} : { intent: intent.value } });
}

/** A rewind has shown what it would do by then. */
function confirmProtected({ terminal }: CommandCall, name: OrderName): ConfirmProtected {
  return async ({ text, preview }) => {
    if (name === 'apply') for (const line of readDiff(preview.text).lines) terminal.note(pieceOf(line));
    return (
      await askYes(
        terminal,
        visibleLine(text.replace(/ Allow \w+\?$/u, name === 'command' ? ' Run it?' : ' Change it?')),
      )
    ).ok;
  };
}

/** What a crash left behind and what became of it is said to the person too. */
function tellingLog({ terminal }: CommandCall, log: Log): Log {
  return {
    write: (level, message, fields) => {
      log.write(level, message, fields);
      if (level === 'warn' || level === 'error')
        terminal.note({ text: visibleLine(message), style: 'yellow' });
    },
  };
}
