import { intentOptions } from './command-table-intent.ts';
import type { CommandSpec, OptionSpec } from './command.ts';
import { keepingMap } from './keep-map.ts';

const options: readonly OptionSpec[] = [
  { name: 'dry-run', summary: 'show what would be done, and do nothing' },
  { name: 'yes', summary: 'do it without a question' },
  { name: 'yes-protected', summary: 'also where protected files are changed' },
  ...intentOptions,
];

/** Undo and redo. */
export const rewindCommands: readonly CommandSpec[] = [
  {
    name: 'rewind',
    summary: 'takes back what a change set did to files, and keeps what you wrote since',
    detail:
      'Shows every file and line first, and asks. A file that is as it was left comes back byte for byte. Where you changed other lines since, they stay; where you changed the same lines, nothing is written and both sides are shown. A file that was made is removed only if nobody touched it. Later change sets that stand on it are named, and undone too with --cascade. A rewind is a change set itself: `rook forward` takes it back. Needs no git.',
    arguments: [
      {
        name: 'ID',
        summary: 'a change set, or the last part of its id (default: the newest that is not undone)',
        required: false,
      },
    ],
    options: [
      {
        name: 'file',
        value: 'FILE',
        summary: 'only this file of it, counted from where you stand, else from the root of the workspace',
        completes: 'file',
      },
      {
        name: 'session',
        value: 'SESSION',
        summary: 'whose it is, where two sessions have one of that id; a part of its id will do',
      },
      { name: 'cascade', summary: 'also undo later change sets that stand on it' },
      {
        name: 'partial',
        summary:
          'leave files as they are whose bytes nobody has or that the disk refuses, and rewind the others',
      },
      ...options,
    ],
    examples: [
      ['rook rewind', 'the newest change set, after a look and a question'],
      ['rook rewind cs-1763244004000 --dry-run', 'what would be done'],
      ['rook rewind cs-1763244004000 --file src/a.ts', 'one file of it'],
      ['rook rewind cs-1763244004000 --cascade --yes --json', 'with all that stands on it, for a script'],
    ],
    load: async () => keepingMap((await import('./commands/rewind.ts')).rewind),
  },
  {
    name: 'forward',
    summary: 'makes again what the last rewind took back',
    detail: 'As careful as a rewind: what you wrote since stays, and what it would overwrite refuses it.',
    options,
    examples: [
      ['rook forward', 'the last rewind that stands, after a look and a question'],
      ['rook forward --dry-run', 'what would be done'],
    ],
    load: async () => keepingMap((await import('./commands/forward.ts')).forward),
  },
];
