import type { Usage } from './usage.ts';

export function emptyUsage(): Usage {
  return { input_tokens: 0, output_tokens: 0, cost_usd: 0 };
}

const BUCKETS = ['cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens'] as const;

/** The sum; its cost is unknown as soon as one of them is, and it is estimated as soon as one is. */
export function addUsage(first: Usage, second: Usage): Usage {
  const sum: Usage = {
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
    cost_usd: first.cost_usd === null || second.cost_usd === null ? null : first.cost_usd + second.cost_usd,
  };
  for (const bucket of BUCKETS) {
    const [one, other] = [first[bucket], second[bucket]];
    if (one !== undefined || other !== undefined) sum[bucket] = (one ?? 0) + (other ?? 0);
  }
  return first.estimated === true || second.estimated === true ? { ...sum, estimated: true } : sum;
}
