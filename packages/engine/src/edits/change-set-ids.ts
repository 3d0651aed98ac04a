import { changeSetIdSchema, type ChangeSetId } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';

interface Last {
  milliseconds: number;
  count: number;
}

/** By clock, because all sessions of a process share one. */
const lasts = new WeakMap<object, Last>();

/**
 * `cs-<milliseconds>`, each once in this process: where the clock stands or goes back, a number follows. Two processes are kept
 * apart by the lock under which an id is made, which nobody gives back within the same millisecond.
 */
export function createChangeSetIds(clock: Pick<Clock, 'now'>): () => ChangeSetId {
  const last = lasts.get(clock) ?? { milliseconds: 0, count: 0 };
  lasts.set(clock, last);
  return () => {
    const now = clock.now().getTime();
    last.count = now > last.milliseconds ? 0 : last.count + 1;
    last.milliseconds = Math.max(last.milliseconds, now);
    const id = `cs-${last.milliseconds}`;
    return changeSetIdSchema.parse(last.count === 0 ? id : `${id}-${last.count}`);
  };
}
