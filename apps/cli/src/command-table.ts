import { approvalCommand } from './command-table-approval.ts';
import { askCommand } from './command-table-ask.ts';
import { applyCommand, changesCommand } from './command-table-changes.ts';
import { commandCommand } from './command-table-command.ts';
import { intentCommand } from './command-table-intent.ts';
import { journalCommands } from './command-table-journal.ts';
import { modelCommands } from './command-table-model.ts';
import { openCommand } from './command-table-open.ts';
import { recoverCommand } from './command-table-recover.ts';
import { rewindCommands } from './command-table-rewind.ts';
import { sessionCommands } from './command-table-session.ts';
import type { CommandSpec, OptionSpec } from './command.ts';

/** Options that every command takes. */
export const globalOptions: readonly OptionSpec[] = [
  {
    name: 'workspace',
    value: 'DIR',
    summary:
      'the folder to work in (default: the nearest one upward with .rook or .orchestration, else this one)',
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

/** The commands that there are. One that is not done is not here. */
export const commandTable: readonly CommandSpec[] = [
  openCommand,
  askCommand,
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
  applyCommand,
  changesCommand,
  recoverCommand,
  ...rewindCommands,
  approvalCommand,
  intentCommand,
  commandCommand,
  {
    name: 'model',
    summary: 'connections to models, and what works',
    detail:
      'A connection says how to reach models; its key is kept in the keychain of the system or in an encrypted file, never in the settings. ROOK_PROVIDER, ROOK_BASE_URL, ROOK_API_KEY and ROOK_MODEL count over what is configured.',
    examples: [
      ['rook model add work --provider anthropic', 'asks for the key, which is not shown'],
      ['rook model test', 'really asks the model, and says what works'],
    ],
    commands: modelCommands,
  },
  {
    name: 'diagnose',
    summary: 'says what works here and what does not',
    detail:
      'Whether the journal can be written is tried, not guessed. Where sessions are kept already, the check is written down as an entry of the session changed last, or of one of its own while that is in use; elsewhere nothing is left behind.',
    options: [
      {
        name: 'bundle',
        value: 'FILE',
        valueOptional: true,
        summary: 'write a report for a bug, without secrets and without anything that was said',
      },
    ],
    examples: [
      ['rook diagnose', 'a line for each check, and what to do about those that fail'],
      ['rook diagnose --json', 'the same for a script; exit code 1 if a check failed'],
      ['rook diagnose --bundle', 'also writes rook-diagnose-<date>.json here, to send with a bug'],
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
