import type { Clock } from '../ports/clock.ts';

/** Ids of commands, no two alike in a session, whichever process made them. */
export function createCommandIds(clock: Pick<Clock, 'now'>): () => string {
  let last = 0;
  return () => {
    last = Math.max(last + 1, clock.now().getTime());
    return `c-${last}`;
  };
}
