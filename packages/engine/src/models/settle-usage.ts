import type { Usage } from '@rook/contract';

import type { FailedEvent, FinishedEvent, TokenCounts } from '../ports/model.ts';
import type { TokenEstimate } from './estimate-request.ts';
import { costOf, highestCost, type ModelPrice } from './model-price.ts';
import { toDollars } from './money.ts';

export interface CallToSettle {
  readonly estimate: TokenEstimate;
  readonly price: ModelPrice | null;
  /** Whether any part of the answer came. */
  readonly begun: boolean;
  /** How many tokens that part is at most. */
  readonly received: () => number;
}

/**
 * What a call has used. Where the provider did not say, it counts as it was reserved; but of an answer that broke off
 * or was cancelled only what came. What cannot be counts as reserved too. A try that failed is free only when the model
 * port says that it cannot have cost anything.
 */
export function settleUsage(last: FinishedEvent | FailedEvent | null, call: CallToSettle): Usage {
  const isFree = last?.kind === 'failed' && !last.mayCost;
  const said = isFree ? NOTHING : (last?.usage ?? null);
  const counts = said === null ? null : believe(said, call);
  // Who says what cannot be is not trusted with the rest either.
  const most = said !== null && counts === null ? call.estimate.output : mostWritten(last, call);
  if (counts === null) return reservedUsage(call, most);
  const { estimate, price } = call;
  const tokens = {
    input: counts.input ?? estimate.input + estimate.image,
    output: counts.output ?? Math.max(most, counts.reasoning ?? 0),
    cacheRead: counts.cacheRead ?? 0,
    cacheWrite: counts.cacheWrite ?? 0,
    reasoning: counts.reasoning ?? 0,
  };
  // Providers count images among what they read; those with a price of their own are taken out as estimated.
  const image = price?.rates.image === undefined ? 0 : Math.min(estimate.image, tokens.input);
  const cost = price === null ? null : costOf(price, { ...tokens, input: tokens.input - image, image });
  return {
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    ...(counts.cacheRead === null ? {} : { cache_read_tokens: counts.cacheRead }),
    ...(counts.cacheWrite === null ? {} : { cache_write_tokens: counts.cacheWrite }),
    ...(counts.reasoning === null ? {} : { reasoning_tokens: counts.reasoning }),
    cost_usd: cost === null ? null : toDollars(cost),
    ...(counts.input === null || counts.output === null ? { estimated: true } : {}),
  };
}

const NOTHING: TokenCounts = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** The most that was written where nobody says: all that was asked for, unless the answer ended before its end. */
function mostWritten(
  last: FinishedEvent | FailedEvent | null,
  { estimate, begun, received }: CallToSettle,
): number {
  const isPart = begun && last?.kind !== 'finished';
  // Something came, so something was written.
  return isPart ? Math.min(Math.max(received(), 1), estimate.output) : estimate.output;
}

/** Of what was reserved, the part that goes with so much output. */
function reservedUsage({ estimate, price }: CallToSettle, output: number): Usage {
  const cost = price === null ? null : highestCost(price, { ...estimate, output });
  return {
    input_tokens: estimate.input + estimate.image,
    output_tokens: output,
    cost_usd: cost === null ? null : toDollars(cost),
    estimated: true,
  };
}

/** Far above what was asked for, a count is no count; one call must not use up the purse of a day by a wrong word. */
const TIMES = 4;
const MARGIN = 1_000_000;

/** What can be believed of the counts; null when nothing can. Each that was left out stays null. */
function believe(counts: TokenCounts, { estimate, begun }: CallToSettle): TokenCounts | null {
  const { input, cacheRead, cacheWrite, output, reasoning } = counts;
  const all = [input, cacheRead, cacheWrite, output, reasoning];
  if (all.some((count) => count !== null && !(Number.isSafeInteger(count) && count >= 0))) return null;
  const read = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const written = Math.max(output ?? 0, reasoning ?? 0);
  if (read > (estimate.input + estimate.image) * TIMES + MARGIN) return null;
  if (written > estimate.output * TIMES + MARGIN) return null;
  // Something came, so it was written.
  return output === 0 && begun ? { ...counts, output: null } : counts;
}
