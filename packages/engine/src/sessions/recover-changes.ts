import { succeed, type ChangeSetId, type EntryDraft, type SessionId } from '@rook/contract';

import { foldOpenChangeSets, type OpenChangeSet } from '../edits/fold-open-change-sets.ts';
import { recoverChangeSets } from '../edits/recover-change-sets.ts';
import { createBatchFold } from '../journal/fold-batches.ts';
import { openJournal, type Journal } from '../journal/open-journal.ts';
import type { Store } from '../ports/store.ts';
import { closeLeftCommands } from './close-left-commands.ts';
import { createLeftCommandFold, type LeftCommand } from './fold-left-commands.ts';
import { notedStore } from './noted-store.ts';
import type { RecordSetup } from './session.ts';

interface LeftWork {
  readonly session: SessionId;
  readonly journal: Pick<Journal, 'append'>;
  /** Change sets that were begun and not ended. */
  readonly open: readonly OpenChangeSet[];
  readonly commands: readonly LeftCommand[];
  /** What is written behind all of that. */
  readonly last?: readonly EntryDraft[];
}

/**
 * What a process that died was writing is finished or undone before anything else happens, whosever it is; then the commands that ran in
 * it are ended.
 */
export async function recoverChanges(setup: RecordSetup, own: LeftWork): Promise<void> {
  const left = await recoverOthers(setup, own.session);
  if (own.open.length + own.commands.length > 0 || left.sessions.includes(own.session))
    await settleSession(setup, own);
  if (left.areSettled) await setup.workspace?.clones.removeLeft();
}

/** The same for the other sessions that left something, if nobody holds them. */
export async function recoverLeftChanges(setup: RecordSetup): Promise<void> {
  const { areSettled } = await recoverOthers(setup, null);
  if (areSettled) await setup.workspace?.clones.removeLeft();
}

interface RecoveredOthers {
  /** All that had left something. */
  readonly sessions: readonly SessionId[];
  /** False where somebody else holds one of them, who may need what killed processes left. */
  readonly areSettled: boolean;
}

async function recoverOthers(setup: RecordSetup, own: SessionId | null): Promise<RecoveredOthers> {
  const left = setup.workspace === null ? succeed([]) : await setup.store.leftChanging();
  if (!left.ok) return { sessions: [], areSettled: false };
  let areSettled = true;
  for (const session of left.value)
    if (session !== own && !(await recoverOther(setup, session))) areSettled = false;
  return { sessions: left.value, areSettled };
}

/** False where somebody else holds it. */
async function recoverOther(setup: RecordSetup, session: SessionId): Promise<boolean> {
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
  if (!journal.ok) return false;
  const last = batches.closeLeft();
  const left = { open: [...open.values()], commands: commands.left(), last };
  await settleSession(setup, { session, journal: journal.value, ...left });
  for (const draft of last)
    if (draft.event_type === 'batch_ended' && draft.ended_by === 'crashed')
      log?.write('warn', `${draft.turn_id}: ${draft.reason ?? ''}`, { session });
  await journal.value.close();
  return true;
}

/** The session is remembered as one that left something until all of this is written down. */
async function settleSession(setup: RecordSetup, work: LeftWork): Promise<void> {
  const { session, journal, commands, last = [] } = work;
  const isSettled = await settleChangeSets(setup, work);
  const isClosed = await closeLeftCommands(setup, work, commands);
  if (last.length > 0) await journal.append(last, { durable: true });
  if (!isSettled || !isClosed || setup.workspace === null) return;
  await notedStore(setup.store, session).changing(async (mark) => {
    mark.settle();
    return succeed(undefined);
  });
}

/** False where something stays open. */
async function settleChangeSets(
  { workspace, store, log }: RecordSetup,
  { session, journal, open }: LeftWork,
): Promise<boolean> {
  if (workspace === null || open.length === 0) return true;
  const noted = notedStore(store, session);
  const kept = { ...noted, changing: unsettled(noted.changing) };
  const recovered = await recoverChangeSets({ workspace, store: kept, journal }, open);
  if (!recovered.ok) {
    const names = open.map(({ change_set_id: id }) => id).join(', ');
    log?.write('error', `Left open: ${names}. ${recovered.error.message}`, { session });
    return false;
  }
  for (const { id, outcome, message } of recovered.value)
    log?.write('warn', message, { session, id, outcome });
  return recovered.value.every(({ outcome }) => outcome !== 'open');
}

/** What is settled is only a part of what the session left. */
function unsettled(changing: Store['changing']): Store['changing'] {
  return async (work, wait) => changing(async (mark) => work({ ...mark, settle: () => undefined }), wait);
}
