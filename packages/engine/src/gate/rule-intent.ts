import { rookError } from '@rook/contract';

import type { GovernedFacts } from '../intents/governance.ts';
import { INTENTS_PATH, type Intent } from '../intents/intent.ts';
import { SELECT_INTENT } from '../intents/take-up-intent.ts';
import { PASS, type CallFacts, type Rule, type Verdict } from './rule.ts';

/**
 * In a governed workspace whatever does more than read belongs to an intent that a person wrote or confirmed, and every
 * file of it lies in the scope of that intent, by its real path. What cannot be known refuses.
 */
export const intentAllows: Rule = {
  name: 'intent',
  judge: (facts) => {
    const { governance, effect } = facts;
    if (!governance.isOn || effect.kind === 'read') return PASS;
    if (isProposal(facts)) return judgeProposal(facts);
    if (governance.problem !== null) return { kind: 'refuse', error: governance.problem };
    if (governance.active === null) return { kind: 'refuse', error: rookError('internal', UNCLEAR) };
    return judgeTargets(facts, governance, governance.active);
  },
};

const UNCLEAR = 'It is not known which intent is active, so the call is refused; nothing happened.';

/** One file outside refuses all of them. */
function judgeTargets({ targets }: CallFacts, { judge }: GovernedFacts, active: Intent): Verdict {
  const outside = targets.find(({ located }) => !located.ok || judge(located.value.path) === 'out');
  if (outside === undefined) return PASS;
  const { named, located } = outside;
  const real = located.ok && located.value.path !== named ? ` (${located.value.path})` : '';
  const scope = active.ownedScope.length === 0 ? 'empty' : nameScope(active.ownedScope);
  const sentence = `${named}${real} lies outside the scope of the intent ${active.id}, which is ${scope}. Stay inside, select another intent, or let the user widen it with \`rook intent edit ${active.id} --add-scope PATTERN\`.`;
  return { kind: 'refuse', error: rookError('out_of_scope', sentence), path: named };
}

const MOST_SCOPE_CHARACTERS = 500;

function nameScope(patterns: readonly string[]): string {
  const text = patterns.join(', ').replaceAll(/\s+/gu, ' ');
  return text.length <= MOST_SCOPE_CHARACTERS ? text : `${text.slice(0, MOST_SCOPE_CHARACTERS)}…`;
}

/** A model that names an intent which nobody wrote or confirmed asks for it to be written. */
function isProposal({ tool, effect, targets }: CallFacts): boolean {
  return (
    tool === SELECT_INTENT &&
    effect.kind === 'write' &&
    targets.length > 0 &&
    targets.every(({ located }) => located.ok && located.value.path === INTENTS_PATH)
  );
}

/** A person says yes to it each time, in every mode: who could make intents could do everything. */
function judgeProposal({ governance }: CallFacts): Verdict {
  if (governance.isOn && governance.problem !== null && governance.problem.code !== 'no_intent')
    return { kind: 'refuse', error: governance.problem };
  return {
    kind: 'ask',
    reason: `the assistant wants an intent that is not confirmed in ${INTENTS_PATH}; a yes writes it there, and as long as it has no scope, nothing may be changed for it`,
    isProtected: true,
    path: INTENTS_PATH,
  };
}
