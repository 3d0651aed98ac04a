import { rookError, type RookError } from '@rook/contract';

import { shortenName } from '../commands/shorten.ts';
import { APPROVAL_VOID, isSamePreview } from '../tools/same-preview.ts';
import type { PreparedCall, PreviewedFile } from '../tools/tool.ts';
import type { ApprovalEnd, Approvals, Question, Scope } from './approvals.ts';
import type { GateCall } from './gate-call.ts';
import { hashCall } from './hash-call.ts';
import { judgeCall, RULES } from './judge-call.ts';
import { allowsByRule, beforeChanges, userRules } from './rule-user-rules.ts';
import type { CallFacts, Verdict } from './rule.ts';
import { nameRule } from './user-rules.ts';

/** What came of a call at the door. */
export type Decision =
  | {
      readonly allowed: true;
      /** Who said so. */
      readonly by: string;
      /** Nothing else may be written; left out: nobody had to be asked. */
      readonly approved?: readonly PreviewedFile[];
      /** The answer that allowed it. */
      readonly approval?: string;
    }
  | {
      readonly allowed: false;
      readonly rule: string;
      readonly error: RookError;
      readonly path?: string;
      /** It is not decided yet: the answer will come in another process. */
      readonly isWaiting?: true;
    };

/** Who can say yes, and who said it in advance. */
export interface Answerers {
  /** `once`: every question is answered with yes, each time anew; `no`: it is refused, unless somebody can be asked. */
  readonly answers: 'once' | 'no';
  /** The same for questions about protected files. */
  readonly protectedAnswers: 'once' | 'no';
  /** Left out: nobody can be asked. */
  readonly approvals?: Approvals;
  /** What can be done where nobody can be asked; left out: it is said to a model whose user has these flags. */
  readonly unasked?: UnaskedAdvice;
}

/** As the second half of a sentence, without a stop. */
export type UnaskedAdvice = (flag: '--yes' | '--yes-protected') => string;

export interface Asking {
  readonly call: GateCall;
  readonly facts: CallFacts;
  readonly rule: string;
  readonly verdict: Extract<Verdict, { kind: 'ask' }>;
  readonly preview: PreparedCall['preview'];
}

/** Finds the yes that holds already, or asks for one. What was shown is all that may then be done. */
export async function askPerson(answerers: Answerers, asking: Asking): Promise<Decision> {
  const { verdict, rule, call } = asking;
  const isProtected = verdict.isProtected === true;
  const isAsked = (answerers.approvals?.asked(call.turn, call.id) ?? null) !== null;
  const allowing = isProtected || isAsked ? null : allowsByRule(asking.facts);
  if (allowing !== null) return { allowed: true, by: nameRule(allowing) };
  const flag = isProtected ? '--yes-protected' : '--yes';
  const nobody = () => refuseUnasked(verdict.reason, (answerers.unasked ?? adviseModel)(flag));
  if (!isAsked && (isProtected ? answerers.protectedAnswers : answerers.answers) === 'once')
    return { allowed: true, by: flag };
  if (!isAsked && !isProtected && call.isOrdered === true)
    return { allowed: true, by: 'the person who ran it' };
  const { approvals } = answerers;
  if (approvals === undefined) return { allowed: false, rule, error: nobody(), ...about(verdict) };
  const bare = questionOf(asking);
  const standing = isProtected || isAsked ? null : approvals.standing(bare);
  if (standing !== null) return { allowed: true, by: `approval ${standing}` };
  const preview = await asking.preview?.();
  if (preview?.ok === false) return { allowed: false, rule, error: preview.error, ...about(verdict) };
  // It will be refused file by file; what nobody approved cannot be written instead.
  if (preview !== undefined && preview.value.files.length === 0) {
    await approvals.withdraw(call.turn, call.id, 'Nothing would be written any more.');
    return { allowed: true, by: 'nothing would be written', approved: [] };
  }
  const shown = preview?.value ?? bare.preview;
  const end = await approvals.ask({ ...bare, preview: shown }, call.signal ?? NEVER);
  if (end.kind === 'yes') {
    const now = await asking.preview?.();
    if (now === undefined || (now.ok && isSamePreview(shown.files, now.value.files)))
      return { allowed: true, by: `approval ${end.id}`, approval: end.id, approved: shown.files };
    await approvals.void(end.id, APPROVAL_VOID.message);
    return { allowed: false, rule, error: APPROVAL_VOID, ...about(verdict) };
  }
  if (end.kind === 'waiting') return { allowed: false, rule, error: nobody(), isWaiting: true };
  return { allowed: false, rule, error: refusal(end, asking, nobody), ...about(verdict) };
}

