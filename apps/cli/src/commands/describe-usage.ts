import type { Usage } from '@rook/contract';
import { showDollars, toNanodollars } from '@rook/engine';

import { showCount } from '../terminal/show-count.ts';

/** Tokens and cost for a person; "at most" where the provider did not say. */
export function describeUsage(usage: Usage): string {
  const { output_tokens: output, cache_read_tokens: cached = 0, cost_usd: cost } = usage;
  const fromCache = cached > 0 ? ` (${showCount(cached)} cached)` : '';
  const price = cost === null ? 'price unknown' : showDollars(toNanodollars(cost));
  const tokens = `${showCount(tokensRead(usage))} tokens in${fromCache}, ${showCount(output)} out`;
  return `${atMost(usage)}${tokens}, ${price}`;
}

/** All that the model read; what a cache held is counted apart, and was read all the same. */
export function tokensRead(usage: Usage): number {
  const { input_tokens: input, cache_read_tokens: read = 0, cache_write_tokens: written = 0 } = usage;
  return input + read + written;
}

export function atMost({ estimated }: Usage): string {
  return estimated === true ? 'at most ' : '';
}
