import type { ArgumentSpec, CommandSpec } from './command.ts';

const lastSession: ArgumentSpec = {
  name: 'SESSION',
  summary: 'the session, or a part of its id (default: the one changed last)',
  required: false,
};

/** What a person decides about a session. All but `delete` is an entry of its journal. */
export const sessionChangeCommands: readonly CommandSpec[] = [
  {
    name: 'rename',
    summary: 'gives a session another title',
    detail: 'A title that a person gave is not replaced by one that is made later by itself.',
    arguments: [lastSession, { name: 'TITLE', summary: 'the title', required: true }],
    examples: [
      ['rook session rename "Type hints"', 'the one changed last'],
      ['rook session rename 0a1b2c3d "Type hints"', 'another one'],
    ],
    load: async () => (await import('./commands/session-rename.ts')).renameSession,
  },
  {
    name: 'label',
    summary: 'adds labels to a session, or takes them away',
    arguments: [
      lastSession,
      { name: 'LABELS', summary: 'one label, or several with commas', required: true },
    ],
    options: [{ name: 'remove', summary: 'take them away instead' }],
    examples: [
      ['rook session label python,urgent', 'the session changed last'],
      ['rook session label 0a1b2c3d urgent --remove', 'it is no longer urgent'],
    ],
    load: async () => (await import('./commands/session-label.ts')).labelSession,
  },
  {
    name: 'status',
    summary: 'gives a session one of the states of the setting sessions.statuses',
    arguments: [lastSession, { name: 'STATUS', summary: 'the status, as in done', required: true }],
    examples: [['rook session status done', 'the session changed last is done']],
    load: async () => (await import('./commands/session-status.ts')).setSessionStatus,
  },
  {
    name: 'archive',
    summary: 'takes a session out of the list; it stays whole',
    arguments: [lastSession],
    options: [{ name: 'undo', summary: 'put it back into the list' }],
    examples: [
      ['rook session archive 0a1b2c3d', '`rook session list --archived` still shows it'],
      ['rook session archive 0a1b2c3d --undo', 'back in the list'],
    ],
    load: async () => (await import('./commands/session-archive.ts')).archiveSession,
  },
  {
    name: 'delete',
    summary: 'moves a session to the trash, brings it back, or removes it for good',
    detail:
      'In the trash it stays whole until it is purged. A purge removes the journal, what lies beside it, its anchor, its log and the blobs that no other session names; blobs that a writer may be about to name stay.',
    arguments: [{ name: 'SESSION', summary: 'the session, or a part of its id', required: true }],
    options: [
      { name: 'undo', summary: 'bring it back from the trash' },
      { name: 'purge', summary: 'remove it for good, from the list or from the trash' },
      { name: 'dry-run', summary: 'say what a purge would remove, and remove nothing' },
      { name: 'yes', summary: 'yes, remove it for good' },
    ],
    examples: [
      ['rook session delete 0a1b2c3d', 'into the trash'],
      ['rook session delete 0a1b2c3d --undo', 'and back'],
      ['rook session delete 0a1b2c3d --purge --dry-run', 'what would be removed for good'],
      ['rook session delete 0a1b2c3d --purge --yes', 'nothing brings it back'],
    ],
    load: async () => (await import('./commands/session-delete.ts')).deleteSession,
  },
];
