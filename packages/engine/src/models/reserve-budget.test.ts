import {
  fail,
  rookError,
  sessionIdSchema,
  succeed,
  turnIdSchema,
  type EntryDraft,
  type Result,
  type Usage,
} from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeSpend } from '../ports/fakes/fake-spend.ts';
import type { SpendReservation } from '../ports/spend.ts';
import type { BudgetLimits } from './budget-limits.ts';
import { toDollars, toNanodollars } from './money.ts';
import { createPurse, type BudgetEntry } from './purse.ts';
import { createBudget, type Budget, type BudgetSetup, type CallToReserve } from './reserve-budget.ts';

const NO_LIMITS: BudgetLimits = {
  'budget.call': null,
  'budget.turn': null,
  'budget.session': null,
  'budget.run': null,
  'budget.day': null,
};
const TURN = turnIdSchema.parse('t0001');

function isBudgetEntry(entry: EntryDraft): entry is BudgetEntry {
  return entry.event_type === 'budget_reserved' || entry.event_type === 'budget_settled';
}

function makeRoom(limits: Partial<BudgetLimits>, overrides: Partial<BudgetSetup> = {}) {
  const recorded: BudgetEntry[] = [];
  const spend = createFakeSpend();
  const warnings: string[] = [];
  const setup: BudgetSetup = {
    limits: () => ({ ...NO_LIMITS, ...limits }),
    clock: createFakeClock(new Date(2026, 2, 1, 12)),
    spend,
    record: async (drafts) => {
      recorded.push(...drafts.filter((draft) => isBudgetEntry(draft)));
      return succeed(undefined);
    },
    binary: 'rook',
    log: { write: (_level, message) => warnings.push(message) },
    ...overrides,
  };
  return { budget: createBudget(setup), setup, recorded, spend, warnings };
}

function call(dollars: number | null, place: CallToReserve['place'] = {}): CallToReserve {
  const amount = dollars === null ? null : toNanodollars(dollars);
  return { model: 'claude-opus-4-6', amount, inputTokens: 100, outputTokens: 1000, place };
}

function usage(dollars: number | null): Usage {
  return { input_tokens: 10, output_tokens: 20, cost_usd: dollars };
}

async function outcome(reserved: Promise<Result<unknown>>): Promise<string> {
  const result = await reserved;
  return result.ok ? 'reserved' : `${result.error.code}: ${result.error.message}`;
}

const scopes = [
  ['budget.call', 'one model call', {}],
  ['budget.turn', 'one turn', { turn: TURN }],
  ['budget.session', 'one session with its sub-tasks', {}],
  ['budget.run', 'one pipeline run', { run: 'run-1' }],
  ['budget.day', 'one day', {}],
] as const;

it.each(scopes)(
  'L-13 refuses above %s before anything is sent: which limit, what is left, how to raise it',
  async (name, what, place) => {
    const { budget, recorded, spend } = makeRoom({ [name]: 0.5 });
    const isCall = name === 'budget.call';
    if (!isCall) await budget.reserve(call(0.3, place));
    const [left, enough] = isCall ? ['$0.50', '0.51'] : ['$0.20', '0.81'];
    const refused = await outcome(budget.reserve(call(0.51, place)));
    expect(refused).toContain(
      `budget_exceeded: A call of claude-opus-4-6 may cost up to $0.51, and of the $0.50 that ${what} may cost (${name}) ${left} is left; nothing was sent.`,
    );
    expect(refused).toContain(`\`rook settings set ${name} ${enough}\``);
    expect(recorded).toHaveLength(isCall ? 0 : 1);
    expect(await spend.used('2026-03-01')).toEqual(succeed(isCall ? 0 : toNanodollars(0.3)));
    // What was refused is not counted: exactly the rest still fits.
    expect(await outcome(budget.reserve(call(isCall ? 0.5 : 0.2, place)))).toBe('reserved');
  },
);