const NEVER = new AbortController().signal;

function about({ path }: Asking['verdict']): { readonly path?: string } {
  return path === undefined ? {} : { path };
}

function refusal(
  end: Exclude<ApprovalEnd, { kind: 'yes' | 'waiting' }>,
  { call }: Asking,
  nobody: () => RookError,
): RookError {
  if (end.kind === 'none') return end.error;
  if (end.kind === 'nobody') return nobody();
  const why = end.reason === null ? '' : `, and gave the reason: ${end.reason}`;
  const sentence = `The person who was asked about ${call.name} said no${why}${/[.!?]$/u.test(why) ? '' : '.'} Do not try the same in another way; go on without it, or ask what they want.`;
  return rookError('rejected', sentence);
}

const adviseModel: UnaskedAdvice = (flag) => `go on without it, or let the user ask again with ${flag}`;

function refuseUnasked(reason: string, advice: string): RookError {
  const sentence = `${reason}, so it needs a yes, and nobody can be asked here; ${advice}.`;
  return rookError('approval_needed', sentence);
}

function questionOf({ call, facts, rule, verdict }: Asking): Question {
  const { turn, id, name, input } = call;
  return {
    turn,
    call: id,
    tool: name,
    effect: facts.effect,
    rule,
    text: `${verdict.reason}.${describeWay(facts)} Allow ${name}?`,
    paths: facts.targets.map(({ named, located }) => (located.ok ? located.value.path : named)),
    removes: removedOf(facts),
    intent: facts.intent,
    preview: { text: describeCall(name, facts, input), files: [] },
    contentHash: hashCall(name, input),
    command: commandOf(facts),
    scopes: scopesOf(facts, rule, verdict),
  };
}

function commandOf({ command }: CallFacts): Question['command'] {
  if (command === null) return null;
  const { patterns, examples, isAllowedBy, judgement, runsCodeBy } = command;
  return {
    patterns,
    examples,
    isAllowedBy,
    runsCode: judgement.runsWorkspaceCode,
    addsCode: patterns.length > 0 && runsCodeBy(patterns),
  };
}

function scopesOf(facts: CallFacts, rule: string, { isProtected }: Asking['verdict']): readonly Scope[] {
  const { command } = facts;
  // What is protected is asked about each time, and so is a command that no words stand for.
  if (isProtected === true || command?.patterns.length === 0) return ['once'];
  return rule === userRules.name || asksForChangesAlone(facts) ? HERE : EVERY_SCOPE;
}

/** That code was changed is asked about again in each session; where nothing else asks, no pattern that is kept would help. */
function asksForChangesAlone(facts: CallFacts): boolean {
  if ((facts.command?.unchanged ?? null) === null) return false;
  const before = beforeChanges(facts);
  return judgeCall(RULES, before).verdict.kind === 'pass' || allowsByRule(before) !== null;
}

/** A rule of the user that asks each time is not outweighed by another one. */
const HERE: readonly Scope[] = ['once', 'session'];
const EVERY_SCOPE: readonly Scope[] = ['once', 'session', 'always'];

/** By real path. */
function removedOf({ effect, targets }: CallFacts): readonly string[] {
  const removed = new Set(effect.kind === 'write' ? effect.removes : []);
  return targets.flatMap(({ named, located }) =>
    removed.has(named) ? [located.ok ? located.value.path : named] : [],
  );
}

/** What the words of a command do not say and a yes is given to all the same: where, how long, and whether it goes on. */
function describeWay({ effect }: CallFacts): string {
  if (effect.kind !== 'command') return '';
  const { cwd, background, timeout } = effect;
  const ways = [
    ...(cwd === '' || cwd === '.' ? [] : [`in ${shortenName(cwd)}`]),
    ...(background === true ? ['in the background'] : []),
    ...(timeout === undefined ? [] : [`for ${timeout} s at most`]),
  ];
  return ways.length === 0 ? '' : ` It would run ${ways.join(', ')}.`;
}

/** Of what leaves no files to show, the call itself is what a yes is given to. */
function describeCall(name: string, { effect }: CallFacts, input: unknown): string {
  if (effect.kind === 'command') return effect.command;
  const where = effect.kind === 'network' ? ` (${effect.url})` : '';
  return `${name}${where} ${JSON.stringify(input, null, 2)}`;
}
