import { fail, rookError, succeed } from '@rook/contract';
import type { Spend } from '@rook/engine';

import { createLocalSpend } from '../../src/index.ts';
import { ownWords, pause, say, sayReady } from './program-room.ts';

/**
 * Reserves again and again on one day and says each reservation that fits. `settle` settles every other one at
 * once, `hold` waits with all of them until it is killed, `twosteps` is the broken twin that looks first and
 * reserves then.
 */
const [home = ''] = process.argv.slice(2);
const [mode = '', amount = '0', limit = '0', count = '0'] = ownWords;
const spend = mode === 'twosteps' ? inTwoSteps(createLocalSpend(home)) : createLocalSpend(home);

sayReady();
for (let number = 0; number < Number(count); number += 1) {
  const id = `${process.pid}-${number}`;
  const wanted = { id, day: '2026-03-01', amount: Number(amount), limit: Number(limit) };
  const answer = await spend.reserve(wanted);
  if (!answer.ok) say(`unexpected: ${answer.error.message}`);
  else if (answer.value.fits) say(id);
  if (!answer.ok || !answer.value.fits || mode !== 'settle' || number % 2 === 0) continue;
  const settled = await spend.settle(id, Number(amount) - 1);
  say(settled.ok ? `settled ${id}` : `unexpected: ${settled.error.message}`);
}
if (mode === 'hold') for (;;) await pause(1000);

function inTwoSteps(day: Spend): Spend {
  return {
    ...day,
    reserve: async (wanted) => {
      const used = await day.used(wanted.day);
      if (!used.ok) return fail(rookError('internal', used.error.message));
      await pause(5);
      if (used.value + (wanted.amount ?? 0) > (wanted.limit ?? 0))
        return succeed({ fits: false, used: used.value });
      return day.reserve({ ...wanted, limit: null });
    },
  };
}
