import { succeed } from '@rook/contract';

import { judgeUnread, type CommandJudgement } from '../commands/judge-command.ts';
import { suggestPattern, type SuggestedPattern } from '../commands/narrowest-pattern.ts';
import { createCommandPolicy } from './create-command-policy.ts';
import { enterLine } from './enter-line.ts';
import { gatherCall } from './gather-call.ts';
import type { CommandSetup } from './gather-command.ts';
import type { FactSources } from './gather-facts.ts';
import { judgeCall, RULES, type Judgement } from './judge-call.ts';
import { allowsByRule } from './rule-user-rules.ts';
import type { Rule } from './rule.ts';
import { nameRule, type UserRules } from './user-rules.ts';

/** What a line of shell is checked with: the same that the gate of a session has. */
export interface CheckSetup {
  /** Null where there is no workspace. */
  readonly sources: FactSources | null;
  readonly commands: CommandSetup;
  readonly userRules: UserRules;
  /** The rules of the gate; others only to prove what a broken one does. */
  readonly rules?: readonly Rule[];
}

interface CheckedLine {
  readonly command: string;
  /** From the root of the workspace on; empty for the root itself. */
  readonly cwd: string;
}

/**
 * What the gate would say of a line, and why, as if commands and edits ran by themselves: the facts are gathered and the rules are asked
 * as for a call of a session that has not begun. Which intent is active is not known then, so that rule is left to the session. Does not
 * throw: what cannot be judged asks.
 */
export async function checkCommand(setup: CheckSetup, line: CheckedLine): Promise<CommandJudgement> {
  try {
    return await checkLine(setup, line);
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).slice(0, MOST_SHOWN);
    return judgeUnread(`it could not be judged (${why}), and a session refuses what cannot be`);
  }
}

/**
 * What could be put on the list so that a line runs by itself; null where nothing helps, because the disk, a rule or what is
 * protected asks, or no part of the line wants a pattern. That code has changed is another question, and asked beside it.
 */
export async function suggestForLine(
  setup: CheckSetup,
  line: CheckedLine,
  { unlooked, segments }: CommandJudgement,
): Promise<SuggestedPattern | null> {
  if (unlooked !== undefined || segments.every(({ verdict }) => verdict === 'allow')) return null;
  const { commands, sources } = setup;
  const { settings } = commands;
  const { command, cwd } = await enterLine(sources?.workspace, line);
  const policy = createCommandPolicy(settings, { root: sources?.workspace.root ?? null, cwd });
  const suggested = suggestPattern(command, policy);
  if (suggested === null) return null;
  const wider = {
    ...commands,
    settings: { ...settings, 'commands.allow': [...settings['commands.allow'], ...suggested.patterns] },
    code: async () => ({ changedSinceApproval: false, isConfined: false }),
  };
  const { verdict } = await checkCommand({ ...setup, commands: wider }, line);
  return verdict === 'allow' ? suggested : null;
}

const MOST_SHOWN = 200;

async function checkLine(
  { sources, commands, userRules, rules = RULES }: CheckSetup,
  { command, cwd }: CheckedLine,
): Promise<CommandJudgement> {
  const settings = { ...commands.settings, 'commands.auto': true };
  const facts = await gatherCall(
    {
      sources,
      autoEdits: true,
      userRules: async () => succeed(userRules),
      commands: { ...commands, settings },
    },
    {
      name: 'execute_command',
      repeats: 0,
      effect: { kind: 'command', command, cwd, paths: [] },
      mode: () => 'ask',
    },
  );
  const judgement = facts.command?.judgement;
  if (judgement === undefined) throw new Error('A line of shell has the facts of one.');
  // Nobody runs a command without a workspace; what its words say is all that there is.
  if (sources === null || judgement.verdict === 'refuse') return judgement;
  const gated = judgeCall(rules, facts);
  if (gated.verdict.kind === 'pass') return { ...judgement, verdict: 'allow' };
  const isProtected = gated.verdict.kind === 'ask' && gated.verdict.isProtected === true;
  const allowing = gated.verdict.kind === 'refuse' || isProtected ? null : allowsByRule(facts);
  if (allowing !== null)
    return { ...judgement, verdict: 'allow', reasons: [`your rule ${nameRule(allowing)} says allow`] };
  return withVerdict(judgement, gated);
}

/** The policy's own reasons where it asks by itself; what another rule says stands before them. */
function withVerdict(judgement: CommandJudgement, { rule, verdict }: Judgement): CommandJudgement {
  const kept = judgement.verdict === 'allow' ? [] : judgement.reasons;
  if (verdict.kind === 'pass' || (verdict.kind === 'ask' && rule === 'command' && kept.length > 0))
    return judgement;
  const isRule = rule === 'user-rules';
  // What the policy asks about and a session refuses anyway is still the policy's question; the reason says what becomes of it.
  const reason =
    verdict.kind === 'ask'
      ? verdict.reason
      : `${isRule ? '' : 'a session refuses it, whoever says yes: '}${verdict.error.message}`;
  const { path } = verdict;
  const concerns = (paths: readonly string[]) => path !== undefined && paths.includes(path);
  return {
    ...judgement,
    verdict: verdict.kind === 'refuse' && isRule ? 'refuse' : 'ask',
    reasons: [...new Set([reason, ...kept])],
    segments: judgement.segments.map((segment) =>
      segment.verdict === 'allow' && (concerns(segment.reads) || concerns(segment.writes))
        ? { ...segment, verdict: 'ask' as const, reason }
        : segment,
    ),
    isReadOnly: false,
  };
}