it('L-13 counts turns and runs apart, and a call outside of them for neither', async () => {
  const { budget } = makeRoom({ 'budget.turn': 1, 'budget.run': 1 });
  const other = turnIdSchema.parse('t0002');
  for (const place of [{ turn: TURN }, { turn: other }, { run: 'a' }, { run: 'b' }, {}, {}]) {
    expect(await outcome(budget.reserve(call(1, place)))).toBe('reserved');
  }
  expect(await outcome(budget.reserve(call(0.01, { turn: other, run: 'c' })))).toContain('(budget.turn)');
  expect(await outcome(budget.reserve(call(0.01, { run: 'b' })))).toContain('(budget.run)');
});

it('L-13 refuses an unknown price where a limit counts, says how to set it, and lets it pass where none does', async () => {
  const { budget } = makeRoom({ 'budget.day': 5 });
  const refused = await outcome(budget.reserve(call(null)));
  expect(refused).toContain(
    'price_unknown: What claude-opus-4-6 costs is not known, so the limit budget.day of $5.00 cannot be kept; nothing was sent.',
  );
  expect(refused).toContain(
    `\`rook settings set model.prices '{"claude-opus-4-6":{"input":0,"output":0}}'\``,
  );
  const free = makeRoom({ 'budget.run': 10, 'budget.turn': 1 });
  const reserved = await free.budget.reserve(call(null));
  expect(reserved.ok).toBe(true);
  if (reserved.ok) await reserved.value.settle(usage(null));
  expect(free.recorded).toMatchObject([{ amount_usd: null }, { usage: { cost_usd: null } }]);
  expect(await outcome(free.budget.reserve(call(null, { run: 'a' })))).toMatch(/^price_unknown.*budget\.run/);
  expect(await outcome(free.budget.reserve(call(null, { turn: TURN })))).toMatch(
    /^price_unknown.*budget\.turn/,
  );
});

it('L-13 lets through what is free, also when the purse is empty', async () => {
  const { budget } = makeRoom({ 'budget.session': 0, 'budget.day': 0, 'budget.call': 0 });
  expect(await outcome(budget.reserve(call(0)))).toBe('reserved');
  expect(await outcome(budget.reserve(call(0.000_000_001)))).toMatch(/^budget_exceeded/);
});

it('C-22 L-13 settles with what was used, in the journal and on the day; an unknown cost stays in full', async () => {
  const { budget, recorded, spend } = makeRoom({ 'budget.session': 1 });
  const first = await budget.reserve(
    call(0.9, { turn: TURN, run: 'r', child: sessionIdSchema.parse('rook-20260301-0a1b2c3d') }),
  );
  if (first.ok) await first.value.settle(usage(0.1));
  const second = await budget.reserve(call(0.9));
  if (second.ok) await second.value.settle({ ...usage(null), estimated: true });
  expect(await outcome(budget.reserve(call(0.001)))).toContain('$0.00 is left');
  expect(await spend.used('2026-03-01')).toEqual(succeed(toNanodollars(1)));
  expect(recorded).toMatchObject([
    {
      event_type: 'budget_reserved',
      amount_usd: 0.9,
      turn_id: 't0001',
      run_id: 'r',
      child_session_id: 'rook-20260301-0a1b2c3d',
      input_tokens: 100,
      output_tokens: 1000,
    },
    { event_type: 'budget_settled', usage: { cost_usd: 0.1 } },
    { event_type: 'budget_reserved', amount_usd: 0.9 },
    { event_type: 'budget_settled', usage: { cost_usd: null }, estimated: true },
  ]);
  expect(recorded[1]).not.toHaveProperty('estimated');
});

it('L-13 survives a restart: what is open counts in full, whatever its process became', async () => {
  const before = makeRoom({ 'budget.session': 1, 'budget.turn': 0.8 });
  const settled = await before.budget.reserve(call(0.5, { turn: TURN }));
  if (settled.ok) await settled.value.settle(usage(0.2));
  await before.budget.reserve(call(0.3, { turn: TURN }));
  const after = makeRoom(
    { 'budget.session': 1, 'budget.turn': 0.8 },
    { earlier: [...before.recorded, ...before.recorded] },
  );
  expect(await outcome(after.budget.reserve(call(0.4, { turn: TURN })))).toContain(
    '(budget.turn) $0.30 is left',
  );
  expect(await outcome(after.budget.reserve(call(0.6)))).toContain('(budget.session) $0.50 is left');
  expect(await outcome(after.budget.reserve(call(0.5)))).toBe('reserved');
});

