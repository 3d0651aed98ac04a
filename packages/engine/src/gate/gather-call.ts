import { succeed, type IntentId, type Result, type SettingValues } from '@rook/contract';

import { UNGOVERNED, type GovernanceFacts, type GovernedFacts } from '../intents/governance.ts';
import type { Effect } from '../tools/tool.ts';
import { findLinkUses } from './find-replaced-links.ts';
import type { GateCall } from './gate-call.ts';
import { gatherCommand, heedKeptPattern, type CommandSetup } from './gather-command.ts';
import { gatherTargets, leaveImpossible, type FactSources } from './gather-facts.ts';
import { allowsByRule, beforeChanges } from './rule-user-rules.ts';
import type { CallFacts } from './rule.ts';
import { NO_USER_RULES, type UserRules } from './user-rules.ts';

/** What the facts of a call are gathered from. */
export interface GatherSetup {
  /** Null where there is no workspace. */
  readonly sources: FactSources | null;
  /** The intent that work counts for now; left out: none. */
  readonly intent?: () => IntentId | null;
  /** Edits that are verified and of unprotected files need no question. */
  readonly autoEdits: boolean;
  /** The user's own rules, read for each call. Left out: there are none. */
  readonly userRules?: () => Promise<Result<UserRules>>;
  /** Looked at for each call. Left out: no intent is needed. */
  readonly governance?: () => Promise<GovernanceFacts>;
  /** By what lines of shell are judged; left out: each is asked about. */
  readonly commands?: CommandSetup;
}

interface GatheredCall extends Pick<GateCall, 'name' | 'repeats'> {
  readonly effect: Effect;
  /** Asked for at the end: it may change while the disk is looked at. */
  readonly mode: () => SettingValues['mode'];
}

/** Looks at all that the rules want to know of a call, so that they can be pure. */
export async function gatherCall(
  setup: GatherSetup,
  { name, repeats, effect, mode }: GatheredCall,
): Promise<CallFacts> {
  const governance = (await setup.governance?.()) ?? UNGOVERNED;
  const command =
    effect.kind === 'command'
      ? await gatherCommand(setup.sources, effect, setup.commands ?? NOTHING_LISTED)
      : null;
  const targets = await gatherTargets(setup.sources, await withWritten(setup.sources, effect, command));
  const possible = command === null ? targets : leaveImpossible(targets);
  const facts: CallFacts = {
    tool: name,
    effect,
    mode: mode(),
    autoEdits: governance.isOn ? isPreApproved(governance, possible) : setup.autoEdits,
    intent: setup.intent?.() ?? null,
    governance,
    targets: possible,
    repeats,
    userRules: (await setup.userRules?.()) ?? succeed(NO_USER_RULES),
    workspace: setup.sources?.workspace.root ?? null,
    command,
  };
  return heedKept(facts, setup.commands?.code);
}

/** What a rule of the user lets run may be code that the assistant has changed, also where the list does not name it. */
async function heedKept(facts: CallFacts, code: CommandSetup['code']): Promise<CallFacts> {
  const { command } = facts;
  if (command?.judgement.verdict !== 'ask') return facts;
  // It is known that nobody has changed it.
  if (command.unchanged === null && command.judgement.runsWorkspaceCode) return facts;
  const patterns = allowsByRule(beforeChanges(facts))?.words.commands;
  return patterns === undefined
    ? facts
    : { ...facts, command: await heedKeptPattern(command, patterns, code) };
}

const NOTHING_LISTED: CommandSetup = {
  settings: { 'commands.auto': false, 'commands.allow': [], 'edits.protected': [] },
};

/** What the text of a command would write counts, whatever the tool says of it. */
async function withWritten(
  sources: FactSources | null,
  effect: Effect,
  command: CallFacts['command'],
): Promise<Effect> {
  if (effect.kind !== 'command' || command === null) return effect;
  const { judgement } = command;
  const uses = sources === null ? null : await findLinkUses(sources.workspace, effect.command, judgement);
  const written = judgement.writes.filter((path) => uses?.untouched.includes(path) !== true);
  const paths = [...new Set([...effect.paths, ...written])];
  return { ...effect, paths, ...(uses === null || uses.links.length === 0 ? {} : { links: uses.links }) };
}

/** In a governed workspace an edit is approved before only where every file lies in the scope of the active intent. */
function isPreApproved({ autoEdits, active, judge }: GovernedFacts, targets: CallFacts['targets']): boolean {
  const isInScope = targets.every(({ located }) => located.ok && judge(located.value.path) === 'in');
  return autoEdits && active !== null && isInScope;
}
