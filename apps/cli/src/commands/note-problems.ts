import type { LoadedSettings } from '@rook/engine';

import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';

const MOST_NOTES = 20;

/** Says on standard error what of the settings was ignored and what could not be used. */
export function noteProblems(terminal: Terminal, { ignored, problems }: LoadedSettings): void {
  for (const { name, origin, reason } of ignored) {
    terminal.note({ text: 'ignored  ', style: 'yellow' }, visibleLine(`${origin}: ${name}: ${reason}.`));
  }
  const worstFirst = problems.toSorted(
    (a, b) => Number(b.severity === 'refuses') - Number(a.severity === 'refuses'),
  );
  for (const { severity, origin, message } of worstFirst.slice(0, MOST_NOTES)) {
    const [mark, style] =
      severity === 'refuses' ? (['problem  ', 'red'] as const) : (['unknown  ', 'yellow'] as const);
    const said = message.startsWith(origin) ? message : `${origin}: ${message}`;
    terminal.note({ text: mark, style }, visibleLine(said));
  }
  if (problems.length > MOST_NOTES) terminal.note(`and ${problems.length - MOST_NOTES} more`);
}
