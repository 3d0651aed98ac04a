import { join } from 'node:path';

import { succeed, type EntryOf, type Result, type SessionId } from '@rook/contract';
import { createOwnSession, openJournal } from '@rook/engine';

import { HOLDER, sessionsFolder, type Composition } from './compose.ts';
import { systemClock } from './system-clock.ts';

type Checks = EntryOf<'health'>['checks'];

/** Writes the check down, in this session where it is free, else in one of its own; answers with what waits in memory. */
export async function recordHealth(
  composition: Composition,
  checks: Checks,
  session: SessionId | undefined,
): Promise<number> {
  const { place, store, lines, log, settings } = composition;
  const shared = {
    store,
    lines,
    log,
    sync: settings.values['journal.sync'],
    clock: systemClock,
    holder: HOLDER,
  };
  const taken = session === undefined ? null : await openJournal({ ...shared, session });
  if (taken?.ok === true) {
    await taken.value.append([{ event_type: 'health', checks }]);
    const { unwritten } = taken.value.state();
    await taken.value.close();
    return unwritten;
  }
  const own = createOwnSession({ ...shared, brand: place.brand, title: 'Health check' });
  await own.recordHealth(checks);
  const journal = await own.journal();
  const unwritten = journal.ok ? journal.value.state().unwritten : 1;
  await own.close();
  return unwritten;
}

/** Where the journals lie, made if it is missing. */
export async function makeChatsFolder({ folders, store }: Composition): Promise<Result<string>> {
  const writable = await store.checkWritable();
  return writable.ok ? succeed(join(sessionsFolder(folders), 'chats')) : writable;
}
