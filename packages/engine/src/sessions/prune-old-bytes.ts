import { pruneBlobs } from '../journal/prune-blobs.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

/** Beside the first turn of a session, which does not wait for it. What cannot be pruned now is pruned another time. */
export async function pruneOldBytes(
  { store, clock, settings, log }: Pick<SessionSetup, 'store' | 'clock' | 'settings' | 'log'>,
  { append }: Pick<SessionRecord, 'append'>,
): Promise<void> {
  const limits = { maxAgeDays: settings['blobs.maxAgeDays'], maxBytes: settings['blobs.maxBytes'] };
  const pruned = await pruneBlobs({
    store,
    clock,
    limits,
    journal: { append },
    tell: (sentence) => log?.write('warn', sentence),
  });
  if (!pruned.ok) log?.write('warn', `Old bytes were not pruned: ${pruned.error.message}`);
  else if (pruned.value.length > 0)
    log?.write('info', `${pruned.value.length} kept contents of old change sets were pruned.`);
}
