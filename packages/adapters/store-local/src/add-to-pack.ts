import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ContentHash } from '@rook/contract';

import { packedBytes } from './blob-pack.ts';
import type { FileCalls } from './file-calls.ts';
import { syncFolder, waitBesides } from './wait-for-disk.ts';

const FLAGS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

interface AddedBlob {
  readonly hash: ContentHash;
  readonly bytes: Uint8Array;
}

export interface PackWriter {
  /** True: they are on the disk, under a name that is looked for. False: they have to be kept once more, or in another way. */
  readonly add: (blobs: readonly AddedBlob[]) => Promise<boolean>;
  /** How large the pack is to which the next ones are added. */
  readonly bytes: () => number;
}

interface OpenPack {
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
export function createPackWriter(folder: string, calls: FileCalls): PackWriter {
  let current: OpenPack | null = null;

  const leave = (pack: OpenPack): void => {
    if (current === pack) current = null;
    pack.isLeft = true;
  };
  const release = (pack: OpenPack): void => {
    pack.users -= 1;
    if (pack.isLeft && pack.users === 0) closeSync(pack.file);
  };
  const enter = (): OpenPack => {
    if (current !== null && !isNamed(current)) {
      const gone = current;
      gone.users += 1;
      leave(gone);
      release(gone);
    }
    current ??= openPack(folder, calls);
    current.users += 1;
    return current;
  };

  return {
    bytes: () => current?.bytes ?? 0,
    add: async (blobs) => {
      let pack: OpenPack | null = null;
      try {
        pack = enter();
        writeBlobs(pack, blobs, calls);
        await Promise.all([pack.sync(), pack.named]);
        if (isNamed(pack)) return true;
        leave(pack);
      } catch {
        // What follows a part of an addition is not read, so nothing is ever added behind it.
        if (pack !== null) leave(pack);
      } finally {
        if (pack !== null) release(pack);
      }
      return false;
    },
  };
}

function openPack(folder: string, calls: FileCalls): OpenPack {
  const path = join(folder, `${randomBytes(6).toString('hex')}.pack`);
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
 * asked at the same time would take the bytes that are lost for kept. Where none is under way, it begins at once.
 */
function createSharedSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = async (): Promise<void> => {
    const mine = sync();
    running = mine;
    await mine;
    // One that failed stays, and so do all after it.
    if (next === null) running = null;
  };
  return async () => {
    if (running === null) return begin();
    next ??= running.then(async () => {
      next = null;
      return begin();
    });
    return next;
  };
}

function writeBlobs(pack: OpenPack, blobs: readonly AddedBlob[], calls: FileCalls): void {
  const keptAt = Date.now();
  const added = packedBytes(
    blobs.map(({ hash, bytes }) => ({ hash, keptAt, bytes: pack.hashes.has(hash) ? null : bytes })),
  );
  for (let from = 0; from < added.length;) {
    const count = calls.write(pack.file, added, from);
    if (count === 0) throw new Error('The disk took nothing.');
    from += count;
    pack.bytes += count;
  }
  for (const { hash } of blobs) pack.hashes.add(hash);
}

function isNamed({ path, ino }: OpenPack): boolean {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino === ino;
}
