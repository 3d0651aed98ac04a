import { allSettings } from '@rook/contract';
import { expect, it } from 'vitest';

import { describeModel } from './describe-model.ts';
import { findPrice } from './find-price.ts';
import { costOf, highestCost, type PricedTokens } from './model-price.ts';
import { showDollars, toDollars, toNanodollars } from './money.ts';

const NOW = new Date('2026-11-16T00:00:00Z');
const NONE: PricedTokens = { input: 0, cacheRead: 0, cacheWrite: 0, image: 0, output: 0, reasoning: 0 };

async function cost(provider: string, name: string, tokens: Partial<PricedTokens>): Promise<number | null> {
  const { price } = await findPrice({ provider, name }, {}, NOW);
  return price === null ? null : toDollars(costOf(price, { ...NONE, ...tokens }));
}

/** By hand, from the providers' pages: dollars for a million tokens times millions of tokens. */
const calls: readonly (readonly [string, string, Partial<PricedTokens>, number])[] = [
  // 5 in, 25 out, 0.50 read from the cache, 6.25 written to it
  ['anthropic', 'claude-opus-4-6', { input: 10_000, output: 2000 }, 0.05 + 0.05],
  [
    'anthropic',
    'claude-opus-4-6',
    { input: 1000, cacheRead: 100_000, cacheWrite: 8000, output: 500 },
    0.005 + 0.05 + 0.05 + 0.0125,
  ],
  ['anthropic', 'claude-opus-4-6', { output: 2000, reasoning: 1500 }, 0.05],
  // 3 in, 15 out, 0.30 and 3.75; the whole request is dearer above 200,000 tokens, those of the cache included
  ['anthropic', 'claude-sonnet-4-5', { input: 100_000, output: 1000 }, 0.3 + 0.015],
  ['anthropic', 'claude-sonnet-4-5', { input: 200_000 }, 0.6],
  [
    'anthropic',
    'claude-sonnet-4-5',
    { input: 100_000, cacheRead: 100_001, output: 1000 },
    0.6 + 0.0600006 + 0.0225,
  ],
  ['anthropic', 'claude-sonnet-4-5-20250929', { input: 1_000_000 }, 6],
  ['anthropic', 'claude-haiku-4-5', { input: 1_000_000, output: 1_000_000 }, 6],
  // 1.25 in, 10 out, 0.125 read from the cache; what is written to it has no price of its own
  [
    'openai',
    'gpt-5',
    { input: 10_000, cacheRead: 90_000, output: 1000, reasoning: 800 },
    0.0125 + 0.01125 + 0.01,
  ],
  ['openai', 'gpt-5', { cacheWrite: 1000 }, 0.00125],
  ['openai', 'gpt-5-mini-2025-08-07', { input: 1_000_000, output: 100_000 }, 0.25 + 0.2],
  ['azure', 'gpt-5', { input: 1_000_000, output: 100_000 }, 1.25 + 1],
  // 3 in, 15 out, 0.75 read from the cache
  ['xai', 'grok-4', { input: 10_000, cacheRead: 10_000, output: 1000 }, 0.03 + 0.0075 + 0.015],
  ['xai', 'grok-3-mini', { input: 1_000_000, cacheRead: 1_000_000, output: 1_000_000 }, 0.3 + 0.075 + 0.5],
  ['xai', 'grok-3-mini', { input: 1 }, 0.000_000_3],
  // 1.25 in, 10 out up to 200,000 tokens; 2.50 and 15 above
  ['google', 'gemini-2.5-pro', { input: 200_000, output: 1000 }, 0.25 + 0.01],
  ['google', 'gemini-2.5-pro', { input: 200_001, output: 1000 }, 0.5000025 + 0.015],
  ['google', 'gemini-2.5-flash', { input: 1_000_000, output: 1_000_000 }, 0.3 + 2.5],
  // The price list has it under the name of its preview.
  ['google', 'gemini-3-pro', { input: 100_000, output: 1000 }, 0.2 + 0.012],
  ['scripted', 'anything', { input: 1_000_000, output: 1_000_000 }, 0],
];

it.each(calls)(
  'C-22 prices a call of %s %s in its own buckets: %o',
  async (provider, name, tokens, dollars) => {
    expect(await cost(provider, name, tokens)).toBeCloseTo(dollars, 9);
  },
);

it('C-22 has a table that rejects a price which counts the cache twice', async () => {
  const { price } = await findPrice({ provider: 'anthropic', name: 'claude-opus-4-6' }, {}, NOW);
  const twice = (tokens: PricedTokens) =>
    price === null ? 0 : costOf(price, { ...tokens, input: tokens.input + tokens.cacheRead });
  const wrong = calls.filter(
    ([, name, tokens, dollars]) =>
      name === 'claude-opus-4-6' && Math.abs(toDollars(twice({ ...NONE, ...tokens })) - dollars) > 1e-9,
  );
  expect(wrong).not.toEqual([]);
});

const unknown = [
  ['openai-compatible', 'llama3', 'http://127.0.0.1:11434/v1'],
  ['openai-compatible', 'gpt-5', 'http://localhost:1234/v1'],
  ['openai-compatible', 'gpt-5', undefined],
  ['openai', 'gpt-99', undefined],
  ['azure', 'my-deployment', undefined],
  ['google', 'gemini-pro-latest', undefined],
  ['xai', 'grok-2-image', undefined],
  ['somebody', 'else', undefined],
  // Names that only begin like one that is known.
  ['anthropic', 'claude-opus-4-6-superfast', undefined],
  ['anthropic', 'claude-opus-4-60', undefined],
  ['openai', 'gpt-4o-audio-preview', undefined],
  ['openai', 'gpt-5-2025-08-07-pro', undefined],
  ['google', 'gemini-3-pro-preview-customtools', undefined],
  ['openai', '__proto__', undefined],
  ['openai', '', undefined],
] as const;

