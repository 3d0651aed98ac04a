import { expect, it } from 'vitest';

import { createPurse, type BudgetEntry } from './purse.ts';

function reserved(id: string, dollars: number | null, run?: string): BudgetEntry {
  const place = run === undefined ? {} : { run_id: run };
  return { event_type: 'budget_reserved', reservation_id: id, model: 'm', amount_usd: dollars, ...place };
}

function settled(id: string, dollars: number | null): BudgetEntry {
  const usage = { input_tokens: 1, output_tokens: 1, cost_usd: dollars };
  return { event_type: 'budget_settled', reservation_id: id, usage };
}

const folds: readonly (readonly [string, readonly BudgetEntry[], number])[] = [
  ['an open reservation in full', [reserved('a', 2)], 2],
  ['a settled one as it was', [reserved('a', 2), settled('a', 0.5)], 0.5],
  ['one that cost more than was reserved as it was', [reserved('a', 2), settled('a', 3)], 3],
  ['one whose cost nobody knows in full', [reserved('a', 2), settled('a', null)], 2],
  ['one whose price nobody knew as nothing', [reserved('a', null), settled('a', null)], 0],
  [
    'the same reservation once, and not again after it was settled',
    [reserved('a', 2), settled('a', 1), reserved('a', 2)],
    1,
  ],
  ['the last settlement', [reserved('a', 2), settled('a', 2), settled('a', 1)], 1],
  ['a settlement without its reservation', [settled('a', 1), reserved('b', 2)], 3],
];

it.each(folds)('L-13 the purse counts %s', (_title, entries, dollars) => {
  const purse = createPurse();
  for (const entry of entries) purse.apply(entry);
  expect(purse.used()).toBe(dollars * 1e9);
});

it('L-13 the purse counts each run by itself, with what was settled in it', () => {
  const purse = createPurse();
  for (const entry of [reserved('a', 2, 'r'), reserved('b', 4, 's'), settled('a', 1), reserved('c', 8)])
    purse.apply(entry);
  expect(purse.usedIn({ run: 'r' })).toEqual({ turn: 0, run: 1e9 });
  expect(purse.usedIn({ run: 's' })).toEqual({ turn: 0, run: 4e9 });
  expect(purse.usedIn({ run: 'unknown', turn: 't0001' })).toEqual({ turn: 0, run: 0 });
});
