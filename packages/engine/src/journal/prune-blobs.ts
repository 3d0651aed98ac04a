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
  /** Hears that the limit cannot be kept. */
  readonly tell?: (sentence: string) => void;
}

const DAY_MILLISECONDS = 86_400_000;
/** Bytes are named a moment after they were kept. */
const UNNAMED_MILLISECONDS = 600_000;
/** What nobody has named for so long was left by a process that died. */
const FORGOTTEN_MILLISECONDS = 3_600_000;
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
  const forgotten = kept.value
    .filter(({ hash }) => survey.value.named?.has(hash) === false)
    .map(({ hash }) => hash);
  const first = choosePruned(kept.value, survey.value, limits, began);
  if (forgotten.length === 0 && first.length === 0) {
    tellShort(setup, kept.value);
    return succeed([]);
  }
  // Under the lock nobody is about to write what is let go; whoever kept it since is left it.
  return store.changing(async () => {
    // What nobody needs goes before anything that somebody might.
    const dropped = await store.blobs.remove(forgotten, new Date(began.getTime() - FORGOTTEN_MILLISECONDS));
    if (!dropped.ok) return dropped;
    const rest = kept.value.filter(({ hash }) => !dropped.value.includes(hash));
    const doomed = choosePruned(rest, survey.value, limits, began);
    tellShort(
      setup,
      rest.filter((blob) => !doomed.includes(blob)),
    );
    for (let at = 0; at < doomed.length; at += MOST_IN_ENTRY) {
      const some = doomed.slice(at, at + MOST_IN_ENTRY);
      const hashes = some.map(({ hash }) => hash);
      const told = await journal.append([{ event_type: 'blobs_pruned', hashes, bytes: sizeOf(some) }], {
        durable: true,
      });
      if (!told.ok) return told;
    }
    const pruned = await store.blobs.remove(
      doomed.map(({ hash }) => hash),
      new Date(began.getTime() - UNNAMED_MILLISECONDS),
    );
    return pruned.ok ? succeed([...dropped.value, ...pruned.value]) : pruned;
  });
}

function tellShort({ limits, tell }: PruneSetup, left: readonly KeptBlob[]): void {
  if (limits.maxBytes === null || sizeOf(left) <= limits.maxBytes) return;
  tell?.(
    `Kept contents take ${sizeOf(left)} bytes, more than blobs.maxBytes (${limits.maxBytes}): what is needed cannot be let go, so the old contents that would not be enough stay too.`,
  );
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
  // Where even all of them would not be enough, none goes in vain.
  const isReachable = maxBytes !== null && sizeOf(kept) - sizeOf(free) <= maxBytes;
  const most = isReachable ? maxBytes : Infinity;
  let size = sizeOf(kept);
  const doomed: KeptBlob[] = [];
  for (const blob of free) {
    if (timeOf(blob) >= oldest && size <= most) continue;
    doomed.push(blob);
    size -= blob.bytes;
  }
  return doomed;
}

function sizeOf(blobs: readonly KeptBlob[]): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes, 0);
}
