import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts';

/** Options that every command takes. */
export const globalOptions: readonly OptionSpec[] = [
  {
    name: 'workspace',
    value: 'DIR',
    summary: 'the folder to work in (default: the nearest one with .rook, else this one)',
    completes: 'folder',
  },
  { name: 'json', summary: 'print JSON on standard output, and nothing else there' },
  {
    name: 'set',
    value: 'NAME=VALUE',
    summary: 'use another value of a setting for this call (repeatable)',
    repeatable: true,
    completes: 'setting',
  },
];

const scopeOption: OptionSpec = {
  name: 'scope',
  value: 'SCOPE',
  summary: 'whose file: your own (user, the default) or the workspace’s',
  choices: ['user', 'workspace'],
};

const settingsCommands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'every setting, its value and where the value comes from',
    arguments: [{ name: 'TEXT', summary: 'only settings whose name or description has it', required: false }],
    options: [{ name: 'changed', summary: 'only settings that differ from their default' }],
    examples: [
      ['rook settings list', 'all of them'],
      ['rook settings list model', 'those about models'],
      ['rook settings list --changed --json', 'what was changed, for a script'],
    ],
    load: async () => (await import('./commands/settings-list.ts')).listSettings,
  },
  {
    name: 'get',
    summary: 'the value of one setting',
    arguments: [
      { name: 'NAME', summary: 'the setting, as in model.timeout', required: true, completes: 'setting' },
    ],
    examples: [
      ['rook settings get mode', 'prints ask'],
      ['rook settings get mode --json', 'also says where it comes from'],
    ],
    load: async () => (await import('./commands/settings-get.ts')).getSetting,
  },
  {
    name: 'set',
    summary: 'change one setting; comments in the file stay',
    arguments: [
      { name: 'NAME', summary: 'the setting, as in model.timeout', required: true, completes: 'setting' },
      {
        name: 'VALUE',
        summary: 'the value; lists as JSON or with commas',
        required: false,
        completes: 'value',
      },
    ],
    options: [scopeOption, { name: 'unset', summary: 'take the setting out of the file instead' }],
    examples: [
      ['rook settings set mode safe', 'nothing may be changed until you say otherwise'],
      ['rook settings set budget.day 5', 'at most five dollars a day'],
      ['rook settings set mode safe --scope workspace', 'for everybody who works in this folder'],
      ['rook settings set mode --unset', 'back to the default'],
    ],
    load: async () => (await import('./commands/settings-set.ts')).setSetting,
  },
  {
    name: 'path',
    summary: 'where the settings files are',
    options: [scopeOption],
    examples: [['$EDITOR "$(rook settings path)"', 'edit your own file']],
    load: async () => (await import('./commands/settings-path.ts')).printSettingsPath,
  },
];

const sessionOption: OptionSpec = {
  name: 'session',
  value: 'ID',
  summary: 'the session, or a part of its id (default: the one changed last)',
};
const turnOption: OptionSpec = {
  name: 'turn',
  value: 'TURN',
  summary: 'the turn, as in t0003 (default: the last)',
};
const sessionArgument: ArgumentSpec = {
  name: 'SESSION',
  summary: 'the session, or a part of its id',
  required: false,
};

const sessionCommands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'the sessions of this workspace, the one changed last first',
    options: [
      { name: 'all', summary: 'all of them, not only the first twenty' },
      { name: 'limit', value: 'N', summary: 'so many at most' },
    ],
    examples: [
      ['rook session list', 'the last twenty'],
      ['rook session list --all --json', 'a line of JSON for each, for a script'],
    ],
    load: async () => (await import('./commands/session-list.ts')).listSessions,
  },
  {
    name: 'show',
    summary: 'what is written down about a session, entry by entry',
    arguments: [sessionArgument],
    examples: [
      ['rook session show', 'the one changed last'],
      ['rook session show 0a1b2c3d --json', 'its entries, a line of JSON each'],
    ],
    load: async () => (await import('./commands/session-show.ts')).showSession,
  },
];

