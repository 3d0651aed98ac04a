import { turnIdSchema, type EntryDraft, type Usage } from '@rook/contract';
import { expect, it } from 'vitest';

import { readJournal } from '../src/journal/read-journal.ts';
import { createTestJournal, must, type TestJournal } from '../src/journal/test-journal.ts';
import type { BudgetLimits } from '../src/models/budget-limits.ts';
import type { BudgetEntry } from '../src/models/purse.ts';
import { createBudget, type Budget } from '../src/models/reserve-budget.ts';
import { createFakeSpend } from '../src/ports/fakes/fake-spend.ts';

const turn = turnIdSchema.parse('t0001');
const LIMITS: BudgetLimits = {
  'budget.call': null,
  'budget.turn': null,
  'budget.session': 1,
  'budget.run': null,
  'budget.day': null,
};

/** What a session's journal holds about money, as its next holder reads it. */
async function earlierEntries({ store, session }: TestJournal): Promise<readonly BudgetEntry[]> {
  const found: BudgetEntry[] = [];
  for await (const batch of readJournal(store, session)) {
    for (const { read } of must(batch)) {
      if (read.kind !== 'known') continue;
      const { entry } = read;
      if (entry.event_type === 'budget_reserved' || entry.event_type === 'budget_settled') found.push(entry);
    }
  }
  return found;
}

async function openBudget(room: TestJournal): Promise<{ budget: Budget; close: () => Promise<unknown> }> {
  const earlier = await earlierEntries(room);
  const journal = await room.open();
  const record = (drafts: readonly EntryDraft[]) => journal.append(drafts, { durable: true });
  const { clock } = room;
  const spend = createFakeSpend();
  const budget = createBudget({ limits: () => LIMITS, clock, spend, record, earlier, binary: 'rook' });
  return { budget, close: () => journal.close() };
}

function dollars(amount: number) {
  const place = { turn };
  return { model: 'm', amount: amount * 1e9, inputTokens: 10, outputTokens: 20, place };
}

function usage(cost: number): Usage {
  return { input_tokens: 1, output_tokens: 2, cache_read_tokens: 3, cost_usd: cost };
}

it('L-13 the purse is what the journal says: it survives a restart, and what was open counts in full', async () => {
  const room = createTestJournal();
  const first = await openBudget(room);
  await must(await first.budget.reserve(dollars(0.5))).settle(usage(0.125));
  await first.budget.reserve(dollars(0.75));
  // The process ends here; nobody settled the second one.
  await first.close();

  const second = await openBudget(room);
  const refused = await second.budget.reserve(dollars(0.25));
  expect(refused.ok ? '' : refused.error.message).toContain('(budget.session) $0.1250 is left');
  expect((await second.budget.reserve(dollars(0.125))).ok).toBe(true);
  await second.close();
  const amounts = (await earlierEntries(room)).map((entry) =>
    entry.event_type === 'budget_reserved' ? entry.amount_usd : entry.usage.cost_usd,
  );
  expect(amounts).toEqual([0.5, 0.125, 0.75, 0.125]);
});

it('L-13 a journal that cannot be written refuses the call, and what it writes later is settled at nothing', async () => {
  const room = createTestJournal();
  const { budget, close } = await openBudget(room);
  room.fault.bytes = 5;
  expect(await budget.reserve(dollars(0.5))).toMatchObject({ ok: false });
  delete room.fault.bytes;
  expect((await budget.reserve(dollars(1))).ok).toBe(true);
  await close();
  const again = await openBudget(room);
  const refused = await again.budget.reserve(dollars(0.01));
  // One dollar is open; the half dollar that was never sent does not count.
  expect(refused.ok ? '' : refused.error.message).toContain('(budget.session) $0.00 is left');
  expect((await earlierEntries(room)).map(({ event_type: type }) => type)).toEqual([
    'budget_reserved',
    'budget_settled',
    'budget_reserved',
  ]);
});
