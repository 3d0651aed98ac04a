import type { EntryOf, MessageId, ReadEntry } from '@rook/contract';

import { givesRight } from '../journal/gives-right.ts';

/** Messages that were admitted for a turn of their own and never got it, in order. */
export interface WaitingFold {
  readonly add: (read: ReadEntry) => void;
  readonly list: () => readonly EntryOf<'message_admitted'>[];
}

/** What came with an import waits for nothing, and what steers a turn belongs to that. */
export function createWaitingFold(): WaitingFold {
  const waiting = new Map<MessageId, EntryOf<'message_admitted'>>();
  const seen = new Set<MessageId>();
  return {
    add: (read) => {
      if (read.kind !== 'known') return;
      const { entry } = read;
      if (entry.event_type === 'turn_started') waiting.delete(entry.message_id);
      if (entry.event_type !== 'message_admitted' || seen.has(entry.message_id)) return;
      seen.add(entry.message_id);
      if (givesRight(entry) && entry.steers === undefined) waiting.set(entry.message_id, entry);
    },
    list: () => [...waiting.values()],
  };
}
