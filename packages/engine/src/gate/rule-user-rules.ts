import { rookError } from '@rook/contract';

import { ruledPath, type RuledCall } from './fit-user-rule.ts';
import { hostOf } from './host-names.ts';
import { PASS, type CallFacts, type Rule } from './rule.ts';
import { findUserRule, nameRule, type UserRule } from './user-rules.ts';

/** What the user wrote down in advance. A refusal counts in every mode, and so does a question. */
export const userRules: Rule = {
  name: 'user-rules',
  judge: (facts) => {
    const { userRules: rules, effect, tool } = facts;
    if (!rules.ok) return effect.kind === 'read' ? PASS : { kind: 'refuse', error: rules.error };
    const call = callOf(facts);
    const refusing = findUserRule(rules.value, 'refuse', call);
    if (refusing !== null) {
      const sentence = `The user's rule ${nameRule(refusing)} refuses this call of ${tool}${because(refusing)}; go on without it.`;
      return { kind: 'refuse', error: rookError('rule_refuses', sentence), ...pathOf(refusing, facts, call) };
    }
    const asking = findUserRule(rules.value, 'ask', call);
    if (asking === null) return PASS;
    const reason = `the user's rule ${nameRule(asking)} wants a question before this call of ${tool}${because(asking)}`;
    return { kind: 'ask', reason, ...pathOf(asking, facts, call) };
  },
};

/**
 * The rule that answers with yes what would be asked; null when none does. It answers neither what another rule of the
 * user asks nor what is asked about a protected file, and nothing in a mode that only reads. Words of commands do not answer for code
 * that the assistant has changed since a person said yes to a run of it.
 */
export function allowsByRule(facts: CallFacts): UserRule | null {
  const { userRules: rules, effect, mode, targets, tool } = facts;
  if (!rules.ok || mode === 'safe') return null;
  if (effect.kind !== 'read' && targets.some(({ isProtected }) => isProtected)) return null;
  if (userRules.judge(facts).kind !== 'pass') return null;
  const rule = findUserRule(rules.value, 'allow', withoutChanged(callOf(facts), facts));
  // Who answered "always" to a change has not agreed that the file goes, unless that is all the tool does.
  const removes = effect.kind === 'write' && (effect.removes ?? []).length > 0;
  return removes && rule?.words.given !== undefined && !REMOVING.has(tool) ? null : rule;
}

const REMOVING: ReadonlySet<string> = new Set(['delete_file', 'move_file']);

/** As if nobody had changed the code of the workspace that a line of shell runs. */
export function beforeChanges(facts: CallFacts): CallFacts {
  const { command } = facts;
  const judgement = command?.unchanged ?? null;
  return command === null || judgement === null
    ? facts
    : { ...facts, command: { ...command, judgement, unchanged: null } };
}

function withoutChanged(call: RuledCall, { command }: CallFacts): RuledCall {
  if (call.command === null || (command?.unchanged ?? null) === null) return call;
  return { ...call, command: { ...call.command, isAllowedBy: () => false } };
}

function callOf({ tool, effect, targets, intent, workspace, command }: CallFacts): RuledCall {
  return {
    tool,
    paths: targets.map(({ named, located, ignored, looksSecret }) =>
      ruledPath(named, located.ok ? located.value.path : null, looksSecret || ignored !== null),
    ),
    host: effect.kind === 'network' ? hostOf(effect.url) : null,
    source: effect.kind === 'run' || effect.kind === 'read' ? (effect.source ?? null) : null,
    command,
    intent,
    workspace,
  };
}

function because({ words }: UserRule): string {
  return words.reason === undefined ? '' : ` (${words.reason.replace(/[.\s]+$/, '')})`;
}

/** The path that made the rule fit, where it speaks of paths. */
function pathOf(
  { words, fits }: UserRule,
  { targets }: CallFacts,
  call: RuledCall,
): { readonly path?: string } {
  if (words.paths === undefined && words.files === undefined) return {};
  const place = call.paths.findIndex((path) => fits({ ...call, paths: [path] }));
  const found = targets[place];
  return found === undefined ? {} : { path: found.named };
}
