import type { CommandSpec } from './command.ts';

const sessionOption = {
  name: 'session',
  value: 'SESSION',
  summary: 'only this session, or the one with this part of its id',
} as const;

const approvalCommands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'the questions that wait for an answer, the oldest first',
    options: [sessionOption, { name: 'all', summary: 'those that were answered or are void too' }],
    examples: [
      ['rook approval list', 'what has to be decided in this workspace'],
      ['rook approval list --json | jq -r .id', 'a line of JSON for each, for a script'],
    ],
    load: async () => (await import('./commands/approval-list.ts')).printApprovals,
  },
  {
    name: 'answer',
    summary: 'answers a question, and goes on with the turn that waits for it',
    detail:
      'The first answer counts. A yes holds for exactly what was shown: if a file has changed since, it is void and nothing is written. The rest of the turn is shown as rook ask shows it, with the same exit codes; a further question is asked at the terminal, or left open without one. Where no model can be reached the answer is written down all the same.',
    arguments: [
      { name: 'ID', summary: 'the question, or a part of its id that only one has', required: true },
      { name: 'ANSWER', summary: 'yes or no', required: true, choices: ['yes', 'no'] },
    ],
    options: [
      sessionOption,
      { name: 'session-wide', summary: 'a yes for the same tool and target in the rest of this session' },
      {
        name: 'always',
        summary:
          'a yes for the same tool and target in this workspace from now on; for a command this is Add & Run',
      },
      { name: 'reason', value: 'TEXT', summary: 'why not; the model is told' },
    ],
    examples: [
      ['rook approval answer ap-1a2b3c4d yes', 'this once'],
      ['rook approval answer ap-1a2b yes --session-wide', 'and not asked again in this session'],
      ['rook approval answer ap-1a2b no --reason "Keep the old name"', 'the turn goes on without it'],
    ],
    load: async () => (await import('./commands/approval-answer.ts')).answerApproval,
  },
  {
    name: 'rules',
    summary: 'your own rules, those that came from an answer "always" among them',
    detail:
      'They lie in rules.json in your own folder, never in a workspace. Examples in them are checked. Exit code 1 if the file cannot be used, in which case nothing but reading is allowed.',
    examples: [
      ['rook approval rules', 'what each rule says, and what it is about'],
      ['rook approval rules --json', 'the same for a script'],
    ],
    load: async () => (await import('./commands/approval-rules.ts')).listRules,
  },
  {
    name: 'forget',
    summary: 'takes one of your rules out; comments in the file stay',
    arguments: [
      { name: 'ID', summary: 'the id of the rule, as `rook approval rules` shows it', required: true },
    ],
    examples: [['rook approval forget r-1a2b3c4d', 'what it allowed is asked about again']],
    load: async () => (await import('./commands/approval-forget.ts')).forgetRule,
  },
];

export const approvalCommand: CommandSpec = {
  name: 'approval',
  summary: 'questions about what the assistant may do, and answers that you gave for good',
  examples: [
    ['rook approval list', 'what has to be decided'],
    ['rook approval answer ap-1a2b3c4d yes', 'and the turn goes on'],
    ['rook approval rules', 'what is allowed, asked and refused by your own rules'],
  ],
  commands: approvalCommands,
};
