import { intentOptions } from './command-table-intent.ts';
import type { CommandSpec } from './command.ts';

/** Running commands at the word of a person. */
export const commandRunCommand: CommandSpec = {
  name: 'run',
  summary: 'runs commands in the workspace, and records what they printed and changed',
  detail:
    'What you type is your decision, so nothing is asked unless protected files are concerned; every other rule holds. Several commands run one after the other until one fails, and those that were not run are named; or with --supervise as long as the model says so; --json then prints entries, one a line, and the exit code is 1 where something was left. The exit code is that of the last one: 128 and the number of the signal that ended it, 124 when its time was over, 1 when it was not run. Standard output into a file or a pipe gets what was printed byte for byte. Nobody can type anything: a command that waits for input is ended. What changed in files is a change set, which `rook rewind` takes back.',
  arguments: [{ name: 'CMD', summary: 'a line for the shell, in quotes', required: true, isSeveral: true }],
  options: [
    {
      name: 'timeout',
      value: 'SECONDS',
      summary: 'end it after so long (default: the setting commands.timeout)',
    },
    {
      name: 'cwd',
      value: 'DIR',
      summary: 'the folder in the workspace to run it in (default: where you stand)',
      completes: 'folder',
    },
    {
      name: 'supervise',
      summary: 'show each output to the model, which says whether to go on, to stop, or what to run instead',
    },
    { name: 'yes-protected', summary: 'also where protected files are concerned' },
    ...intentOptions,
  ],
  examples: [
    ["rook command run 'npm test'", 'run the tests; the exit code is theirs'],
    ["rook command run 'npm ci' 'npm test' --timeout 600", 'one after the other, each with ten minutes'],
    [
      "rook command run 'npm ci' 'npm run build' 'npm test' --supervise",
      'the model looks at each output; what it puts in instead is asked about',
    ],
    ["rook command run 'make' --json | jq '.runs[0].exitCode'", 'for a script'],
  ],
  load: async () => (await import('./commands/command-run.ts')).runCommandLine,
};
