import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ContentHash } from '@rook/contract';

import { batchedBytes } from './blob-batch.ts';
import type { FileCalls } from './file-calls.ts';
import { syncFolder, waitBesides } from './wait-for-disk.ts';

const FLAGS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

interface AddedBlob {
  readonly hash: ContentHash;
  readonly bytes: Uint8Array;
}

export interface BatchWriter {
  /** True: they are on the disk, under a name that is looked for. False: they have to be kept once more, or in another way. */
  readonly add: (blobs: readonly AddedBlob[]) => Promise<boolean>;
  /** How large the batch is to which the next ones are added. */
  readonly bytes: () => number;
}

interface OpenBatch {
  readonly file: number;
  readonly path: string;
  readonly ino: bigint;
  /** Whose bytes stand in it. */
  readonly hashes: Set<ContentHash>;
  /** Settles when its name is on the disk. */
  readonly named: Promise<unknown>;
  /** Waits for all that was written before; once it failed, always. */
  readonly sync: () => Promise<void>;
  bytes: number;
  /** Who is waiting for the disk: a file that was closed meanwhile could be another one by then. */
  users: number;
  isLeft: boolean;
}

/**
 * Adds contents to one file that this process alone adds to, so that several of them are one wait for the disk and no new
 * name. Whoever writes them out takes the file's name away first and reads then: an addition counts if the name is still
 * there after it, because then it was there before it was read.
 */
export function createBatchWriter(folder: string, calls: FileCalls): BatchWriter {
  let current: OpenBatch | null = null;

  const leave = (batch: OpenBatch): void => {
    if (current === batch) current = null;
    batch.isLeft = true;
  };
  const release = (batch: OpenBatch): void => {
    batch.users -= 1;
    if (batch.isLeft && batch.users === 0) closeSync(batch.file);
  };
  const enter = (): OpenBatch => {
    if (current !== null && !isNamed(current)) {
      const gone = current;
      gone.users += 1;
      leave(gone);
      release(gone);
    }
    current ??= openBatch(folder, calls);
    current.users += 1;
    return current;
  };

  return {
    bytes: () => current?.bytes ?? 0,
    add: async (blobs) => {
      let batch: OpenBatch | null = null;
      try {
        batch = enter();
        writeBlobs(batch, blobs, calls);
        await Promise.all([batch.sync(), batch.named]);
        if (isNamed(batch)) return true;
        leave(batch);
      } catch {
        // What follows a part of an addition is not read, so nothing is ever added behind it.
        if (batch !== null) leave(batch);
      } finally {
        if (batch !== null) release(batch);
      }
      return false;
    },
  };
}

function openBatch(folder: string, calls: FileCalls): OpenBatch {
  const path = join(folder, `${randomBytes(6).toString('hex')}.batch`);
  const file = openSync(path, FLAGS, 0o600);
  const { ino } = fstatSync(file, { bigint: true });
  // The folder itself may be new.
  const named = Promise.all([folder, dirname(folder)].map(async (one) => syncFolder(one, waitBesides)));
  return {
    file,
    path,
    ino,
    hashes: new Set(),
    named,
    sync: createSharedSync(async () => calls.sync(file)),
    bytes: 0,
    users: 0,
    isLeft: false,
  };
}

/**
 * Who comes while one wait is under way shares the next. They do not overlap: the system tells a failure once, and whoever
 * asked at the same time would take the bytes that are lost for kept.
 */
function createSharedSync(sync: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | null = null;
  return async () => {
    next ??= running.then(async () => {
      next = null;
      running = sync();
      return running;
    });
    return next;
  };
}

function writeBlobs(batch: OpenBatch, blobs: readonly AddedBlob[], calls: FileCalls): void {
  const keptAt = Date.now();
  const added = batchedBytes(
    blobs.map(({ hash, bytes }) => ({ hash, keptAt, bytes: batch.hashes.has(hash) ? null : bytes })),
  );
  for (let from = 0; from < added.length;) {
    const count = calls.write(batch.file, added, from);
    if (count === 0) throw new Error('The disk took nothing.');
    from += count;
    batch.bytes += count;
  }
  for (const { hash } of blobs) batch.hashes.add(hash);
}

function isNamed({ path, ino }: OpenBatch): boolean {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino === ino;
}