const journalCommands: readonly CommandSpec[] = [
  {
    name: 'verify',
    summary: 'proves that no entry was changed, dropped, moved or cut off',
    detail:
      'Reads the files of the sessions and their anchors, and nothing else. Lines that a crash tore are named and are no harm. Exit code 1 if a session cannot be trusted.',
    arguments: [sessionArgument],
    examples: [
      ['rook journal verify', 'every session of this workspace'],
      ['rook journal verify --json', 'the verdicts as one JSON value'],
    ],
    load: async () => (await import('./commands/journal-verify.ts')).verifyJournal,
  },
  {
    name: 'tag',
    summary: 'tags a turn, so that it is found again',
    arguments: [{ name: 'TAGS', summary: 'one tag, or several with commas', required: true }],
    options: [sessionOption, turnOption, { name: 'note', value: 'TEXT', summary: 'why' }],
    examples: [
      ['rook journal tag bug,todo', 'the last turn of the last session'],
      ['rook journal tag decision --turn t0003 --note "why we chose this"', 'an earlier one'],
    ],
    load: async () => (await import('./commands/journal-tag.ts')).tagLastTurn,
  },
  {
    name: 'action',
    summary: 'creates an action from a turn, or changes the status of one',
    arguments: [{ name: 'TITLE', summary: 'what is to be done', required: false }],
    options: [
      sessionOption,
      turnOption,
      { name: 'details', value: 'TEXT', summary: 'steps, context and the like' },
      { name: 'tags', value: 'TAGS', summary: 'tags of the action, with commas' },
      { name: 'id', value: 'ACTION', summary: 'the action to change, as in a0001' },
      {
        name: 'status',
        value: 'STATUS',
        summary: 'its status from now on',
        choices: ['open', 'in_progress', 'done', 'cancelled'],
      },
    ],
    examples: [
      ['rook journal action "Fix the login"', 'an open action from the last turn'],
      ['rook journal action --id a0001 --status done', 'it is done'],
    ],
    load: async () => (await import('./commands/journal-action.ts')).writeAction,
  },
];

/** The commands that there are. One that is not done is not here. */
export const commandTable: readonly CommandSpec[] = [
  {
    name: 'settings',
    summary: 'settings, and where each value comes from',
    detail:
      'A flag counts over the environment, the session, the workspace file, your own file and the default. A workspace file can only tighten; what it may not say is ignored and named.',
    examples: [
      ['rook settings list --changed', 'what differs from the defaults'],
      ['rook settings set budget.day 5', 'at most five dollars a day'],
    ],
    commands: settingsCommands,
  },
  {
    name: 'session',
    summary: 'sessions of this workspace',
    examples: [['rook session list', 'the last twenty']],
    commands: sessionCommands,
  },
  {
    name: 'journal',
    summary: 'the record: prove it, tag it, act on it',
    examples: [['rook journal verify', 'is every session as it was written?']],
    commands: journalCommands,
  },
  {
    name: 'diagnose',
    summary: 'says what works here and what does not',
    examples: [
      ['rook diagnose', 'a line for each check, and what to do about those that fail'],
      ['rook diagnose --json', 'the same for a script; exit code 1 if a check failed'],
    ],
    load: async () => (await import('./commands/diagnose.ts')).diagnose,
  },
  {
    name: 'completion',
    summary: 'a script that teaches your shell to complete rook',
    arguments: [{ name: 'SHELL', summary: 'your shell', required: true, choices: ['bash', 'zsh', 'fish'] }],
    examples: [
      ['eval "$(rook completion bash)"', 'in ~/.bashrc'],
      ['eval "$(rook completion zsh)"', 'in ~/.zshrc, after compinit'],
      ['rook completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
    load: async () => (await import('./commands/completion.ts')).printCompletion,
  },
];
