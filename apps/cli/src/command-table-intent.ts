import type { CommandSpec, OptionSpec } from './command.ts';

/** For commands that change files. */
export const intentOptions: readonly OptionSpec[] = [
  { name: 'intent', value: 'ID', summary: 'what it is for; a governed workspace wants one' },
  { name: 'ungoverned', summary: 'only if no intent is needed here; a governed workspace refuses' },
];

const ID = { name: 'ID', summary: 'the intent, as in INT-001', required: true } as const;

function several(name: string, value: string, summary: string): OptionSpec {
  return { name, value, summary: `${summary} (repeatable)`, repeatable: true };
}

const statusOption: OptionSpec = {
  name: 'status',
  value: 'STATUS',
  summary: 'where it stands',
  choices: ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED'],
};

const intentCommands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'the intents of this workspace, and whether it is governed',
    examples: [
      ['rook intent list', 'a line for each, with its scope'],
      ['rook intent list --json | jq .governed', 'whether changes need an intent, for a script'],
    ],
    load: async () => (await import('./commands/intent-list.ts')).listIntents,
  },
  {
    name: 'new',
    summary: 'writes a new intent; from the first one on the workspace is governed',
    detail:
      'It is added to .orchestration/active_intents.yaml behind the others; nothing else of the file changes. Without a scope nothing may be changed for it.',
    arguments: [ID, { name: 'NAME', summary: 'what it is about (default: the id)', required: false }],
    options: [
      several('scope', 'PATTERN', 'files that may be changed for it, as in src/auth/**'),
      several('constraint', 'TEXT', 'what has to be kept'),
      several('criterion', 'TEXT', 'when it is done'),
      { name: 'draft', summary: 'nothing may be changed for it until it is confirmed' },
    ],
    examples: [
      ['rook intent new INT-001 "JWT migration" --scope "src/auth/**"', 'and changes stay in src/auth'],
      ['rook intent new INT-002 --draft', 'to be confirmed later'],
    ],
    load: async () => (await import('./commands/intent-create.ts')).createIntent,
  },
  {
    name: 'edit',
    summary: 'changes single fields of an intent; comments and all else stay',
    arguments: [ID],
    options: [
      { name: 'name', value: 'NAME', summary: 'what it is about' },
      statusOption,
      several('add-scope', 'PATTERN', 'files that may be changed for it too'),
      several('remove-scope', 'PATTERN', 'a pattern that no longer counts'),
      several('add-constraint', 'TEXT', 'what has to be kept too'),
      several('remove-constraint', 'TEXT', 'what no longer has to be kept'),
      several('add-criterion', 'TEXT', 'when it is done'),
      several('remove-criterion', 'TEXT', 'what is no longer asked for'),
    ],
    examples: [
      ['rook intent edit INT-001 --add-scope "test/auth/**"', 'widens the scope'],
      ['rook intent edit INT-001 --status BLOCKED', 'nothing is changed for it until it goes on'],
    ],
    load: async () => (await import('./commands/intent-edit.ts')).editIntent,
  },
  {
    name: 'select',
    summary: 'makes an intent the active one of a session',
    detail: 'A session has one active intent at a time. A new session gets its own with rook ask --intent.',
    arguments: [ID],
    options: [
      {
        name: 'session',
        value: 'SESSION',
        summary: 'which session, or a part of its id (default: the one changed last)',
      },
    ],
    examples: [
      ['rook intent select INT-001', 'the next turn of that session works for it'],
      ['rook ask --intent INT-001 "Go on"', 'the same for a new session'],
    ],
    load: async () => (await import('./commands/intent-select.ts')).selectIntent,
  },
  {
    name: 'confirm',
    summary: 'confirms a draft, so that work can be done for it',
    arguments: [ID],
    examples: [['rook intent confirm INT-002', 'it is no draft any more']],
    load: async () => (await import('./commands/intent-confirm.ts')).confirmIntent,
  },
  {
    name: 'done',
    summary: 'says that an intent is completed; nothing more is changed for it',
    arguments: [ID],
    examples: [['rook intent done INT-001', 'its status is COMPLETED']],
    load: async () => (await import('./commands/intent-done.ts')).completeIntent,
  },
  {
    name: 'why',
    summary: 'why a line, or each line of a file, is there',
    detail:
      'It follows the lines back through the change sets of all sessions: to the intent, the turn, what was asked for, and who allowed it. Lines that later changes moved are found; what was changed outside Rook is said to be.',
    arguments: [
      {
        name: 'FILE',
        summary: 'a file, a line of it (src/a.ts:12) or several (src/a.ts:12-20)',
        required: true,
      },
    ],
    examples: [
      ['rook intent why src/auth/jwt.ts:12', 'the intent, the prompt and the approval behind line 12'],
      ['rook intent why src/auth/jwt.ts --json', 'each range of lines with its reason, for a script'],
    ],
    load: async () => (await import('./commands/intent-why.ts')).explainFile,
  },
  {
    name: 'map',
    summary: 'which intents touched which files, with counts and the lines that are there now',
    detail:
      'It is made from the journals. With --write it goes to .orchestration/intent_map.md, between two marks; what you wrote around them stays.',
    options: [{ name: 'write', summary: 'write .orchestration/intent_map.md' }],
    examples: [
      ['rook intent map', 'each intent with its files'],
      ['rook intent map --write', 'and write it down for everybody'],
    ],
    load: async () => (await import('./commands/intent-map.ts')).mapFiles,
  },
  {
    name: 'export',
    summary: 'who contributed which lines, in the open agent-trace format',
    detail:
      'One trace record with every file that holds lines of a change set: the ranges, the contributor, and the session, turn and intent behind them.',
    examples: [
      ['rook intent export > trace.json', 'for another tool'],
      ['rook intent export --json | jq ".files[].path"', 'the files with such lines'],
    ],
    load: async () => (await import('./commands/intent-export.ts')).exportTrace,
  },
];

export const intentCommand: CommandSpec = {
  name: 'intent',
  summary: 'what work is for, and which files it may change',
  detail:
    'Intents lie in .orchestration/active_intents.yaml. Where that folder is, the workspace is governed: nothing but reading is allowed before an intent is selected, and only files in its scope are changed. The setting governance turns that on everywhere, or off.',
  examples: [
    ['rook intent new INT-001 "JWT migration" --scope "src/auth/**"', 'governs this workspace'],
    ['rook intent list', 'what there is'],
  ],
  commands: intentCommands,
};
