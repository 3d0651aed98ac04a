import { roundUp } from './money.ts';

/** US dollars for a million tokens, each kind of token in its own bucket. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
  readonly image?: number;
}

export interface ModelPrice {
  readonly rates: Rates;
  /** What the whole request costs instead when it brings more than `over` tokens; the smallest `over` first. */
  readonly long: readonly { readonly over: number; readonly rates: Rates }[];
}

/** The tokens of one call; no token is in two buckets, except that `reasoning` is a part of `output`. */
export interface PricedTokens {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Of images that were sent; not in `input`. */
  readonly image: number;
  readonly output: number;
  readonly reasoning: number;
}

/** What the tokens cost, in nanodollars. A bucket without a price of its own costs what its direction costs. */
export function costOf(price: ModelPrice, tokens: PricedTokens): number {
  const { input, cacheRead, cacheWrite, image, output } = tokens;
  const rates = ratesFor(price, input + cacheRead + cacheWrite + image);
  const reasoning = Math.min(tokens.reasoning, output);
  return roundUp(
    input * nano(rates.input) +
      cacheRead * nano(rates.cacheRead ?? rates.input) +
      cacheWrite * nano(rates.cacheWrite ?? rates.input) +
      image * nano(rates.image ?? rates.input) +
      (output - reasoning) * nano(rates.output) +
      reasoning * nano(rates.reasoning ?? rates.output),
  );
}

/** The most that a request of this size can cost: whatever is cached, and however much of the answer is thought. */
export function highestCost(
  price: ModelPrice,
  tokens: { readonly input: number; readonly image: number; readonly output: number },
): number {
  const rates = ratesFor(price, tokens.input + tokens.image);
  const read = Math.max(rates.input, rates.cacheRead ?? 0, rates.cacheWrite ?? 0);
  return roundUp(
    tokens.input * nano(read) +
      tokens.image * nano(Math.max(read, rates.image ?? 0)) +
      tokens.output * nano(Math.max(rates.output, rates.reasoning ?? 0)),
  );
}

function ratesFor({ rates, long }: ModelPrice, sent: number): Rates {
  return long.findLast(({ over }) => sent > over)?.rates ?? rates;
}

/** Nanodollars for one token. */
function nano(dollarsForMillion: number): number {
  return dollarsForMillion * 1000;
}
