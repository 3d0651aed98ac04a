import { fail, rookError, succeed, type SessionId } from '@rook/contract';

import type { Store } from '../store.ts';

/** One at a time, in the order of the calls. Who may not wait hears at once that another one is at work. */
export function createFakeTurns(): Pick<Store, 'changing' | 'leftChanging'> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const noted = new Set<SessionId>();
  return {
    leftChanging: async () => succeed([...noted]),
    changing: async (work, wait) => {
      if (waiting > 0 && (wait?.milliseconds === 0 || wait?.signal?.aborted === true))
        return fail(rookError('busy', 'Another change set is being written; try again when it is done.'));
      waiting += 1;
      const session = wait?.session;
      const mine = last.then(async () => {
        let isLeft = session !== undefined && noted.has(session);
        if (session !== undefined) noted.add(session);
        const done = await work({
          noted: async () => succeed(undefined),
          leaveOpen: () => {
            isLeft = true;
          },
          settle: () => {
            isLeft = false;
          },
        });
        if (session !== undefined && !isLeft) noted.delete(session);
        return done;
      });
      last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        waiting -= 1;
      }
    },
  };
}
