import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import type { FailedEvent } from '../ports/model.ts';
import { createModelCaller, type CallEvent, type CallRequest } from './call-model.ts';
import {
  createTestModel,
  failed,
  finished,
  letRun,
  listen,
  makeCallRoom,
  text,
  type Step,
} from './test-models.ts';

const request: CallRequest = {
  system: '',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }],
};
const free = (event: FailedEvent): FailedEvent => ({ ...event, mayCost: false });
const kinds = (events: readonly CallEvent[]) => events.map(({ kind }) => kind).join(' ');

function begin(
  tries: readonly (readonly Step[])[],
  options: { deaf?: boolean; mayRestart?: boolean; first?: number } = {},
) {
  const clock = createFakeClock();
  const model = createTestModel(clock, tries, options);
  const room = makeCallRoom(clock, [model]);
  const abort = new AbortController();
  const { mayRestart = false, first } = options;
  const limits = first === undefined ? {} : { firstEventMilliseconds: first };
  const listening = listen(
    createModelCaller(room.setup).call(request, { signal: abort.signal, mayRestart, ...limits }),
  );
  return { clock, model, abort, ...room, ...listening, last: () => listening.events.at(-1) };
}

it('C-22 C-23 streams what comes, and ends with what it has cost', async () => {
  const { events, end, recorded, model } = begin([
    [{ kind: 'thinking', text: 'Hm' }, text('Hel'), text('lo'), finished(2000, 50)],
  ]);
  await end;
  expect(kinds(events)).toBe('reserved thinking text text finished');
  // 2000 tokens at 1 and 50 at 10 dollars for a million.
  const usage = { input_tokens: 2000, output_tokens: 50, cost_usd: 0.0025 };
  expect(events.at(-1)).toEqual({
    kind: 'finished',
    reason: 'stop',
    providerReason: 'end_turn',
    model: 'm',
    usage,
  });
  expect(recorded).toMatchObject([
    { event_type: 'budget_reserved' },
    { event_type: 'budget_settled', usage },
  ]);
  expect(model.requests).toMatchObject([{ effort: 'adaptive', maxOutputTokens: 1000 }]);
});

it('C-23 takes model, effort and most tokens of a single call over the settings', async () => {
  const clock = createFakeClock();
  const [usual, other] = [
    createTestModel(clock, [[finished()]]),
    createTestModel(clock, [[finished()]], { name: 'cheap' }),
  ];
  const { setup } = makeCallRoom(clock, [usual]);
  const overridden: CallRequest = { ...request, effort: 'high', maxOutputTokens: 7 };
  const options = { signal: new AbortController().signal, models: [{ model: other }] as const };
  const { events, end } = listen(createModelCaller(setup).call(overridden, options));
  await end;
  expect(usual.requests).toEqual([]);
  expect(other.requests).toMatchObject([{ effort: 'high', maxOutputTokens: 7 }]);
  expect(events.at(-1)).toMatchObject({ kind: 'finished', model: 'cheap' });
});

it('C-08 ends a call that keeps silent at its time, with the offer to retry', async () => {
  const { clock, end, events, model, last, recorded } = begin([['silence']], { first: 300_000 });
  await letRun();
  clock.advance(299_999);
  await letRun();
  expect(kinds(events)).toBe('reserved');
  clock.advance(1);
  await end;
  expect(last()).toMatchObject({
    kind: 'failed',
    error: {
      code: 'timed_out',
      retryable: true,
      message:
        'm did not finish within 300 seconds (model.timeout); try again, or give it more time with `rook settings set model.timeout 600`.',
    },
  });
  expect(model.closed()).toBe(1);
  // Nobody said what it has used, so it counts as it was reserved.
  expect(recorded[1]).toMatchObject({ estimated: true, usage: { output_tokens: 1000 } });
  expect(recorded[1]).toHaveProperty(
    'usage.cost_usd',
    recorded[0] !== undefined && 'amount_usd' in recorded[0] ? recorded[0].amount_usd : 0,
  );
});

it('C-08 ends a call also when the model does not hear, and when its text never ends', async () => {
  const deaf = begin([['silence']], { deaf: true, first: 300_000 });
  await letRun();
  deaf.clock.advance(300_000);
  await deaf.end;
  expect(deaf.last()).toMatchObject({ error: { code: 'timed_out' } });
  const endless = begin([Array.from({ length: 50 }, () => [{ pause: 10_000 }, text('more')]).flat()]);
  for (let step = 0; step < 30; step += 1) {
    await letRun();
    endless.clock.advance(10_000);
  }
  await endless.end;
  expect(endless.last()).toMatchObject({ error: { code: 'timed_out' } });
});

