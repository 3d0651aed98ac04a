import { succeed, type ContentHash, type Result } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { KeptBlob, Store } from '../ports/store.ts';
import type { Journal } from './open-journal.ts';
import { surveyBlobs, type BlobSurvey } from './survey-blobs.ts';

export interface PruneLimits {
  readonly maxAgeDays: number | null;
  readonly maxBytes: number | null;
}

export interface PruneSetup {
  readonly store: Pick<Store, 'list' | 'read' | 'listTrash' | 'readTrash' | 'blobs' | 'changing'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: PruneLimits;
  readonly journal: Pick<Journal, 'append'>;
}

const DAY_MILLISECONDS = 86_400_000;
/** Bytes are named a moment after they were kept. */
const UNNAMED_MILLISECONDS = 600_000;
/** So that no entry is too long. */
const MOST_IN_ENTRY = 500;

/**
 * Lets go of old contents of files, those of old change sets and nothing else, as the settings say. What goes is written down
 * first, so that a rewind says why it cannot be done. Where a session cannot be read, nothing goes.
 */
export async function pruneBlobs(setup: PruneSetup): Promise<Result<readonly ContentHash[]>> {
  const { store, clock, limits, journal } = setup;
  if (limits.maxAgeDays === null && limits.maxBytes === null) return succeed([]);
  const began = clock.now();
  const kept = await store.blobs.list();
  if (!kept.ok) return kept;
  if (limits.maxAgeDays === null && sizeOf(kept.value) <= (limits.maxBytes ?? 0)) return succeed([]);
  const survey = await surveyBlobs(store);
  if (!survey.ok) return survey;
  const doomed = choosePruned(kept.value, survey.value, limits, began);
  if (doomed.length === 0) return succeed([]);
  // Under the lock nobody is about to write what is let go; whoever kept it since is left it.
  return store.changing(async () => {
    for (let first = 0; first < doomed.length; first += MOST_IN_ENTRY) {
      const some = doomed.slice(first, first + MOST_IN_ENTRY);
      const hashes = some.map(({ hash }) => hash);
      const told = await journal.append([{ event_type: 'blobs_pruned', hashes, bytes: sizeOf(some) }], {
        durable: true,
      });
      if (!told.ok) return told;
    }
    return store.blobs.remove(
      doomed.map(({ hash }) => hash),
      new Date(began.getTime() - UNNAMED_MILLISECONDS),
    );
  });
}

/** What goes, the oldest first. */
export function choosePruned(
  kept: readonly KeptBlob[],
  { ofChanges, ofOthers }: BlobSurvey,
  { maxAgeDays, maxBytes }: PruneLimits,
  now: Date,
): readonly KeptBlob[] {
  const oldest =
    maxAgeDays === null ? '' : new Date(now.getTime() - maxAgeDays * DAY_MILLISECONDS).toISOString();
  const recent = new Date(now.getTime() - UNNAMED_MILLISECONDS).toISOString();
  const timeOf = ({ hash }: KeptBlob): string => ofChanges.get(hash) ?? '';
  const free = kept
    .filter((blob) => !ofOthers.has(blob.hash) && ofChanges.has(blob.hash) && timeOf(blob) < recent)
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
  let size = sizeOf(kept);
  const doomed: KeptBlob[] = [];
  for (const blob of free) {
    if (timeOf(blob) >= oldest && size <= (maxBytes ?? Infinity)) continue;
    doomed.push(blob);
    size -= blob.bytes;
  }
  return doomed;
}

function sizeOf(blobs: readonly KeptBlob[]): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes, 0);
}
