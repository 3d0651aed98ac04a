import { allSettings, settingChoices, succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { bashCompletion } from '../completion/bash-completion.ts';
import { createCompletionModel } from '../completion/completion-nodes.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';

const SCRIPTS = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

export async function printCompletion(call: CommandCall): Promise<Result<void>> {
  const shell = call.arguments.get('SHELL') ?? '';
  const script = SCRIPTS.get(shell);
  if (script === undefined) throw new Error(`no completion for ${shell}`);
  const text = script(
    createCompletionModel({
      binary: call.brand.binary,
      ...call.commandLine,
      settings: Object.entries(allSettings).map(([name, definition]) => ({
        name,
        choices: settingChoices(definition),
      })),
    }),
  );
  if (call.json) call.terminal.printJson({ shell, script: text });
  else call.terminal.print(text.trimEnd());
  return succeed(undefined);
}
