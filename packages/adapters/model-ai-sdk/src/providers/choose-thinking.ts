import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelRequest } from '@rook/engine';

type Chosen = Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions' | 'maxOutputTokens'>;

/**
 * How long a Claude thinks. Those of today decide it themselves; older ones need a number of tokens, and the client
 * library adds it to what an answer may have: it is taken out of that before, so that the wire never says more than
 * was asked for.
 */
export function chooseThinking(name: string, { effort, maxOutputTokens }: ModelRequest): Chosen {
  if (effort === undefined) return {};
  if (effort === 'off') return { reasoning: 'none' };
  const old = OLD.find(({ names }) => names.test(name));
  if (old === undefined) {
    const thinking = { type: 'adaptive', display: 'summarized' };
    const worded = effort === 'adaptive' ? { thinking } : { thinking, effort };
    return { providerOptions: { anthropic: worded } };
  }
  // An old one that is told nothing does not think.
  if (effort === 'adaptive') return {};
  const most = Math.min(maxOutputTokens, old.most);
  const budget = Math.min(most - REST, Math.max(SHORTEST, Math.floor(most * SHARES[effort])));
  if (budget < SHORTEST) return {};
  return {
    maxOutputTokens: most - budget,
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: budget } } },
  };
}

/** Claudes that do not know adaptive thinking, and how much each of them can write. */
const OLD: readonly { readonly names: RegExp; readonly most: number }[] = [
  { names: /claude-(?:[a-z]+-4[-.]5|4[-.]5-[a-z]+|haiku-4)(?!\d)/iu, most: 64_000 },
  { names: /claude-opus-4(?:$|[-.@](?:[01]$|[01]\D|\d{8}|latest))/iu, most: 32_000 },
  { names: /claude-sonnet-4(?:$|[-.@](?:[01]$|[01]\D|\d{8}|latest))/iu, most: 64_000 },
  { names: /claude-3/iu, most: 64_000 },
];

/** The shortest thinking that the provider takes. */
const SHORTEST = 1024;
/** Left for the answer at least. */
const REST = 1024;
const SHARES = { low: 0.1, medium: 0.3, high: 0.6 } as const;
