import { setTimeout as wait } from 'node:timers/promises';

import type { Clock } from '@rook/engine';

/** The clocks of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