it('L-13 sends nothing when the reservation cannot be written down, and gives the money back', async () => {
  let isBroken = true;
  const tried: EntryDraft[] = [];
  const record = async (drafts: readonly EntryDraft[]) => {
    tried.push(...drafts);
    return isBroken ? fail(rookError('journal_unavailable', 'The disk is full.')) : succeed(undefined);
  };
  const { budget, spend } = makeRoom({ 'budget.session': 1, 'budget.day': 1 }, { record });
  expect(await outcome(budget.reserve(call(1)))).toMatch(/^journal_unavailable/);
  // The journal may write the reservation later; its settlement follows.
  expect(tried).toMatchObject([
    { event_type: 'budget_reserved' },
    { event_type: 'budget_settled', usage: { cost_usd: 0 } },
  ]);
  expect(await spend.used('2026-03-01')).toEqual(succeed(0));
  isBroken = false;
  expect(await outcome(budget.reserve(call(1)))).toBe('reserved');
});

it('L-13 refuses when the purse of the day cannot be read and the day has a limit; without one it is noted', async () => {
  const broken = fail(rookError('spend_damaged', 'It is damaged.'));
  const spend = { reserve: async () => broken, settle: async () => broken, used: async () => broken };
  const limited = makeRoom({ 'budget.day': 5, 'budget.session': 1 }, { spend });
  expect(await outcome(limited.budget.reserve(call(1)))).toBe('spend_damaged: It is damaged.');
  expect(limited.recorded).toEqual([]);
  const free = makeRoom({ 'budget.session': 1 }, { spend });
  const reserved = await free.budget.reserve(call(1));
  expect(reserved.ok).toBe(true);
  if (reserved.ok) await reserved.value.settle(usage(0.5));
  expect(free.warnings).toEqual(["The day's purse counts nothing: It is damaged."]);
  expect(free.recorded).toHaveLength(2);
});

it('L-13 waits once for a purse of the day that others hold and says it once; where it has a limit it is asked each time', async () => {
  const clock = createFakeClock(new Date(2026, 2, 1, 12));
  let asked = 0;
  const spend: BudgetSetup['spend'] = {
    ...createFakeSpend(),
    reserve: async () => ((asked += 1), fail(rookError('busy', 'Others hold it.'))),
  };
  const free = makeRoom({}, { spend, clock });
  for (let tries = 0; tries < 4; tries += 1) {
    expect(await outcome(free.budget.reserve(call(1)))).toBe('reserved');
  }
  expect(asked).toBe(1);
  expect(free.warnings).toEqual(["The day's purse counts nothing: Others hold it."]);
  clock.advance(60_000);
  await free.budget.reserve(call(1));
  expect(asked).toBe(2);
  const bound = makeRoom({ 'budget.day': 5 }, { spend, clock });
  expect(await outcome(bound.budget.reserve(call(1)))).toContain('busy');
  expect(await outcome(bound.budget.reserve(call(1)))).toContain('busy');
  expect(asked).toBe(4);
});

it("L-13 counts a call on the user's own day, the one on which it began", async () => {
  // There it is still the last day of the year when it is the next one in Greenwich.
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  const clock = createFakeClock(new Date(2026, 11, 31, 23, 59, 59));
  const spend = createFakeSpend();
  const asked: SpendReservation[] = [];
  const watched: BudgetSetup['spend'] = {
    ...spend,
    reserve: async (wanted) => (asked.push(wanted), spend.reserve(wanted)),
  };
  const { budget } = makeRoom({ 'budget.day': 1 }, { clock, spend: watched });
  const first = await budget.reserve(call(1));
  clock.advance(2000);
  if (first.ok) await first.value.settle(usage(0.7));
  expect(await outcome(budget.reserve(call(1)))).toBe('reserved');
  expect(asked.map(({ day }) => day)).toEqual(['2026-12-31', '2027-01-01']);
  expect(await spend.used('2026-12-31')).toEqual(succeed(toNanodollars(0.7)));
});