it('C-08 notices an answer that stops in the middle, and lets a model think in silence before it', async () => {
  const { clock, end, events, last } = begin([
    [
      { pause: 179_999 },
      text('So'),
      { pause: 59_999 },
      text(' far'),
      { pause: 59_999 },
      text(';'),
      'silence',
    ],
  ]);
  for (const wait of [179_999, 59_999, 59_999, 2]) {
    await letRun();
    clock.advance(wait);
  }
  await letRun();
  expect(kinds(events)).toBe('reserved text text text');
  // The time of the call would be over now; what comes first counts.
  clock.advance(1);
  await end;
  expect(last()).toMatchObject({ error: { code: 'timed_out' } });
  const stalled = begin([[text('So'), 'silence']]);
  await letRun();
  stalled.clock.advance(60_000);
  await letRun();
  await stalled.end;
  expect(stalled.last()).toMatchObject({ error: { code: 'model_stalled', retryable: true } });
  expect(stalled.model.requests).toHaveLength(1);
});

it('C-08 C-09 an answer that is kept until it is whole does not stall, and may be tried again', async () => {
  const working: Step = { kind: 'working' };
  const pause = { pause: 50_000 };
  const kept = begin(
    [
      [pause, working, pause, working, pause, working, failed('model_cut')],
      [text('{}'), finished()],
    ],
    { first: 60_000 },
  );
  for (const wait of [50_000, 50_000, 50_000, 30_000]) {
    await letRun();
    kept.clock.advance(wait);
  }
  await letRun();
  await kept.end;
  expect(kinds(kept.events)).toBe('reserved waiting reserved text finished');
  expect(kept.events[1]).toMatchObject({ error: { code: 'model_cut' } });
});

it('C-22 says when the provider did not say what the call used', async () => {
  const told = begin([[text('So'), finished()]]);
  await told.end;
  expect(told.last()).not.toHaveProperty('usage.estimated');
  const silent = { input: null, cacheRead: null, cacheWrite: null, output: null, reasoning: null };
  const untold = begin([[text('So'), { ...finished(), usage: silent }]]);
  await untold.end;
  expect(untold.last()).toMatchObject({
    kind: 'finished',
    usage: { output_tokens: 1000, estimated: true },
  });
});

it('C-08 waits longer from try to try, reserves and settles each, and gives up after four', async () => {
  const { clock, end, events, last, recorded } = begin([[free(failed('model_overloaded', { status: 529 }))]]);
  for (const wait of [1000, 2000, 4000]) {
    await letRun();
    expect(events.at(-1)).toMatchObject({ kind: 'waiting', milliseconds: wait });
    clock.advance(wait);
  }
  await end;
  expect(kinds(events)).toBe('reserved waiting reserved waiting reserved waiting reserved failed');
  expect(last()).toMatchObject({
    error: { code: 'model_overloaded', message: 'It failed. It was tried 4 times.' },
  });
  // A refusal before the answer began is not billed.
  expect(last()).toMatchObject({ usage: { cost_usd: 0 } });
  expect(recorded.map(({ event_type: type }) => type)).toEqual(
    Array.from({ length: 4 }, () => ['budget_reserved', 'budget_settled']).flat(),
  );
});

it('C-08 honours how long the provider asks to wait, up to a minute; beyond that it says so', async () => {
  const short = begin([
    [failed('model_rate_limited', { status: 429, retryAfterMilliseconds: 20_000 })],
    [finished()],
  ]);
  await letRun();
  expect(short.last()).toMatchObject({ kind: 'waiting', milliseconds: 21_000 });
  short.clock.advance(21_000);
  await short.end;
  expect(short.last()).toMatchObject({ kind: 'finished' });
  const long = begin([[failed('model_rate_limited', { status: 429, retryAfterMilliseconds: 600_000 })]]);
  await long.end;
  expect(long.last()).toMatchObject({
    error: {
      code: 'model_rate_limited',
      message: 'It failed. It asks to wait 10 minutes before the next try.',
      retryAfterMilliseconds: 600_000,
    },
  });
  expect(long.model.requests).toHaveLength(1);
});

it('C-08 does not begin to wait for a try that its time does not allow', async () => {
  const { clock, end, last } = begin([[{ pause: 299_500 }, failed('model_failed', { status: 500 })]], {
    first: 300_000,
  });
  await letRun();
  clock.advance(299_500);
  await end;
  expect(last()).toMatchObject({ error: { code: 'model_failed' } });
  expect(JSON.stringify(last())).toContain('model.timeout');
});

