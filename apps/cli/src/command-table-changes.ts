import { intentOptions } from './command-table-intent.ts';
import type { CommandSpec } from './command.ts';
import { keepingMap } from './keep-map.ts';

export const applyCommand: CommandSpec = {
  name: 'apply',
  summary: 'verifies a structured reply and applies its file changes, all or none',
  detail:
    'A file that is there is changed only if the reply names its hash and it still has that content. A reply that was cut off, or whose meaning is not certain, changes nothing. Both contents are kept and written down before the first file is touched. Commands of the reply are shown and not run. Exit code 1 if a file was refused.',
  arguments: [{ name: 'FILE', summary: 'the reply; - is standard input', required: true }],
  options: [
    { name: 'dry-run', summary: 'show what would happen, and write nothing' },
    { name: 'partial', summary: 'apply the good files although others are refused; each is still whole' },
    { name: 'yes-protected', summary: 'answer questions about protected files with yes' },
    ...intentOptions,
  ],
  examples: [
    ['rook apply --dry-run reply.json', 'the diff of every file, or why it is refused'],
    ['rook apply reply.json', 'all files, or none'],
    ['pbpaste | rook apply -', 'what is on the clipboard'],
    ['rook apply --json reply.json | jq .changeSet', 'the id of the change set, for a script'],
  ],
  load: async () => keepingMap((await import('./commands/apply.ts')).applyFile),
};

export const changesCommand: CommandSpec = {
  name: 'changes',
  summary: 'the change sets of this workspace, newest first, or one of them with its diff',
  detail:
    'Reads the journals of all sessions, and changes nothing. ● is where its session stands: the newest change that is not undone. ○ is any other, ✗ one that was refused, ? one whose process died before it was done. Each says whose it is (assistant, apply) or what it is (command, rewind, forward), and whether it is undone or made again.',
  arguments: [{ name: 'ID', summary: 'a change set, or the last part of its id', required: false }],
  options: [
    { name: 'session', value: 'SESSION', summary: 'only this session, or the one with this part of its id' },
    { name: 'limit', value: 'N', summary: 'so many at most (default: 20)' },
  ],
  examples: [
    ['rook changes', 'the last twenty'],
    ['rook changes cs-1793000000000', 'its files, and what changed in them'],
    ['rook changes --json | jq -r .id', 'a line of JSON for each, for a script'],
  ],
  load: async () => (await import('./commands/changes.ts')).showChanges,
};
