import { rookError, type RookError, type SettingValues } from '@rook/contract';

import { showDollars, toDollars, toNanodollars } from './money.ts';
import type { Purse, SpendingPlace } from './purse.ts';

/** What each scope may cost; null is no limit. */
export type BudgetLimits = Pick<SettingValues, LimitName>;
export type LimitName = 'budget.call' | 'budget.turn' | 'budget.session' | 'budget.run' | 'budget.day';

const WHAT: Readonly<Record<LimitName, string>> = {
  'budget.call': 'one model call',
  'budget.turn': 'one turn',
  'budget.session': 'one session with its sub-tasks',
  'budget.run': 'one pipeline run',
  'budget.day': 'one day',
};

export interface AskedCall {
  readonly model: string;
  /** In nanodollars; null when the price is not known. */
  readonly amount: number | null;
  readonly place: SpendingPlace;
}

/** Why a call may not be made, as far as this session knows, or null. The day is for `Spend` to judge. */
export function judgeLimits(
  purse: Purse,
  limits: BudgetLimits,
  asked: AskedCall,
  binary: string,
): RookError | null {
  const { amount, place } = asked;
  if (amount === null) return judgeUnknown(limits, asked, binary);
  if (amount === 0) return null;
  const inner = purse.usedIn(place);
  const used: readonly (readonly [LimitName, number])[] = [
    ['budget.call', 0],
    ...(place.turn === undefined ? [] : [['budget.turn', inner.turn] as const]),
    ['budget.session', purse.used()],
    ...(place.run === undefined ? [] : [['budget.run', inner.run] as const]),
  ];
  for (const [name, spent] of used) {
    const limit = limitOf(limits, name);
    if (limit !== null && !(spent + amount <= limit))
      return explainLimit({ name, spent, limit, amount }, asked, binary);
  }
  return null;
}

/** A limit in nanodollars. */
export function limitOf(limits: BudgetLimits, name: LimitName): number | null {
  const limit = limits[name];
  if (limit === null) return null;
  // What is no number allows nothing.
  return limit >= 0 ? toNanodollars(limit) : 0;
}

export interface ReachedLimit {
  readonly name: LimitName;
  readonly limit: number;
  readonly spent: number;
  readonly amount: number;
}

/** Which limit it was, what is left of it, and how to raise it. */
export function explainLimit(
  reached: ReachedLimit,
  { model }: { readonly model: string },
  binary: string,
): RookError {
  const { name, limit, spent, amount } = reached;
  const left = Math.max(limit - spent, 0);
  const enough = Math.ceil(toDollars(spent + amount) * 100) / 100;
  return rookError(
    'budget_exceeded',
    `A call of ${model} may cost up to ${showDollars(amount)}, and of the ${showDollars(limit)} that ${WHAT[name]} may cost (${name}) ${showDollars(left)} is left; nothing was sent. Raise the limit with \`${binary} settings set ${name} ${enough}\` (\`${binary} settings list ${name}\` says where it is set), choose a cheaper model, or lower model.maxOutputTokens.`,
  );
}

/** A limit that cannot be kept is not passed over: whoever set one wants to know before money is gone. */
function judgeUnknown(limits: BudgetLimits, { model, place }: AskedCall, binary: string): RookError | null {
  const names: readonly LimitName[] = [
    'budget.call',
    ...(place.turn === undefined ? [] : (['budget.turn'] as const)),
    'budget.session',
    ...(place.run === undefined ? [] : (['budget.run'] as const)),
    'budget.day',
  ];
  const name = names.find((candidate) => limits[candidate] !== null);
  if (name === undefined) return null;
  const example = JSON.stringify({ [model]: { input: 0, output: 0 } });
  return rookError(
    'price_unknown',
    `What ${model} costs is not known, so the limit ${name} of ${showDollars(limitOf(limits, name) ?? 0)} cannot be kept; nothing was sent. Say what a million tokens cost in dollars (0 if they are free) with \`${binary} settings set model.prices '${example}'\` (with the prices that you set before: it replaces them), or take the limit away with \`${binary} settings set ${name} null\`.`,
  );
}
