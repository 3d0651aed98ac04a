import { fail, rookError, succeed } from '@rook/contract';

import { UNGOVERNED } from '../intents/governance.ts';
import type { Effect } from '../tools/tool.ts';
import type { CallFacts, Rule, TargetFacts, Verdict } from './rule.ts';
import { NO_USER_RULES } from './user-rules.ts';

/** A path that lies in the workspace under its own name, with nothing special about it. */
export function target(named: string, more: Partial<TargetFacts> = {}): TargetFacts {
  return {
    named,
    located: succeed({ path: named, kind: 'file', bytes: 1 }),
    ignored: null,
    looksSecret: false,
    isProtected: false,
    isOwn: false,
    ...more,
  };
}

export function outsideTarget(named: string): TargetFacts {
  const error = rookError('outside_workspace', `${named} lies outside the workspace.`);
  return target(named, { located: fail(error) });
}

const EFFECTS: Readonly<Record<Effect['kind'], Effect>> = {
  read: { kind: 'read', paths: [] },
  write: { kind: 'write', paths: [] },
  run: { kind: 'run', source: 'notes', tool: 'write', paths: [] },
  network: { kind: 'network', url: 'https://a.example/' },
  command: { kind: 'command', command: 'ls', cwd: '', paths: [] },
};

type RuleExample = readonly [expected: string, effect: Effect['kind'], facts: Partial<CallFacts>];

/** What a rule says of an example: `pass`, `ask`, `ask (protected)`, or `refuse` with the code. */
export function sayOf(rule: Rule, [, effect, facts]: RuleExample): string {
  return describe(
    rule.judge({
      tool: 'tool',
      mode: 'ask',
      autoEdits: false,
      targets: [],
      repeats: 0,
      userRules: succeed(NO_USER_RULES),
      intent: null,
      governance: UNGOVERNED,
      workspace: null,
      command: null,
      ...facts,
      effect: EFFECTS[effect],
    }),
  );
}

function describe(verdict: Verdict): string {
  if (verdict.kind === 'refuse') return `refuse ${verdict.error.code}`;
  return verdict.kind === 'ask' && verdict.isProtected === true ? 'ask (protected)' : verdict.kind;
}
