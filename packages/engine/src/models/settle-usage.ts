import type { Usage } from '@rook/contract';

import type { FailedEvent, FinishedEvent, TokenCounts } from '../ports/model.ts';
import type { TokenEstimate } from './estimate-request.ts';
import { costOf, type ModelPrice } from './model-price.ts';
import { toDollars } from './money.ts';

export interface CallToSettle {
  readonly estimate: TokenEstimate;
  readonly price: ModelPrice | null;
  /** What was reserved, in nanodollars. */
  readonly amount: number | null;
  /** Whether any part of the answer came. */
  readonly begun: boolean;
}

export interface SettledUsage {
  readonly usage: Usage;
  /** Whether the provider left out something that costs money. */
  readonly estimated: boolean;
}

/**
 * What a call has used. Where the provider did not say, or what it says cannot be, it counts as it was reserved. A
 * try that failed is free only when the model port says that it cannot have cost anything.
 */
export function settleUsage(last: FinishedEvent | FailedEvent | null, call: CallToSettle): SettledUsage {
  const isFree = last?.kind === 'failed' && !last.mayCost;
  const counts = isFree ? NOTHING : believe(last?.usage ?? null, call);
  if (counts === null) return { usage: reservedUsage(call), estimated: true };
  const { estimate, price } = call;
  const tokens = {
    input: counts.input ?? estimate.input + estimate.image,
    output: counts.output ?? estimate.output,
    cacheRead: counts.cacheRead ?? 0,
    cacheWrite: counts.cacheWrite ?? 0,
    reasoning: counts.reasoning ?? 0,
  };
  // Providers count images among what they read; those with a price of their own are taken out as estimated.
  const image = price?.rates.image === undefined ? 0 : Math.min(estimate.image, tokens.input);
  const cost = price === null ? null : costOf(price, { ...tokens, input: tokens.input - image, image });
  return {
    usage: {
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      ...(counts.cacheRead === null ? {} : { cache_read_tokens: counts.cacheRead }),
      ...(counts.cacheWrite === null ? {} : { cache_write_tokens: counts.cacheWrite }),
      ...(counts.reasoning === null ? {} : { reasoning_tokens: counts.reasoning }),
      cost_usd: cost === null ? null : toDollars(cost),
    },
    estimated: counts.input === null || counts.output === null,
  };
}

const NOTHING: TokenCounts = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

function reservedUsage({ estimate, amount }: CallToSettle): Usage {
  return {
    input_tokens: estimate.input + estimate.image,
    output_tokens: estimate.output,
    cost_usd: amount === null ? null : toDollars(amount),
  };
}

/** Far above what was asked for, a count is no count; one call must not use up the purse of a day by a wrong word. */
const TIMES = 4;
const MARGIN = 1_000_000;

/** What can be believed of the counts; null when nothing can. Each that was left out stays null. */
function believe(counts: TokenCounts | null, { estimate, begun }: CallToSettle): TokenCounts | null {
  if (counts === null) return null;
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
