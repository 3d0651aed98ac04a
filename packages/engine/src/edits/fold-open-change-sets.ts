import type { ChangeSetId, Entry, EntryOf } from '@rook/contract';

import { givesRight } from '../journal/gives-right.ts';

/** A change set that was begun, and of which nobody wrote down how it ended. */
export type OpenChangeSet = EntryOf<'change_set_started'>;

/** Adds what an entry says to the change sets that are open. One that was imported is nobody's to finish. */
export function foldOpenChangeSets(open: Map<ChangeSetId, OpenChangeSet>, entry: Entry): void {
  if (!givesRight(entry)) return;
  if (entry.event_type === 'change_set_started') open.set(entry.change_set_id, entry);
  else if (entry.event_type === 'change_set_applied' || entry.event_type === 'change_set_refused')
    open.delete(entry.change_set_id);
}
