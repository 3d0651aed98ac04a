import type { CommandSpec } from './command.ts';

/** What a command printed, all of it. */
export const commandOutputCommand: CommandSpec = {
  name: 'output',
  summary: 'shows all that a command printed',
  detail:
    'A conversation shows the beginning and the end of a long output; all of it is kept, without what looks like a secret. On the screen control characters are made visible; a pipe, a redirection and --output get it byte for byte.',
  arguments: [
    {
      name: 'ID',
      summary:
        'the command, as in c-1763244005000, or the last part of its id (default: the last that ended)',
      required: false,
    },
  ],
  options: [
    {
      name: 'session',
      value: 'SESSION',
      summary: 'only of this session, or the one with this part of its id',
    },
    { name: 'output', value: 'FILE', summary: 'write it into this file', completes: 'file' },
    { name: 'force', summary: 'replace the file when it is there' },
  ],
  examples: [
    ['rook command output', 'of the command that ended last'],
    ['rook command output c-1763244005000 --output build.log', 'into a file'],
    ['rook command output > picture.png', 'what is no text, byte for byte'],
    ['rook command output | grep -n error', 'look for something in it'],
  ],
  load: async () => (await import('./commands/command-output.ts')).showCommandOutput,
};
