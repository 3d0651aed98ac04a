import { succeed, type EntryOf, type Result, type SessionId } from '@rook/contract';
import { createOwnSession, refuseProblems, type Journal } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeLines, withJournal, type StoreComposition } from '../compose-store.ts';
import { systemClock } from '../system-clock.ts';

/** What became of writing the check down. */
export interface HealthRecord {
  /** The session that has the entry, or null when none has. */
  readonly session: SessionId | null;
  /** Why none has, when that is a failure. */
  readonly failure: string | null;
  /** Entries that wait in memory because they could not be written. */
  readonly buffered: number;
}

/** There is no editor here, so only one of the four can be looked at; the others say so. */
function healthChecks(writable: boolean): EntryOf<'health'>['checks'] {
  return {
    participant_registered: false,
    journal_writable: writable,
    mcp_tools_registered: false,
    known_conflicts: [],
    not_applicable: ['participant_registered', 'mcp_tools_registered', 'known_conflicts'],
  };
}

/** Writes the check down in the session changed last, or in one of its own where that is in use or there is none. */
export async function recordHealth(
  call: CommandCall,
  composition: StoreComposition,
  writable: boolean,
): Promise<HealthRecord> {
  const usable = refuseProblems(composition.settings.problems);
  if (!usable.ok) return { session: null, failure: null, buffered: 0 };
  const checks = healthChecks(writable);
  const listed = await composition.store.list();
  const latest = listed.ok ? listed.value[0] : undefined;
  if (latest !== undefined) {
    let buffered = 0;
    const recorded = await withJournal(call, composition, latest.id, async (journal) => {
      const written = await journal.append([{ event_type: 'health', checks }]);
      buffered = journal.state().unwritten;
      return written;
    });
    if (recorded.ok) return { session: latest.id, failure: null, buffered };
    if (recorded.error.code !== 'session_in_use')
      return { session: null, failure: recorded.error.message, buffered };
  }
  return recordInOwn(call, composition, checks);
}

async function recordInOwn(
  call: CommandCall,
  composition: StoreComposition,
  checks: EntryOf<'health'>['checks'],
): Promise<HealthRecord> {
  const { store, settings } = composition;
  const own = createOwnSession({
    store,
    clock: systemClock,
    brand: call.brand,
    title: 'Health check',
    holder: { surface: 'cli' },
    sync: settings.values['journal.sync'],
    lines: await composeLines(call, composition),
  });
  const recorded = await own.recordHealth(checks);
  const journal: Result<Journal | null> = recorded.ok ? await own.journal() : succeed(null);
  const buffered = journal.ok ? (journal.value?.state().unwritten ?? 0) : 0;
  const closed = await own.close();
  const failed = recorded.ok ? closed : recorded;
  const session = failed.ok && journal.ok ? (journal.value?.session ?? null) : null;
  return { session, failure: failed.ok ? null : failed.error.message, buffered };
}
