import { sessionChangeCommands } from './command-table-session-change.ts';
import type { ArgumentSpec, CommandSpec } from './command.ts';

export const sessionArgument: ArgumentSpec = {
  name: 'SESSION',
  summary: 'the session, or a part of its id',
  required: false,
};

export const sessionCommands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'the sessions of this workspace, the one changed last first',
    options: [
      { name: 'all', summary: 'all of them, not only the first twenty' },
      { name: 'limit', value: 'N', summary: 'so many at most' },
      { name: 'label', value: 'LABEL', summary: 'only those with this label' },
      { name: 'status', value: 'STATUS', summary: 'only those with this status' },
      { name: 'archived', summary: 'archived ones too' },
      { name: 'trash', summary: 'those that were deleted and can be brought back' },
    ],
    examples: [
      ['rook session list', 'the last twenty'],
      ['rook session list --status needs_review', 'what waits for a review'],
      ['rook session list --all --json', 'a line of JSON for each, for a script'],
    ],
    load: async () => (await import('./commands/session-list.ts')).listSessions,
  },
  {
    name: 'show',
    summary: 'what is written down about a session, entry by entry, and how far its TODOs are',
    arguments: [sessionArgument],
    options: [{ name: 'todos', summary: 'only the TODOs: which are done, and which are open' }],
    examples: [
      ['rook session show', 'the one changed last'],
      ['rook session show --todos', 'how far its steps have come'],
      ['rook session show 0a1b2c3d --json', 'its entries, a line of JSON each'],
    ],
    load: async () => (await import('./commands/session-show.ts')).showSession,
  },
  ...sessionChangeCommands,
  {
    name: 'export',
    summary: 'writes a session into a file, to keep, to read or to hand on',
    detail:
      'Secrets are looked for once more, and what was taken out is said. The rook format can be imported again and proves itself; craft is session.jsonl of a Craft workspace; markdown and html are for reading. Without --output it goes to standard output.',
    arguments: [sessionArgument],
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'rook (the default), craft, markdown or html',
        choices: ['rook', 'craft', 'markdown', 'html'],
      },
      { name: 'output', value: 'FILE', summary: 'the file to write; - is standard output' },
      { name: 'with-files', summary: 'take files and long fields along (rook format)' },
      { name: 'force', summary: 'replace the file when it is there' },
    ],
    examples: [
      ['rook session export --output session.rook.jsonl', 'the one changed last, to import it elsewhere'],
      ['rook session export 0a1b2c3d --format html --output session.html', 'a page to read'],
    ],
    load: async () => (await import('./commands/session-export.ts')).exportToFile,
  },
  {
    name: 'import',
    summary: 'proves an exported session and takes it in as one of its own',
    detail:
      'The session gets an id of its own. It can be read, searched and continued, but nothing in it gives a right here: no approval, intent, budget or change set counts. All of it is imported or nothing.',
    arguments: [
      { name: 'FILE', summary: 'the export, in the rook format; - is standard input', required: true },
    ],
    examples: [
      ['rook session import session.rook.jsonl', 'says the id that it has here'],
      [
        'rook session export --workspace a | rook session import - --workspace b',
        'from one workspace to another',
      ],
    ],
    load: async () => (await import('./commands/session-import.ts')).importFromFile,
  },
];