/** The broken twin: it looks, waits, and reserves then. */
function inTwoSteps(setup: BudgetSetup): Budget {
  const inner = createBudget({ ...setup, limits: () => NO_LIMITS });
  const purse = createPurse();
  return {
    reserve: async (wanted) => {
      const limit = setup.limits()['budget.session'] ?? setup.limits()['budget.day'] ?? Infinity;
      if (purse.used() + (wanted.amount ?? 0) > toNanodollars(limit))
        return fail(rookError('budget_exceeded', 'No.'));
      const reserved = await inner.reserve(wanted);
      if (reserved.ok) {
        purse.apply({
          event_type: 'budget_reserved',
          reservation_id: reserved.value.id,
          model: 'm',
          amount_usd: toDollars(wanted.amount ?? 0),
        });
      }
      return reserved;
    },
  };
}

type Interleaving = readonly [fc.Scheduler, readonly (readonly [reserved: number, used: number])[]];
const interleavings = (check: (...args: [...Interleaving]) => Promise<boolean>) =>
  fc.asyncProperty(
    fc.scheduler(),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 60 })), {
      minLength: 2,
      maxLength: 8,
    }),
    check,
  );

/** Many calls at the same time, of parents and children; whether what was let through was ever more than 1 dollar. */
function staysBelow(create: (setup: BudgetSetup) => Budget, limit: 'budget.session' | 'budget.day') {
  return async (scheduler: fc.Scheduler, calls: Interleaving[1]): Promise<boolean> => {
    const { setup, spend, recorded } = makeRoom({ [limit]: 1 });
    const held = new Map<number, number>();
    let isBelow = true;
    const hold = (index: number, cents: number) => {
      held.set(index, cents);
      isBelow &&= [...held.values()].reduce((sum, amount) => sum + amount, 0) <= 100;
    };
    const slow: BudgetSetup = {
      ...setup,
      spend: {
        reserve: scheduler.scheduleFunction(async (wanted: SpendReservation) => spend.reserve(wanted)),
        settle: scheduler.scheduleFunction(async (id: string, amount: number | null) =>
          spend.settle(id, amount),
        ),
        used: async (day) => spend.used(day),
      },
      record: scheduler.scheduleFunction(setup.record ?? (async () => succeed(undefined))),
    };
    // Two sessions share the day; one session has all the calls.
    const budgets = limit === 'budget.day' ? [create(slow), create(slow)] : [create(slow)];
    const spendOne = async ([cents, most]: Interleaving[1][number], index: number): Promise<void> => {
      const reserved = await budgets[index % budgets.length]?.reserve(call(cents / 100));
      if (reserved?.ok !== true) return;
      hold(index, cents);
      const used = Math.min(most, cents);
      await scheduler.schedule(Promise.resolve());
      const settling = reserved.value.settle(usage(used / 100));
      hold(index, used);
      await settling;
    };
    const all = Promise.all(calls.map(spendOne));
    await scheduler.waitFor(all);
    const replayed = createPurse();
    for (const entry of recorded) replayed.apply(entry);
    const total = [...held.values()].reduce((sum, amount) => sum + amount, 0);
    return isBelow && Math.round(toDollars(replayed.used()) * 100) === total;
  };
}

it.each(['budget.session', 'budget.day'] as const)(
  'L-13 calls at the same time never spend more than %s together, in whatever order things happen',
  async (limit) => {
    const found = await fc.check(interleavings(staysBelow(createBudget, limit)), { numRuns: 200 });
    expect(found.counterexample).toBeNull();
  },
);

it.each(['budget.session', 'budget.day'] as const)(
  'L-13 the interleavings reject a purse that looks and reserves in two steps: %s',
  async (limit) => {
    const found = await fc.check(interleavings(staysBelow(inTwoSteps, limit)), { numRuns: 200 });
    expect(found.failed).toBe(true);
  },
);
