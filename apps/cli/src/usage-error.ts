import { rookError, type RookError } from '@rook/contract';
import { createRedactor } from '@rook/engine';
import type { CommanderError } from 'commander';

/** What was typed may be a key at the wrong place, so it is not repeated where it can be told without. */
export function usageError(error: CommanderError, path: readonly string[], help: string): RookError {
  if (error.code === 'commander.help') {
    const missing =
      path.length === 0 ? 'A command is missing' : `${path.join(' ')} needs one of its own commands`;
    return rookError('usage', `${missing}; ${help} lists them.`);
  }
  const text = createRedactor({ secrets: [] })
    .redactText(error.message)
    .text.replace(/^error: /, '')
    .replace(/(but got \d+): .*$/s, '$1')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  return rookError('usage', text.endsWith(')') ? text : `${text}; ${help} shows what there is.`);
}
