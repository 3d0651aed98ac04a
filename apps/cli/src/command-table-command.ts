import { commandRunCommand } from './command-table-command-run.ts';
import type { CommandSpec } from './command.ts';

/** Commands of the shell. */
export const commandCommand: CommandSpec = {
  name: 'command',
  summary: 'commands of the shell: run them',
  examples: [["rook command run 'npm test'", 'run the tests; the exit code is theirs']],
  commands: [commandRunCommand],
};
