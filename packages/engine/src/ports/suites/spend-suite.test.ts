import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSpend } from '../fakes/fake-spend.ts';
import type { Spend } from '../spend.ts';
import { failedCases } from './failed-cases.ts';
import { spendSuite } from './spend-suite.ts';

function fakeState(): () => Spend {
  const spend = createFakeSpend();
  return () => spend;
}

it('L-13 the spend suite is passed by the fake', async () => {
  expect(await failedCases(spendSuite, fakeState)).toEqual([]);
});

const twins: readonly (readonly [string, (spend: Spend) => Spend])[] = [
  [
    'lets everything through',
    (spend) => ({ ...spend, reserve: (asked) => spend.reserve({ ...asked, limit: null }) }),
  ],
  [
    'looks first and counts later',
    (spend) => ({
      ...spend,
      reserve: async (asked) => {
        const used = await spend.used(asked.day);
        await Promise.resolve();
        const sum = used.ok ? used.value : 0;
        if (asked.limit !== null && sum + (asked.amount ?? 0) > asked.limit)
          return succeed({ fits: false, used: sum });
        return spend.reserve({ ...asked, limit: null });
      },
    }),
  ],
  ['counts nothing before it is settled', (spend) => ({ ...spend, used: async () => succeed(0) })],
  ['never settles', (spend) => ({ ...spend, settle: async () => succeed(undefined) })],
  [
    'settles at most what was reserved',
    (spend) => ({ ...spend, settle: async (id, amount) => spend.settle(id, Math.min(amount ?? 0, 100)) }),
  ],
  [
    'has one day for all',
    (spend) => ({
      ...spend,
      reserve: (asked) => spend.reserve({ ...asked, day: 'day' }),
      used: () => spend.used('day'),
    }),
  ],
  [
    'keeps what it refused',
    (spend) => ({
      ...spend,
      reserve: async (asked) => {
        const answer = await spend.reserve(asked);
        if (answer.ok && !answer.value.fits) await spend.reserve({ ...asked, limit: null });
        return answer;
      },
    }),
  ],
  [
    'refuses what is free',
    (spend) => ({
      ...spend,
      reserve: async (asked) => spend.reserve(asked.amount === 0 ? { ...asked, amount: 1 } : asked),
    }),
  ],
];

it.each(twins)('L-13 the spend suite rejects an adapter that %s', async (_title, breakIt) => {
  const failed = await failedCases(spendSuite, () => {
    const open = fakeState();
    return () => breakIt(open());
  });
  expect(failed).not.toEqual([]);
});
