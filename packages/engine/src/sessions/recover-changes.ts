import { succeed, type ChangeSetId, type SessionId } from '@rook/contract';

import { foldOpenChangeSets, type OpenChangeSet } from '../edits/fold-open-change-sets.ts';
import { recoverChangeSets } from '../edits/recover-change-sets.ts';
import { createBatchFold } from '../journal/fold-batches.ts';
import { openJournal, type Journal } from '../journal/open-journal.ts';
import { closeLeftCommands } from './close-left-commands.ts';
import { createLeftCommandFold } from './fold-left-commands.ts';
import { notedStore } from './noted-store.ts';
import type { RecordSetup } from './session.ts';

interface OwnChanges {
  readonly session: SessionId;
  readonly journal: Pick<Journal, 'append'>;
  readonly open: readonly OpenChangeSet[];
}

/** What a process that died was writing is finished or undone before anything else happens, whosever it is. */
export async function recoverChanges(setup: RecordSetup, own: OwnChanges): Promise<void> {
  const left = await recoverLeftChanges(setup, own.session);
  if (own.open.length > 0 || left.includes(own.session)) await settleChanges(setup, own);
}

/** The same for the other sessions that left something, if nobody holds them. Answers with all that had. */
export async function recoverLeftChanges(
  setup: RecordSetup,
  own: SessionId | null,
): Promise<readonly SessionId[]> {
  if (setup.workspace === null) return [];
  const left = await setup.store.leftChanging();
  if (!left.ok) return [];
  for (const session of left.value) if (session !== own) await recoverOther(setup, session);
  return left.value;
}

async function recoverOther(setup: RecordSetup, session: SessionId): Promise<void> {
  const { store, clock, holder, lines, settings, log } = setup;
  const open = new Map<ChangeSetId, OpenChangeSet>();
  const commands = createLeftCommandFold();
  const batches = createBatchFold();
  const journal = await openJournal({
    store,
    clock,
    holder,
    session,
    lines,
    sync: settings['journal.sync'],
    seen: (read) => {
      batches.add(read);
      commands.add(read);
      if (read.kind === 'known') foldOpenChangeSets(open, read.entry);
    },
    ...(log === undefined ? {} : { log }),
  });
  // Who holds it is alive, and ends what it began.
  if (!journal.ok) return;
  await closeLeftCommands(setup, { session, journal: journal.value }, commands.left());
  const left = batches.closeLeft();
  if (left.length > 0) await journal.value.append(left, { durable: true });
  for (const draft of left)
    if (draft.event_type === 'batch_ended')
      log?.write('warn', `${draft.turn_id}: ${draft.reason ?? ''}`, { session });
  await settleChanges(setup, { session, journal: journal.value, open: [...open.values()] });
  await journal.value.close();
}

async function settleChanges(
  { workspace, store, log }: RecordSetup,
  { session, journal, open }: OwnChanges,
): Promise<void> {
  if (workspace === null) return;
  // Where nothing was begun, or all of it ended, only the note is left.
  const recovered =
    open.length === 0
      ? await store.changing(
          async (mark) => {
            mark.settle();
            return succeed([]);
          },
          { session },
        )
      : await recoverChangeSets({ workspace, store: notedStore(store, session), journal }, open);
  if (!recovered.ok) {
    const names = open.map(({ change_set_id: id }) => id).join(', ');
    log?.write('error', `Left open: ${names}. ${recovered.error.message}`, { session });
    return;
  }
  for (const { id, outcome, message } of recovered.value)
    log?.write('warn', message, { session, id, outcome });
}
