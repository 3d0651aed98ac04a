import { succeed, type EntryDraft } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeSpend } from '../ports/fakes/fake-spend.ts';
import type { Model } from '../ports/model.ts';
import type { Spend } from '../ports/spend.ts';
import type { BudgetLimits } from './budget-limits.ts';
import { createModelCaller, type CallEvent, type CallRequest } from './call-model.ts';
import { createBudget } from './reserve-budget.ts';
import {
  createTestModel,
  failed,
  finished,
  letRun,
  listen,
  makeCallRoom,
  NO_LIMITS,
  text,
  type Step,
} from './test-models.ts';

const request: CallRequest = {
  system: '',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }],
};
const kinds = (events: readonly CallEvent[]) => events.map(({ kind }) => kind).join(' ');

const moments: readonly (readonly [string, readonly Step[], boolean, string])[] = [
  ['while the model is silent', ['silence'], false, 'reserved failed'],
  ['while a model is silent that does not hear', ['silence'], true, 'reserved failed'],
  ['in the middle of the answer', [text('Half'), 'silence'], false, 'reserved text failed'],
  [
    'while it waits for the next try',
    [failed('model_overloaded', { status: 529 })],
    false,
    'reserved waiting failed',
  ],
];

it.each(moments)('C-08 a cancelled call ends at once %s', async (_title, steps, deaf, seen) => {
  const clock = createFakeClock();
  const model = createTestModel(clock, [steps], { deaf });
  const { setup, recorded } = makeCallRoom(clock, [model]);
  const abort = new AbortController();
  const { events, end } = listen(createModelCaller(setup).call(request, { signal: abort.signal }));
  await letRun();
  abort.abort();
  // No clock moves.
  await end;
  expect(kinds(events)).toBe(seen);
  expect(events.at(-1)).toMatchObject({ error: { code: 'cancelled' } });
  expect(model.requests).toHaveLength(1);
  expect(recorded).toHaveLength(2);
});

it('L-13 C-22 a cancelled call counts what came of its answer, and all of it when nothing was heard', async () => {
  for (const [steps, written] of [
    [['silence'], 1000],
    [[text('Half'), 'silence'], 3],
    [[{ kind: 'thinking', text: 'Half' }, 'silence'], 3],
  ] as const satisfies readonly (readonly [readonly Step[], number])[]) {
    const clock = createFakeClock();
    const { setup, recorded } = makeCallRoom(clock, [createTestModel(clock, [steps])]);
    const abort = new AbortController();
    const { events, end } = listen(createModelCaller(setup).call(request, { signal: abort.signal }));
    await letRun();
    abort.abort();
    await end;
    expect(events.at(-1)).toMatchObject({ usage: { output_tokens: written, estimated: true } });
    expect(recorded[1]).toMatchObject({ usage: { output_tokens: written }, estimated: true });
  }
});

it('C-08 a call that was cancelled before sends and reserves nothing', async () => {
  const clock = createFakeClock();
  const model = createTestModel(clock, [[finished()]]);
  const { setup, recorded } = makeCallRoom(clock, [model]);
  const { events, end } = listen(createModelCaller(setup).call(request, { signal: AbortSignal.abort() }));
  await end;
  expect(kinds(events)).toBe('failed');
  expect([model.requests, recorded]).toEqual([[], []]);
});

it('C-08 a call that is cancelled while it waits for its money ends at once, and gives back what comes too late', async () => {
  const clock = createFakeClock();
  const model = createTestModel(clock, [[finished()]]);
  const { setup } = makeCallRoom(clock, [model]);
  const money = Promise.withResolvers<Awaited<ReturnType<Spend['reserve']>>>();
  const settled: (number | null)[] = [];
  const recorded: EntryDraft[] = [];
  const budget = createBudget({
    limits: () => NO_LIMITS,
    clock,
    spend: {
      ...createFakeSpend(),
      reserve: async () => money.promise,
      settle: async (_id, amount) => {
        settled.push(amount);
        return succeed(undefined);
      },
    },
    record: async (drafts) => {
      recorded.push(...drafts);
      return succeed(undefined);
    },
    binary: 'rook',
  });
  const abort = new AbortController();
  const { events, end } = listen(
    createModelCaller({ ...setup, budget }).call(request, { signal: abort.signal }),
  );
  await letRun();
  abort.abort();
  await end;
  expect(events).toMatchObject([{ kind: 'failed', error: { code: 'cancelled' } }]);
  money.resolve(succeed({ fits: true, used: 0 }));
  await letRun();
  expect(settled).toEqual([0]);
  // Nothing comes after the end of the turn.
  expect(recorded).toEqual([]);
  expect(model.requests).toEqual([]);
});

it('L-13 settles what was reserved when the listener goes away: what came once it was sent, nothing before', async () => {
  for (const [leaveAt, written] of [
    ['reserved', 0],
    ['text', 3],
  ] as const) {
    const clock = createFakeClock();
    const model = createTestModel(clock, [[text('Half'), 'silence']]);
    const { setup, recorded } = makeCallRoom(clock, [model]);
    for await (const event of createModelCaller(setup).call(request, {
      signal: new AbortController().signal,
    })) {
      if (event.kind === leaveAt) break;
    }
    const [reserved, settled] = recorded;
    const sent = reserved?.event_type === 'budget_reserved' ? (reserved.input_tokens ?? 0) : 0;
    const cost = written === 0 ? 0 : (sent + written * 10) / 1_000_000;
    expect(settled).toMatchObject({ usage: { output_tokens: written, cost_usd: cost } });
    expect(model.closed()).toBe(leaveAt === 'text' ? 1 : 0);
  }
});

