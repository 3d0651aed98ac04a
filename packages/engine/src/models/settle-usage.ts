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

/** What a call has used. Where the provider did not say, it counts as it was reserved. */
export function settleUsage(last: FinishedEvent | FailedEvent | null, call: CallToSettle): SettledUsage {
  const counts = last === null ? null : (last.usage ?? (isUnbilled(last, call.begun) ? NOTHING : null));
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

export const NOTHING: TokenCounts = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

function reservedUsage({ estimate, amount }: CallToSettle): Usage {
  return {
    input_tokens: estimate.input + estimate.image,
    output_tokens: estimate.output,
    cost_usd: amount === null ? null : toDollars(amount),
  };
}

/** Failures at which no answer was begun, so that no provider takes money. */
const UNSENT: ReadonlySet<string> = new Set([
  'model_unreachable',
  'model_certificate',
  'model_no_key',
  'model_no_connection',
]);
/** The other side or something before it gave up waiting: an answer may have been written all the same. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 504, 524]);

function isUnbilled(last: FinishedEvent | FailedEvent, begun: boolean): boolean {
  if (begun || last.kind === 'finished') return false;
  const { code, status } = last.error;
  return UNSENT.has(code) || (status !== undefined && status >= 400 && !GAVE_UP.has(status));
}
