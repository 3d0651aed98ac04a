import { join } from 'node:path';

import { fail, rookError, succeed, type EntryDraft, type Result, type SessionId } from '@rook/contract';
import { createOwnSession, openJournal, type ChangedIntent, type JournalSetup } from '@rook/engine';

import { sessionsFolder, type Composition } from './compose.ts';
import { systemClock } from './system-clock.ts';

/** Writes an entry outside a turn: in this session where it is free, else in one of its own. Answers with what waits in memory. */
export async function recordEntry(
  composition: Composition,
  draft: EntryDraft,
  { session, title }: { readonly session?: SessionId | undefined; readonly title: string },
): Promise<Result<number>> {
  const { place, store, lines, log, settings } = composition;
  const sync = settings.values['journal.sync'];
  const shared: Omit<JournalSetup, 'session'> = {
    store,
    lines,
    log,
    sync,
    clock: systemClock,
    holder: place.holder(),
  };
  const taken = session === undefined ? null : await openJournal({ ...shared, session });
  const own = createOwnSession({ ...shared, brand: place.brand, title });
  const journal = taken?.ok === true ? taken : await own.journal();
  if (!journal.ok) return journal;
  const written = await journal.value.append([draft]);
  const { unwritten } = journal.value.state();
  await (taken?.ok === true ? taken.value.close() : own.close());
  if (written.ok || unwritten > 0) return succeed(unwritten);
  return fail(rookError('journal_unavailable', written.error.message));
}

/** What a person did to an intent, in the session that was changed last. */
export async function recordIntent(
  composition: Composition,
  { intent, before, isWritten }: ChangedIntent,
): Promise<Result<void>> {
  if (!isWritten) return succeed(undefined);
  const old = new Map<string, unknown>(Object.entries(before ?? {}));
  const changed = Object.entries(intent).flatMap(([field, value]) =>
    JSON.stringify(old.get(field)) === JSON.stringify(value) ? [] : [field],
  );
  const { id, status } = intent;
  const listed = await composition.store.list();
  const recorded = await recordEntry(
    composition,
    { event_type: 'intent_changed', intent_id: id, status, by: 'user', changed },
    { session: listed.ok ? listed.value[0]?.id : undefined, title: 'Intents' },
  );
  return recorded.ok ? succeed(undefined) : recorded;
}

/** Where the journals lie, made if it is missing. */
export async function makeChatsFolder({ folders, store }: Composition): Promise<Result<string>> {
  const writable = await store.checkWritable();
  return writable.ok ? succeed(join(sessionsFolder(folders), 'chats')) : writable;
}
