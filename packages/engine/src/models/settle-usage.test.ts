import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import type { TokenCounts } from '../ports/model.ts';
import { createModelCaller } from './call-model.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { createTestModel, failed, finished, listen, makeCallRoom, text, type Step } from './test-models.ts';

function begin(tries: readonly (readonly Step[])[]) {
  const clock = createFakeClock();
  const room = makeCallRoom(clock, [createTestModel(clock, tries)]);
  const { signal } = new AbortController();
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }] as const;
  const { events, end } = listen(createModelCaller(room.setup).call({ system: '', messages }, { signal }));
  return { ...room, end, last: () => events.at(-1) };
}

it('L-13 takes what a broken stream said it used, and of the rest what came', async () => {
  const usage = { input: 500, cacheRead: 100, cacheWrite: null, output: null, reasoning: null };
  const { end, recorded } = begin([[text('Half'), failed('model_refused', {}, usage)]]);
  await end;
  // 500 and 100 at 1 dollar, the 3 tokens that "Half" is at most at 10.
  expect(recorded[1]).toMatchObject({
    estimated: true,
    usage: { input_tokens: 500, cache_read_tokens: 100, output_tokens: 3, cost_usd: 0.000_63 },
  });
  const thought = { ...usage, reasoning: 300 };
  const thoughtful = begin([[text('Half'), failed('model_refused', {}, thought)]]);
  await thoughtful.end;
  expect(thoughtful.recorded[1]).toMatchObject({ usage: { output_tokens: 300, reasoning_tokens: 300 } });
});

it.each([
  ['broke', failed('model_failed', { status: 500 })],
  ['was cut', failed('model_cut')],
] as const)(
  'L-13 C-22 counts what came of an answer that %s, and not all that was reserved',
  async (_how, end) => {
    const call = begin([[text('A few words '), text('of an answer'), end]]);
    await call.end;
    const [reserved, settled] = call.recorded;
    const sent = reserved?.event_type === 'budget_reserved' ? (reserved.input_tokens ?? 0) : 0;
    const written = estimateTokens('A few words of an answer');
    expect(written).toBeLessThan(20);
    const cost = (sent + written * 10) / 1_000_000;
    const usage = { input_tokens: sent, output_tokens: written, cost_usd: cost, estimated: true };
    expect(settled).toMatchObject({ estimated: true, usage });
    expect(call.last()).toMatchObject({ kind: 'failed', usage });
  },
);

const lies: readonly (readonly [string, Partial<TokenCounts>])[] = [
  ['far too much read', { input: 9e15 }],
  ['far too much read from the cache', { cacheRead: 2_000_000 }],
  ['far too much written', { output: 1_004_001 }],
  ['far too much thought', { reasoning: 9e15 }],
  ['no number', { input: Number.NaN }],
  ['less than nothing', { output: -5 }],
  ['a half', { input: 0.5 }],
];

it.each(lies)('L-13 counts as reserved what cannot be: %s', async (_title, lie) => {
  const usage = { input: 10, cacheRead: null, cacheWrite: null, output: 5, reasoning: null, ...lie };
  for (const event of [{ ...finished(), usage }, failed('model_refused', {}, usage)]) {
    const { end, recorded } = begin([[text('Hi'), event]]);
    await end;
    const [reserved, settled] = recorded;
    const amount = reserved?.event_type === 'budget_reserved' ? reserved.amount_usd : null;
    expect(settled).toMatchObject({ estimated: true, usage: { output_tokens: 1000, cost_usd: amount } });
  }
});

it('L-13 does not believe that nothing was written when something came', async () => {
  const { end, recorded } = begin([[text('Hi'), finished(1000, 0)]]);
  await end;
  expect(recorded[1]).toMatchObject({ estimated: true, usage: { input_tokens: 1000, output_tokens: 1000 } });
  const empty = begin([[finished(1000, 0)]]);
  await empty.end;
  expect(empty.recorded[1]).toMatchObject({
    usage: { input_tokens: 1000, output_tokens: 0, cost_usd: 0.001 },
  });
});
