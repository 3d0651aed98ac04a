import { fail, rookError, succeed, type ChangeSetId, type Result, type SessionId } from '@rook/contract';

import { foldOpenChangeSets, type OpenChangeSet } from '../edits/fold-open-change-sets.ts';
import { readJournal } from '../journal/read-journal.ts';
import type { Store } from '../ports/store.ts';

/** A change set that is being written now, or that somebody has to settle. */
export interface LeftOpen {
  readonly session: SessionId;
  readonly id: ChangeSetId;
  readonly paths: readonly string[];
}

/** The change sets that are open, of the sessions that left something. What cannot be read names none. */
export async function findLeftOpen(
  store: Pick<Store, 'leftChanging' | 'read'>,
): Promise<Result<readonly LeftOpen[]>> {
  const left = await store.leftChanging();
  if (!left.ok) return left;
  const found: LeftOpen[] = [];
  for (const session of left.value) {
    const open = new Map<ChangeSetId, OpenChangeSet>();
    for await (const batch of readJournal(store, session)) {
      if (!batch.ok) break;
      for (const { read } of batch.value) if (read.kind === 'known') foldOpenChangeSets(open, read.entry);
    }
    for (const { change_set_id: id, files } of open.values())
      found.push({ session, id, paths: files.map(({ path }) => path) });
  }
  return succeed(found);
}

/** A rehearsal would compare with half of a change set: then it says so instead. */
export async function refuseUnsettled(store: Pick<Store, 'leftChanging' | 'read'>): Promise<Result<void>> {
  const left = await store.leftChanging();
  if (!left.ok || left.value.length === 0) return succeed(undefined);
  const open = await findLeftOpen(store);
  // What else may be left, such as a command, does not stand half in files.
  if (open.ok && open.value.length === 0) return succeed(undefined);
  const names = open.ok ? open.value.map(({ id, session }) => `${id} of ${session}`) : [];
  const which = names.length === 0 ? 'A change set' : names.join(', ');
  const sentence = `${which} is being written, or its process died on the way; try again without --dry-run, which settles it first. Nothing was written.`;
  return fail(rookError('busy', sentence));
}
