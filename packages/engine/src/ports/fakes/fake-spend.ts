import { fail, rookError, succeed } from '@rook/contract';

import type { Spend } from '../spend.ts';

/** The day's purse in memory. */
export function createFakeSpend(): Spend {
  const rows = new Map<string, { readonly day: string; amount: number | null }>();
  const sum = (day: string) =>
    [...rows.values()].reduce((total, row) => total + (row.day === day ? (row.amount ?? 0) : 0), 0);

  return {
    reserve: async ({ id, day, amount, limit }) => {
      if (rows.has(id)) return fail(rookError('invalid_value', `The reservation ${id} was made before.`));
      const used = sum(day);
      const fits = limit === null || amount === null || amount === 0 || used + amount <= limit;
      if (fits) rows.set(id, { day, amount });
      return succeed({ fits, used });
    },
    settle: async (id, amount) => {
      const row = rows.get(id);
      if (row === undefined) return fail(rookError('invalid_value', `There is no reservation ${id}.`));
      row.amount = amount;
      return succeed(undefined);
    },
    used: async (day) => succeed(sum(day)),
  };
}
