import { commandOutputCommand } from './command-table-command-output.ts';
import { commandRunCommand } from './command-table-command-run.ts';
import type { CommandSpec } from './command.ts';

const checkCommand: CommandSpec = {
  name: 'check',
  summary: 'how the policy judges a shell command, part by part; runs nothing',
  detail:
    'The verdict is what the policy says, as if automatic running were on; `auto` says whether it then runs by itself (the setting commands.auto). Exit code 0 whatever the verdict. With --batch every line of standard input is {"command": …}, with "cwd" where it runs in another folder, which is counted as --cwd is and from there; one line is printed for each.',
  arguments: [{ name: 'CMD', summary: 'the command, as one text; left out with --batch', required: false }],
  options: [
    { name: 'batch', summary: 'read commands as JSON lines from standard input' },
    {
      name: 'cwd',
      value: 'DIR',
      summary: 'the folder in the workspace that it is judged in (default: where you stand)',
      completes: 'folder',
    },
  ],
  examples: [
    ["rook command check 'git status && npm test'", 'what runs by itself, and what is asked about'],
    ["rook command check --json 'npm run x; rm -rf ~'", 'the same for a script'],
    ['rook command check --batch --json < commands.jsonl', 'one verdict for each line'],
  ],
  load: async () => (await import('./commands/command-check.ts')).checkCommand,
};

export const commandCommand: CommandSpec = {
  name: 'command',
  summary: 'shell commands: how they are judged, running them, what they printed',
  examples: [
    ["rook command check 'npm test'", 'would it run by itself, and why?'],
    ["rook command run 'npm test'", 'run the tests; the exit code is theirs'],
    ['rook command output', 'all that the last one printed'],
  ],
  commands: [checkCommand, commandRunCommand, commandOutputCommand],
};
