import { rookError, type RookError, type SettingValues } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Effect, JudgedCommand, PreparedCall } from '../tools/tool.ts';
import { askPerson, type Answerers, type Decision } from './ask-person.ts';
import type { GateCall } from './gate-call.ts';
import { gatherCall, type GatherSetup } from './gather-call.ts';
import { hashCall } from './hash-call.ts';
import { judgeCall, RULES } from './judge-call.ts';
import type { CommandFacts, Rule } from './rule.ts';

/** What decisions are made of. */
export interface DeciderSetup extends Answerers, GatherSetup {
  /** For how long facts may take; left out: nobody looks. */
  readonly clock?: Pick<Clock, 'sleep'>;
  /** The rules in their order; others only to prove what a broken one does. */
  readonly rules?: readonly Rule[];
}

export interface Allowed extends Extract<Decision, { allowed: true }> {
  /** The real paths that were looked at. */
  readonly judged: ReadonlySet<string>;
  /** As what a command was judged. */
  readonly command?: JudgedCommand;
}

type Refused = Extract<Decision, { allowed: false }>;

export type Decide = (
  call: GateCall,
  effect: Effect,
  preview?: PreparedCall['preview'],
) => Promise<Allowed | Refused>;

/** Gathers the facts of an effect, has the rules judge it, and asks a person where one says so. What cannot be judged is refused. */
export function createDecider(setup: DeciderSetup, mode: () => SettingValues['mode']): Decide {
  const decide: Decide = async (call, effect, preview) => {
    const { name, repeats } = call;
    const facts = await inTime(gatherCall(setup, { name, repeats, effect, mode }), setup.clock);
    if (facts === null) return { allowed: false, rule: 'gate', error: lateFacts(call.name) };
    const judged = new Set(facts.targets.flatMap(({ located }) => (located.ok ? [located.value.path] : [])));
    const judgement = judgeCall(setup.rules ?? RULES, facts);
    const { rule } = judgement;
    // What was asked before is answered as it was, whatever the rules say since.
    const asked = setup.approvals?.asked(call.turn, call.id) ?? null;
    if (asked !== null && asked !== hashCall(call.name, call.input)) return withdrawLost(setup, call);
    const isAskedBefore = asked !== null && judgement.verdict.kind === 'pass';
    const verdict = isAskedBefore ? ASKED_BEFORE : judgement.verdict;
    const known = { judged, ...(facts.command === null ? {} : { command: describeJudged(facts.command) }) };
    if (verdict.kind === 'pass') return { allowed: true, by: 'rules', ...known };
    if (verdict.kind === 'ask') {
      const answer = await askPerson(setup, { call, facts, rule: rule ?? 'gate', verdict, preview });
      return answer.allowed ? { ...answer, ...known } : answer;
    }
    const path = verdict.path === undefined ? {} : { path: verdict.path };
    return { allowed: false, rule: rule ?? 'gate', error: verdict.error, ...path };
  };

  return async (call, effect, preview) => {
    try {
      return await decide(call, effect, preview);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const sentence = `The gate could not look at what the call names (${reason}), so it is refused.`;
      return { allowed: false, rule: 'gate', error: rookError('internal', sentence) };
    }
  };
}

function describeJudged({ judgement }: CommandFacts): JudgedCommand {
  const { variables, isReadOnly, verdict, writes } = judgement;
  return { variables, isReadOnly: isReadOnly && verdict === 'allow', writes: writes.length > 0 };
}

const ASKED_BEFORE = { kind: 'ask', reason: 'It was asked about before' } as const;

/** Secrets are taken out of a journal, so a call that held one cannot be made from what it kept. */
async function withdrawLost({ approvals }: DeciderSetup, { turn, id, name }: GateCall): Promise<Refused> {
  const sentence = `What the journal kept of this call of ${name} is not the call itself, because it held something that looks like a secret; it was not run. Make it anew.`;
  await approvals?.withdraw(turn, id, sentence);
  return { allowed: false, rule: 'gate', error: rookError('approval_void', sentence) };
}

/** Longer than any look at the disk takes, and shorter than a person waits. */
const FACTS_WITHIN_MILLISECONDS = 20_000;

/** Null where the facts did not come in time. */
async function inTime<Facts>(
  facts: Promise<Facts>,
  clock: Pick<Clock, 'sleep'> | undefined,
): Promise<Facts | null> {
  if (clock === undefined) return facts;
  const enough = new AbortController();
  try {
    const late = clock.sleep(FACTS_WITHIN_MILLISECONDS, enough.signal).then(() => null);
    return await Promise.race([facts, late]);
  } finally {
    enough.abort();
  }
}

function lateFacts(name: string): RookError {
  const sentence = `What ${name} names could not be looked at in time, so the call is refused; nothing happened. Try it again.`;
  return rookError('facts_missing', sentence);
}
