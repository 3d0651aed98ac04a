import { commandRunCommand } from './command-table-command-run.ts';
import type { CommandSpec } from './command.ts';

/** Commands of the shell. */
export const commandCommand: CommandSpec = {
  name: 'command',
  summary: 'commands of the shell: run them',
  commands: [commandRunCommand],
};
