import type { CommandSpec } from './command.ts';

const approvalCommands: readonly CommandSpec[] = [
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
  examples: [['rook approval rules', 'what is allowed, asked and refused by your own rules']],
  commands: approvalCommands,
};
