import { fail, findSetting, succeed, unknownSetting, type Result } from '@rook/contract';
import { refuseProblems } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeSettings } from '../compose.ts';
import { describeSetting, valueText } from './describe-setting.ts';
import { noteProblems } from './note-problems.ts';

export async function getSetting(call: CommandCall): Promise<Result<void>> {
  const name = call.arguments.get('NAME') ?? '';
  const definition = findSetting(name);
  if (definition === undefined) return fail(unknownSetting(name));
  const composed = await composeSettings(call);
  if (!composed.ok) return composed;
  const { settings } = composed.value;
  // A value stands there that cannot count, so whatever counts instead is not what somebody meant.
  const sound = refuseProblems(settings.problems.filter(({ concerns }) => concerns.includes(name)));
  if (!sound.ok) return sound;
  const described = describeSetting(call.brand, settings, name, definition);

  if (call.json) {
    const ignored = settings.ignored.filter((wish) => wish.name === name);
    call.terminal.printJson({ ...described, ignored, problems: settings.problems });
    return succeed(undefined);
  }
  const { value } = described;
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  const lines = isList ? value : [valueText(value)];
  for (const line of lines) call.terminal.print(line);
  noteProblems(call.terminal, settings);
  return succeed(undefined);
}
