import type { Spend } from '../spend.ts';
import type { SuiteCase } from './failed-cases.ts';

const DAY = '2026-03-01';

/** What every adapter of `Spend` promises. */
export const spendSuite: readonly SuiteCase<Spend>[] = [
  {
    title: 'a day without calls has cost nothing',
    check: async (open) => expectUsed(open(), DAY, 0),
  },
  {
    title: 'what fits is counted, up to the limit and no further, also for another process',
    check: async (open) => {
      const first = await reserve(open(), { id: 'a', amount: 600, limit: 1000 });
      const second = await reserve(open(), { id: 'b', amount: 401, limit: 1000 });
      const third = await reserve(open(), { id: 'c', amount: 400, limit: 1000 });
      const seen = [first, second, third].join(' ');
      return seen === 'fits:0 over:600 fits:600' ? expectUsed(open(), DAY, 1000) : `got ${seen}`;
    },
  },
  {
    title: 'of many at the same time only as many are let through as fit together',
    check: async (open) => {
      const asked = Array.from({ length: 20 }, async (_unused, index) =>
        reserve(open(), { id: `r${index}`, amount: 100, limit: 750 }),
      );
      const fitting = (await Promise.all(asked)).filter((answer) => answer.startsWith('fits')).length;
      return fitting === 7 ? expectUsed(open(), DAY, 700) : `${fitting} were let through`;
    },
  },
  {
    title: 'without a limit everything fits and is counted',
    check: async (open) => {
      await reserve(open(), { id: 'a', amount: 5_000_000_000_000, limit: null });
      const later = await reserve(open(), { id: 'b', amount: 1, limit: 1000 });
      return later === 'over:5000000000000' ? null : `got ${later}`;
    },
  },
  {
    title: 'a reservation counts in full until it is settled, then what it really was',
    check: async (open) => {
      await reserve(open(), { id: 'a', amount: 900, limit: 1000 });
      const before = await expectUsed(open(), DAY, 900);
      const settled = await open().settle('a', 12);
      if (before !== null || !settled.ok) return before ?? 'it could not be settled';
      return expectUsed(open(), DAY, 12);
    },
  },
  {
    title: 'the last settlement counts, and it may be more than was reserved',
    check: async (open) => {
      await reserve(open(), { id: 'a', amount: 100, limit: null });
      await open().settle('a', 100);
      await open().settle('a', 170);
      return expectUsed(open(), DAY, 170);
    },
  },
  {
    title: 'days are counted apart, and a settlement belongs to the day of its reservation',
    check: async (open) => {
      await reserve(open(), { id: 'a', amount: 100, limit: null });
      await reserve(open(), { id: 'b', amount: 7, limit: null, day: '2026-03-02' });
      await open().settle('a', 50);
      return (await expectUsed(open(), DAY, 50)) ?? expectUsed(open(), '2026-03-02', 7);
    },
  },
  {
    title: 'zero fits below a limit that is used up, and an unknown amount counts in no sum',
    check: async (open) => {
      await reserve(open(), { id: 'a', amount: 100, limit: 100 });
      const free = await reserve(open(), { id: 'b', amount: 0, limit: 50 });
      const unknown = await reserve(open(), { id: 'c', amount: null, limit: null });
      await open().settle('c', null);
      const seen = `${free} ${unknown}`;
      return seen === 'fits:100 fits:100' ? expectUsed(open(), DAY, 100) : `got ${seen}`;
    },
  },
  {
    title: 'an id is reserved once, and one that was refused can still be used',
    check: async (open) => {
      await reserve(open(), { id: 'a', amount: 900, limit: 100 });
      const first = await reserve(open(), { id: 'a', amount: 60, limit: 100 });
      const second = await reserve(open(), { id: 'a', amount: 10, limit: 100 });
      const seen = `${first} ${second}`;
      return seen === 'fits:0 invalid_value' ? expectUsed(open(), DAY, 60) : `got ${seen}`;
    },
  },
  {
    title: 'what was never reserved cannot be settled',
    check: async (open) => {
      const settled = await open().settle('a', 5);
      return settled.ok ? 'it was settled' : expectUsed(open(), DAY, 0);
    },
  },
  {
    title: 'what is no amount is refused, and what was reserved still counts in full',
    check: async (open) => {
      const odd = [Number.NaN, Infinity, -1, 0.5];
      const seen: string[] = [];
      for (const amount of odd) seen.push(await reserve(open(), { id: 'a', amount, limit: null }));
      await reserve(open(), { id: 'b', amount: 70, limit: 100 });
      for (const amount of odd) {
        const settled = await open().settle('b', amount);
        seen.push(settled.ok ? 'settled' : settled.error.code);
      }
      const wrong = seen.find((answer) => answer !== 'invalid_value');
      return wrong === undefined ? expectUsed(open(), DAY, 70) : `got ${wrong}`;
    },
  },
  {
    title: 'a day that cost more than can be counted is over every limit, and nothing else',
    check: async (open) => {
      for (let index = 0; index < 12; index += 1) {
        await reserve(open(), { id: `r${index}`, amount: Number.MAX_SAFE_INTEGER, limit: null });
      }
      const later = await reserve(open(), { id: 'a', amount: 1, limit: 1e15 });
      const free = await reserve(open(), { id: 'b', amount: 1, limit: null });
      return later.startsWith('over:') && free.startsWith('fits:') ? null : `got ${later} ${free}`;
    },
  },
];

interface Asked {
  readonly id: string;
  readonly amount: number | null;
  readonly limit: number | null;
  readonly day?: string;
}

async function reserve(spend: Spend, asked: Asked): Promise<string> {
  const answer = await spend.reserve({ day: DAY, ...asked });
  if (!answer.ok) return answer.error.code;
  return `${answer.value.fits ? 'fits' : 'over'}:${answer.value.used}`;
}

async function expectUsed(spend: Spend, day: string, wanted: number): Promise<string | null> {
  const used = await spend.used(day);
  return used.ok && used.value === wanted ? null : `the day counts ${JSON.stringify(used)}, not ${wanted}`;
}
