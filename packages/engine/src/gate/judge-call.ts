import { rookError } from '@rook/contract';

import { commandAllows } from './rule-command.ts';
import { hiddenFiles } from './rule-hidden-files.ts';
import { insideWorkspace } from './rule-inside-workspace.ts';
import { instructionFiles } from './rule-instructions.ts';
import { intentAllows } from './rule-intent.ts';
import { modeAllows } from './rule-mode.ts';
import { protectedFiles } from './rule-protected-files.ts';
import { repeats } from './rule-repeats.ts';
import { userRules } from './rule-user-rules.ts';
import type { CallFacts, Rule, Verdict } from './rule.ts';

/** In the order in which they are asked. */
export const RULES: readonly Rule[] = [
  insideWorkspace,
  intentAllows,
  userRules,
  modeAllows,
  commandAllows,
  protectedFiles,
  instructionFiles,
  hiddenFiles,
  repeats,
];

export interface Judgement {
  /** The rule that decided; null when all passed. */
  readonly rule: string | null;
  readonly verdict: Verdict;
}

/** The first refusal counts, else the first question. A rule that throws refuses. */
export function judgeCall(rules: readonly Rule[], facts: CallFacts): Judgement {
  let asking: Judgement | null = null;
  for (const rule of rules) {
    const verdict = judgeSafely(rule, facts);
    if (verdict.kind === 'refuse') return { rule: rule.name, verdict };
    if (verdict.kind === 'ask' && (asking === null || isHarder(verdict, asking.verdict)))
      asking = { rule: rule.name, verdict };
  }
  return asking ?? { rule: null, verdict: { kind: 'pass' } };
}

/** What is protected is the harder question; of two such the first says more. */
function isHarder(verdict: Verdict, before: Verdict): boolean {
  return isProtected(verdict) && !isProtected(before);
}

function isProtected(verdict: Verdict): boolean {
  return verdict.kind === 'ask' && verdict.isProtected === true;
}

function judgeSafely(rule: Rule, facts: CallFacts): Verdict {
  try {
    return rule.judge(facts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const sentence = `The rule ${rule.name} broke (${reason}), so the call is refused; nothing happened.`;
    return { kind: 'refuse', error: rookError('internal', sentence) };
  }
}