it('C-08 survives a model that breaks its contract: it throws, or ends without a last word', async () => {
  const clock = createFakeClock();
  const throwing: Model = {
    ...createTestModel(clock, []),
    stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('a bug')) }) }),
  };
  const { setup, recorded } = makeCallRoom(clock, [throwing]);
  const abort = new AbortController();
  const { events, end } = listen(createModelCaller(setup).call(request, { signal: abort.signal }));
  await letRun();
  expect(events.at(-1)).toMatchObject({ kind: 'waiting', error: { code: 'model_failed' } });
  abort.abort();
  await end;
  expect(recorded[1]).toMatchObject({ estimated: true });
  const silent = makeCallRoom(clock, [createTestModel(clock, [[text('Half')]])]);
  const half = listen(
    createModelCaller(silent.setup).call(request, { signal: new AbortController().signal }),
  );
  await half.end;
  expect(half.events.at(-1)).toMatchObject({ error: { code: 'model_cut' } });
});

function ask(limits: Partial<BudgetLimits>, others: readonly Model[], more: Partial<CallRequest> = {}) {
  const clock = createFakeClock();
  const main = createTestModel(clock, [[finished()]]);
  const room = makeCallRoom(clock, [main, ...others], limits);
  const signal = new AbortController().signal;
  return {
    main,
    ...room,
    ...listen(createModelCaller(room.setup).call({ ...request, ...more }, { signal })),
  };
}

it('L-13 stops before it overspends: nothing is sent, and the refusal is the last word', async () => {
  const { main, events, end, recorded } = ask({ 'budget.call': 0.005 }, []);
  await end;
  expect(kinds(events)).toBe('failed');
  expect(events[0]).toMatchObject({
    error: { code: 'budget_exceeded', kind: 'denied' },
    usage: { cost_usd: 0 },
  });
  expect([main.requests, recorded]).toEqual([[], []]);
});

it('L-13 falls back to the first cheaper model that can do what is asked, and says so', async () => {
  const clock = createFakeClock();
  const make = (name: string, tools = true) =>
    createTestModel(clock, [[finished()]], { name, abilities: { tools } });
  const [dear, blind, cheap] = [make('dear'), make('cheap', false), make('cheap')];
  const tools = [{ name: 'edit', description: '', input: {} }];
  const { main, events, end, recorded } = ask({ 'budget.call': 0.005 }, [dear, blind, cheap], { tools });
  await end;
  expect(events[0]).toMatchObject({ kind: 'reserved', model: 'cheap', insteadOf: 'm' });
  expect(recorded[0]).toMatchObject({ model: 'cheap', instead_of: 'm' });
  expect([main, dear, blind, cheap].map(({ requests }) => requests.length)).toEqual([0, 0, 0, 1]);
  expect(events.at(-1)).toMatchObject({ kind: 'finished', model: 'cheap' });
});

it('L-13 says why the wanted model does not fit when none does, and does not flee from an unknown price', async () => {
  const clock = createFakeClock();
  const cheap = () => createTestModel(clock, [[finished()]], { name: 'cheap' });
  const none = ask({ 'budget.call': 0.0001 }, [cheap()]);
  await none.end;
  expect(none.events[0]).toMatchObject({ error: { code: 'budget_exceeded' } });
  expect(JSON.stringify(none.events[0])).toContain('A call of m ');
  const unknown: Model = {
    ...createTestModel(clock, [[finished()]], { name: 'nameless' }),
    provider: 'openai-compatible',
  };
  const room = makeCallRoom(clock, [unknown, cheap()], { 'budget.session': 1 });
  const { events, end } = listen(
    createModelCaller(room.setup).call(request, { signal: new AbortController().signal }),
  );
  await end;
  expect(events[0]).toMatchObject({ error: { code: 'price_unknown' } });
});

it('L-13 a run of retries stops at the limit too: each try is reserved anew', async () => {
  const clock = createFakeClock();
  const model = createTestModel(clock, [[failed('model_bad_answer')]]);
  const { setup } = makeCallRoom(clock, [model], { 'budget.session': 0.025 });
  const { events, end } = listen(
    createModelCaller(setup).call(request, { signal: new AbortController().signal }),
  );
  for (const wait of [1000, 2000, 4000]) {
    await letRun();
    clock.advance(wait);
  }
  await end;
  // Each try may have cost a cent.
  expect(kinds(events)).toBe('reserved waiting reserved waiting failed');
  expect(events.at(-1)).toMatchObject({ error: { code: 'budget_exceeded' }, usage: { output_tokens: 2000 } });
});

it('C-07 never asks a model for more than it can write', async () => {
  const clock = createFakeClock();
  const haiku: Model = {
    ...createTestModel(clock, [[finished()]]),
    provider: 'anthropic',
    name: 'claude-3-5-haiku-20241022',
  };
  const asked: number[] = [];
  const watched: Model = {
    ...haiku,
    stream: (wanted, signal) => {
      asked.push(wanted.maxOutputTokens);
      return haiku.stream(wanted, signal);
    },
  };
  const { setup } = makeCallRoom(clock, [watched]);
  const { events, end } = listen(
    createModelCaller(setup).call(
      { ...request, maxOutputTokens: 50_000 },
      { signal: new AbortController().signal },
    ),
  );
  await end;
  expect(asked).toEqual([8192]);
  // 1000 tokens at 0.80, 100 at 4 dollars for a million.
  expect(events.at(-1)).toHaveProperty('usage.cost_usd', 0.0012);
});
