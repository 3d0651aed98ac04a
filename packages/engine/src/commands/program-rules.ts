import type { ProgramRule } from './command-policy.ts';
import { codeRules } from './rules-code.ts';
import { fileRules } from './rules-files.ts';
import { gitRules } from './rules-git.ts';
import { networkRules } from './rules-network.ts';
import { packageRules } from './rules-packages.ts';

/** How the programs are judged whose arguments are known. */
export const PROGRAM_RULES: readonly ProgramRule[] = [
  ...fileRules,
  ...gitRules,
  ...packageRules,
  ...codeRules,
  ...networkRules,
];

export interface FoundRule {
  readonly rule: ProgramRule;
  /** How many words it begins with. */
  readonly length: number;
}

/** The rule that names the most words of a command. */
export function findProgramRule(values: readonly (string | null)[]): FoundRule | null {
  const [program] = values;
  for (const [tokens, rule] of BY_PROGRAM.get(program ?? '') ?? [])
    if (tokens.every((token, index) => values[index] === token)) return { rule, length: tokens.length };
  return null;
}

type Entry = readonly [readonly string[], ProgramRule];

const BY_PROGRAM: ReadonlyMap<string, readonly Entry[]> = groupRules();

function groupRules(): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const rule of PROGRAM_RULES)
    for (const name of [rule.tokens, ...(rule.aliases ?? [])]) {
      const tokens = name.split(' ');
      const [program = ''] = tokens;
      groups.set(program, [...(groups.get(program) ?? []), [tokens, rule] as const]);
    }
  for (const entries of groups.values()) entries.sort(([one], [other]) => other.length - one.length);
  return groups;
}
