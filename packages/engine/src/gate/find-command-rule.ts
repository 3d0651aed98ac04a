import type { CommandPolicy } from '../commands/command-policy.ts';
import { judgeCommand } from '../commands/judge-command.ts';
import { readShell } from '../commands/read-shell.ts';
import { findUserRule, nameRule, type UserRules } from './user-rules.ts';

interface CommandRule {
  readonly name: string;
  readonly verdict: 'allow' | 'ask' | 'refuse';
}

/** The rule of the user that decides about a line of shell before its policy does; null: none. */
export function findCommandRule(
  rules: UserRules,
  command: string,
  policy: CommandPolicy,
): CommandRule | null {
  const call = {
    tool: 'execute_command',
    paths: [],
    host: null,
    source: null,
    command: {
      words: readShell(command).segments.map(({ words }) => words.map(({ value }) => value)),
      isAllowedBy: (patterns: readonly string[]) =>
        judgeCommand(command, { ...policy, allow: [...patterns] }).verdict === 'allow',
    },
    intent: null,
    workspace: policy.root,
  };
  for (const verdict of ['refuse', 'ask', 'allow'] as const) {
    const rule = findUserRule(rules, verdict, call);
    if (rule !== null) return { name: nameRule(rule), verdict };
  }
  return null;
}