it.each(unknown)(
  'C-22 says that the price of %s %s is not known, never zero',
  async (provider, name, baseUrl) => {
    const model = { provider, name, ...(baseUrl === undefined ? {} : { baseUrl }) };
    expect((await findPrice(model, {}, NOW)).price).toBeNull();
  },
);

it('C-22 takes what the user says over the list, and an endpoint of their own as free only if they say so', async () => {
  const prices = {
    llama3: { input: 0, output: 0 },
    'gpt-5': { input: 1, output: 2, cacheRead: 0.5, cacheWrite: 3, reasoning: 4, image: 5 },
  };
  const local = { provider: 'openai-compatible', name: 'llama3', baseUrl: 'http://127.0.0.1:11434/v1' };
  expect((await findPrice(local, prices, NOW)).price).toEqual({ rates: { input: 0, output: 0 }, long: [] });
  const { price } = await findPrice({ provider: 'openai', name: 'gpt-5' }, prices, NOW);
  const all = { input: 1e6, cacheRead: 1e6, cacheWrite: 1e6, image: 1e6, output: 3e6, reasoning: 1e6 };
  expect(price === null ? null : toDollars(costOf(price, all))).toBe(1 + 0.5 + 3 + 5 + 2 * 2 + 4);
  // Whatever of it is cached and thought, it costs no more than this.
  expect(price === null ? null : toDollars(highestCost(price, { input: 1e6, image: 1e6, output: 1e6 }))).toBe(
    3 + 5 + 4,
  );
});

it('C-22 asks an endpoint that is known by its address for its own prices', async () => {
  const model = {
    provider: 'openai-compatible',
    name: 'deepseek-chat',
    baseUrl: 'https://api.deepseek.com/v1',
  };
  expect((await findPrice(model, {}, NOW)).price).not.toBeNull();
});

it('C-22 takes the price of the moment of the call', async () => {
  const o3 = { provider: 'openai', name: 'o3' };
  const [before, after] = [await findPrice(o3, {}, new Date('2025-06-01')), await findPrice(o3, {}, NOW)];
  expect([before.price?.rates.input, after.price?.rates.input]).toEqual([10, 2]);
});

const facts = async (provider: string, name: string) => describeModel({ provider, name }, {}, NOW);

it('C-05 C-06 knows limits and abilities of the models that roles name, and says what it does not know', async () => {
  expect(await facts('anthropic', 'claude-opus-4-6')).toMatchObject({
    contextWindow: 1_000_000,
    maxOutput: 128_000,
    abilities: { tools: true, vision: true, thinking: true },
  });
  expect(await facts('xai', 'grok-4-0709')).toMatchObject({ contextWindow: 256_000, maxOutput: null });
  expect(await facts('xai', 'grok-3-mini')).toMatchObject({ abilities: { vision: false, thinking: true } });
  expect(await facts('google', 'gemini-2.5-pro-preview-06-05')).toMatchObject({ maxOutput: 65_536 });
  expect(await facts('azure', 'gpt-4o-mini')).toMatchObject({ imageFactor: 34, maxOutput: 16_384 });
  expect(await facts('somebody', 'else')).toEqual({
    price: null,
    contextWindow: null,
    maxOutput: null,
    abilities: null,
    imageFactor: 1,
  });
});

it('C-22 counts money exactly, and shows cents without hiding what is below one', () => {
  expect(toNanodollars(0.1) + toNanodollars(0.2)).toBe(toNanodollars(0.3));
  expect([0, 5e9, 1_234_500_000, 12_300_000, 400_000].map((money) => showDollars(money))).toEqual([
    '$0.00',
    '$5.00',
    '$1.23',
    '$0.0123',
    '$0.0004',
  ]);
});

it.each([
  ['anthropic', 'claude-opus-4-6-20260101'],
  ['anthropic', 'claude-3-7-sonnet-latest'],
  ['anthropic', 'claude-3-5-haiku-20241022'],
  ['openai', 'gpt-4o-2024-08-06'],
  ['xai', 'grok-4-0709'],
])('C-22 knows %s %s by its date or as the latest', async (provider, name) => {
  expect((await findPrice({ provider, name }, {}, NOW)).price).not.toBeNull();
});

it('C-22 money that is no number or without end is the most there is, above every limit', () => {
  const highest = toNanodollars(1_000_000);
  for (const rate of [1e308, Number.NaN, Infinity]) {
    const price = { rates: { input: rate, output: rate }, long: [] };
    expect(costOf(price, { ...NONE, input: 5 })).toBeGreaterThan(highest);
    expect(highestCost(price, { input: 5, image: 0, output: 0 })).toBeGreaterThan(highest);
    expect(toNanodollars(rate)).toBeGreaterThan(highest);
  }
  const { schema } = allSettings['model.prices'];
  expect(schema.safeParse({ m: { input: 1_000_000, output: 0 } }).success).toBe(true);
  expect(schema.safeParse({ m: { input: 1_000_001, output: 0 } }).success).toBe(false);
});