it.each(['model_bad_key', 'model_too_long', 'model_refused'] as const)(
  'C-08 does not try again what cannot help: %s',
  async (code) => {
    const { end, events, model } = begin([[failed(code, { status: 400 })]]);
    await end;
    expect(kinds(events)).toBe('reserved failed');
    expect(model.requests).toHaveLength(1);
  },
);

it('C-08 never tries again after a part of the answer was given out, unless the caller takes it back', async () => {
  const tries = [
    [text('Half'), failed('model_cut')],
    [text('Whole'), finished(1000, 100)],
  ];
  const bound = begin(tries);
  await bound.end;
  expect(kinds(bound.events)).toBe('reserved text failed');
  const again = begin(tries, { mayRestart: true });
  await letRun();
  again.clock.advance(1000);
  await again.end;
  expect(kinds(again.events)).toBe('reserved text waiting restarted reserved text finished');
  // The broken try counts as what was sent and what came of it, the whole one as used; the sum is estimated.
  const [, broken] = again.recorded;
  const first = broken?.event_type === 'budget_settled' ? (broken.usage.cost_usd ?? 0) : 0;
  expect(first).toBeGreaterThan(0);
  expect(again.last()).toMatchObject({ usage: { cost_usd: first + 0.002, estimated: true } });
});

it('L-13 a try that failed is free only when the model says that it cannot have cost anything', async () => {
  const failures = [
    failed('model_failed', { status: 504 }),
    failed('model_failed', { status: 500 }),
    failed('model_bad_answer'),
    failed('model_unreachable'),
    failed('model_overloaded', { status: 529 }),
  ];
  for (const failure of failures) {
    for (const [event, output] of [
      [failure, 1000],
      [free(failure), 0],
    ] as const) {
      const { end, recorded, abort } = begin([[event]]);
      await letRun();
      abort.abort();
      await end;
      const [reserved, settled] = recorded;
      const amount = reserved?.event_type === 'budget_reserved' ? reserved.amount_usd : null;
      expect(settled).toMatchObject({
        usage: { output_tokens: output, cost_usd: output === 0 ? 0 : amount },
      });
      expect(settled?.event_type === 'budget_settled' && settled.estimated === true).toBe(output > 0);
    }
  }
});

it('L-13 tries again what may have cost and gave out nothing, and counts every such try in full', async () => {
  const { clock, end, last, recorded } = begin([[failed('model_unreachable')], [finished(1000, 100)]]);
  await letRun();
  clock.advance(1000);
  await end;
  const [reserved] = recorded;
  const first = reserved?.event_type === 'budget_reserved' ? (reserved.amount_usd ?? 0) : 0;
  expect(first).toBeGreaterThan(0.01);
  expect(last()).toHaveProperty('usage.cost_usd', first + 0.002);
});

it('C-08 ends a try that is not answered at all, sooner when the model does not think, and tries again', async () => {
  const clock = createFakeClock();
  for (const [thinking, limit, options] of [
    [true, 180_000, {}],
    [false, 60_000, {}],
    [true, 5000, { firstEventMilliseconds: 5000 }],
  ] as const) {
    const model = createTestModel(clock, [['silence'], [finished()]], { abilities: { thinking } });
    const { setup, recorded } = makeCallRoom(clock, [model]);
    const { signal } = new AbortController();
    const { events, end } = listen(createModelCaller(setup).call(request, { signal, ...options }));
    await letRun();
    clock.advance(limit - 1);
    await letRun();
    expect(kinds(events)).toBe('reserved');
    clock.advance(1);
    await letRun();
    const seconds = limit / 1000;
    const message = `m has not answered at all for ${seconds} seconds; look whether its server works, or try again. One that is only slow to begin gets more time with \`rook settings set model.timeout 600\`.`;
    expect(events[1]).toMatchObject({ kind: 'waiting', error: { code: 'model_stalled', message } });
    expect(recorded[1]).toMatchObject({ estimated: true, usage: { output_tokens: 1000 } });
    clock.advance(1000);
    await end;
    expect(kinds(events)).toBe('reserved waiting reserved finished');
  }
});

it('C-08 waits longer for the first word when calls are given more time', async () => {
  const clock = createFakeClock();
  const model = createTestModel(clock, [[{ pause: 1_700_000 }, text('At last'), finished()]]);
  const { setup } = makeCallRoom(clock, [model]);
  const settings = { ...setup.settings, 'model.timeout': 3000 };
  const { signal } = new AbortController();
  const { events, end } = listen(createModelCaller({ ...setup, settings }).call(request, { signal }));
  for (const wait of [600_000, 600_000, 500_000]) {
    await letRun();
    clock.advance(wait);
  }
  await letRun();
  await end;
  expect(kinds(events)).toBe('reserved text finished');
});
