import { fail, rookError, succeed } from '@rook/contract';

import type { Spend } from '../spend.ts';

/** The day's purse in memory. */
export function createFakeSpend(): Spend {
  const rows = new Map<string, { readonly day: string; amount: number | null }>();
  const sum = (day: string) =>
    [...rows.values()].reduce((total, row) => total + (row.day === day ? (row.amount ?? 0) : 0), 0);

  return {
    reserve: async ({ id, day, amount, limit }) => {
      if (!isAmount(amount)) return fail(rookError('invalid_value', `${amount} is no amount of money.`));
      if (rows.has(id)) return fail(rookError('invalid_value', `The reservation ${id} was made before.`));
      const used = sum(day);
      const fits = limit === null || amount === null || amount === 0 || used + amount <= limit;
      if (fits) rows.set(id, { day, amount });
      return succeed({ fits, used });
    },
    settle: async (id, amount) => {
      if (!isAmount(amount)) return fail(rookError('invalid_value', `${amount} is no amount of money.`));
      const row = rows.get(id);
      if (row === undefined) return fail(rookError('invalid_value', `There is no reservation ${id}.`));
      row.amount = amount;
      return succeed(undefined);
    },
    used: async (day) => succeed(sum(day)),
  };
}

function isAmount(amount: number | null): boolean {
  return amount === null || (Number.isSafeInteger(amount) && amount >= 0);
}
