import { succeed, type ChangeSetId, type SessionId } from '@rook/contract';

import { foldOpenChangeSets, type OpenChangeSet } from '../edits/fold-open-change-sets.ts';
import { recoverChangeSets } from '../edits/recover-change-sets.ts';
import { openJournal, type Journal } from '../journal/open-journal.ts';
import type { Store } from '../ports/store.ts';
import type { RecordSetup } from './session.ts';

/** Remembers whose changes are being written, so that somebody can look after them when the process dies. */
export function notedStore(store: Store, session: SessionId): Pick<Store, 'changing' | 'blobs'> {
  return {
    blobs: store.blobs,
    changing: async (work, wait) => store.changing(work, { ...wait, session }),
  };
}

/** What a process that died was writing is finished or undone before anything else happens. */
export async function recoverChanges(
  { workspace, store, log }: RecordSetup,
  session: SessionId,
  { journal, open }: { readonly journal: Pick<Journal, 'append'>; readonly open: readonly OpenChangeSet[] },
): Promise<void> {
  if (workspace === null || open.length === 0) return;
  const recovered = await recoverChangeSets({ workspace, store: notedStore(store, session), journal }, open);
  if (!recovered.ok) {
    log?.write('error', `Change sets stay open: ${recovered.error.message}`, { session });
    return;
  }
  for (const { id, outcome, message } of recovered.value)
    log?.write('warn', message, { session, id, outcome });
}

/** The same for another session of the workspace whose process died while it changed files, if nobody holds it. */
export async function recoverLeftChanges(setup: RecordSetup, own: SessionId): Promise<void> {
  const { store, clock, holder, lines, settings, log, workspace } = setup;
  if (workspace === null) return;
  const left = await store.leftChanging();
  if (!left.ok || left.value === null || left.value === own) return;
  const session = left.value;
  const open = new Map<ChangeSetId, OpenChangeSet>();
  const journal = await openJournal({
    store,
    clock,
    holder,
    session,
    lines,
    sync: settings['journal.sync'],
    seen: (read) => {
      if (read.kind === 'known') foldOpenChangeSets(open, read.entry);
    },
    ...(log === undefined ? {} : { log }),
  });
  // Who holds it is alive, and ends what it began.
  if (!journal.ok) return;
  // Where nothing was begun, or all of it ended, only the note is left, which goes away with a change of the same session.
  if (open.size === 0) await store.changing(async () => succeed(undefined), { session });
  else await recoverChanges(setup, session, { journal: journal.value, open: [...open.values()] });
  await journal.value.close();
}
