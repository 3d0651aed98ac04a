import { fail, rookError } from '@rook/contract';

import type { Store } from '../store.ts';

/** One at a time, in the order of the calls. Who may not wait hears at once that another one is at work. */
export function createFakeTurns(): Store['changing'] {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work, wait) => {
    if (waiting > 0 && (wait?.milliseconds === 0 || wait?.signal?.aborted === true))
      return fail(rookError('busy', 'Another change set is being written; try again when it is done.'));
    waiting += 1;
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      waiting -= 1;
    }
  };
}
