import { allSettings, succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { composeSettings } from '../compose.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { cutToWidth, padToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';
import { describeSetting, valueText, type DescribedSetting } from './describe-setting.ts';
import { noteProblems } from './note-problems.ts';

const COLUMN_GAP = 2;
const NARROW_COLUMNS = 70;

export async function listSettings(call: CommandCall): Promise<Result<void>> {
  const composed = await composeSettings(call);
  if (!composed.ok) return composed;
  const { settings } = composed.value;
  const text = call.arguments.get('TEXT')?.toLowerCase() ?? '';
  const listed = Object.entries(allSettings)
    .map(([name, definition]) => describeSetting(call.brand, settings, name, definition))
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(text))
    .filter(({ source }) => !call.switches.has('changed') || source !== 'default');

  if (call.json) {
    const { ignored, problems } = settings;
    call.terminal.printJson({ settings: listed, ignored, problems });
    return succeed(undefined);
  }
  if (call.terminal.columns < NARROW_COLUMNS) printStacked(call.terminal, listed);
  else printColumns(call.terminal, listed);
  if (listed.length === 0) call.terminal.note(nothingText(text, call.switches.has('changed')));
  noteProblems(call.terminal, settings);
  return succeed(undefined);
}

function printColumns(terminal: Terminal, listed: readonly DescribedSetting[]): void {
  const nameWidth = Math.max(0, ...listed.map(({ name }) => name.length)) + COLUMN_GAP;
  const sourceWidth = 'environment'.length;
  const valueWidth = terminal.columns - nameWidth - sourceWidth - COLUMN_GAP;
  for (const { name, value, source } of listed) {
    const shown = padToWidth(cutToWidth(visibleLine(valueText(value)), valueWidth), valueWidth + COLUMN_GAP);
    const changed = source !== 'default';
    terminal.print(
      changed ? { text: name.padEnd(nameWidth), style: 'bold' } : name.padEnd(nameWidth),
      shown,
      changed ? { text: source, style: 'green' } : { text: source, style: 'dim' },
    );
  }
}

function printStacked(terminal: Terminal, listed: readonly DescribedSetting[]): void {
  for (const { name, value, source } of listed) {
    terminal.print({ text: name, style: 'bold' }, { text: ` (${source})`, style: 'dim' });
    terminal.print('  ', cutToWidth(visibleLine(valueText(value)), terminal.columns - COLUMN_GAP));
  }
}

function nothingText(text: string, changedOnly: boolean): string {
  const which = text === '' ? '' : ` with "${visibleLine(text)}"`;
  return changedOnly ? `Every setting${which} stands at its default.` : `There is no setting${which}.`;
}
