import { changeSetIdSchema, type ChangeSetId } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';

/** `cs-<milliseconds>`, each once: a clock that stands or goes back gets a number behind it. */
export function createChangeSetIds(clock: Pick<Clock, 'now'>): () => ChangeSetId {
  let last = 0;
  let count = 0;
  return () => {
    const now = clock.now().getTime();
    count = now > last ? 0 : count + 1;
    last = Math.max(last, now);
    return changeSetIdSchema.parse(count === 0 ? `cs-${last}` : `cs-${last}-${count}`);
  };
}
