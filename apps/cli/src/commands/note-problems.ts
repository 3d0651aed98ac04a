import type { LoadedSettings } from '@rook/engine';

import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';

/** Says on standard error what of the settings was ignored and what could not be used. */
export function noteProblems(terminal: Terminal, settings: LoadedSettings): void {
  for (const { name, origin, reason } of settings.ignored) {
    terminal.note({ text: 'ignored  ', style: 'yellow' }, visibleLine(`${origin}: ${name}: ${reason}.`));
  }
  for (const { severity, origin, message } of settings.problems) {
    const mark = severity === 'refuses' ? 'problem  ' : 'unknown  ';
    const style = severity === 'refuses' ? 'red' : 'yellow';
    terminal.note({ text: mark, style }, visibleLine(`${origin}: ${message}`));
  }
}
