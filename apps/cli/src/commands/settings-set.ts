import {
  fail,
  findSetting,
  readSettingText,
  rookError,
  showableSettingValue,
  succeed,
  unknownSetting,
  type Result,
  type Scope,
} from '@rook/contract';
import { editSettingsText, type LoadedSettings } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeSettings } from '../compose.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { describeSetting, valueText } from './describe-setting.ts';

export async function setSetting(call: CommandCall): Promise<Result<void>> {
  const name = call.arguments.get('NAME') ?? '';
  const scope: Scope = call.options.get('scope') === 'workspace' ? 'workspace' : 'user';
  const definition = findSetting(name);
  if (definition === undefined) return fail(unknownSetting(name));
  const value = wantedValue(call, name);
  if (!value.ok) return value;

  const composed = await composeSettings(call);
  if (!composed.ok) return composed;
  const { settingsFiles } = composed.value;
  const written = await settingsFiles.update(scope, (text) =>
    editSettingsText(text, { name, value: value.value, scope }),
  );
  if (!written.ok) return written;

  const after = await composeSettings(call);
  if (!after.ok) return after;
  const path = settingsFiles.path(scope) ?? '';
  const described = describeSetting(call.brand, after.value.settings, name, definition);
  if (call.json) {
    call.terminal.printJson({ ...described, scope, path, ignored: ignoredOf(after.value.settings, name) });
    return succeed(undefined);
  }
  const shown = value.value === undefined ? 'taken out' : valueText(showableSettingValue(name, value.value));
  call.terminal.print({ text: name, style: 'bold' }, ` ${value.value === undefined ? '' : '= '}`, shown);
  call.terminal.print({ text: `in ${visibleLine(path)}`, style: 'dim' });
  noteOverruled(call.terminal, after.value.settings, { name, scope, effective: valueText(described.value) });
  return succeed(undefined);
}

/** Undefined when the setting is to be taken out. */
function wantedValue(call: CommandCall, name: string): Result<unknown> {
  const text = call.arguments.get('VALUE');
  const unset = call.switches.has('unset');
  if (unset && text !== undefined) return fail(rookError('usage', 'Give a VALUE or --unset, not both.'));
  if (unset) return succeed(undefined);
  if (text === undefined) {
    return fail(rookError('usage', `${name} needs a VALUE, or --unset to take it out of the file.`));
  }
  return readSettingText(name, text);
}

function ignoredOf(settings: LoadedSettings, name: string): LoadedSettings['ignored'] {
  return settings.ignored.filter((wish) => wish.name === name);
}

/** A value that was written but does not count must not look as if it did. */
function noteOverruled(
  terminal: Terminal,
  settings: LoadedSettings,
  { name, scope, effective }: { name: string; scope: Scope; effective: string },
): void {
  const ignored = ignoredOf(settings, name).find(({ source }) => source === scope);
  if (ignored !== undefined) {
    terminal.note(
      { text: 'ignored  ', style: 'yellow' },
      visibleLine(`It does not count here: ${ignored.reason}.`),
    );
  }
  const origin = settings.origins.get(name);
  if (origin !== undefined && origin.source !== scope && origin.source !== 'default') {
    const sentence = `${origin.origin} counts over it: ${name} is ${effective}.`;
    terminal.note({ text: 'overruled  ', style: 'yellow' }, visibleLine(sentence));
  }
}
