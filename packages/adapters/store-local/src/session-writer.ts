import { closeSync, constants, fstatSync, fsyncSync, openSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemCalls, type FileCalls } from './file-calls.ts';
import { isOwn } from './plain-file.ts';
import { rewriteTail } from './rewrite-tail.ts';
import { systemReason } from './system-reason.ts';
import { createDiskWait } from './wait-for-disk.ts';

const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const LOOK_MILLISECONDS = 20;

/** Bytes at the end of one file. */
export interface FileAppender {
  readonly append: (bytes: Uint8Array, durable: boolean) => Promise<Result<void>>;
  /** After a sync that failed it succeeds only when all that is in the file is on the disk. */
  readonly reopen: () => Promise<Result<void>>;
  readonly close: () => void;
}

/**
 * Appends to a file and says of every append whether it is there. Writes are not handed to another thread:
 * a small write costs less than the way there and back, and waiting for the disk is what `durable` is for.
 */
export function openAppender(path: string, calls: FileCalls = systemCalls): Result<FileAppender> {
  let handle: number | undefined;
  let opened = { ino: 0, dev: 0, birthtimeMs: 0 };
  let expectedSize = 0;
  let folderSynced = false;
  const looker = createLooker(path);
  const sync = createSync(calls);

  function open(): Result<void> {
    close();
    try {
      handle = openSync(path, FLAGS, 0o600);
      const found = fstatSync(handle);
      const refused = whyForeign(found);
      if (refused !== undefined) {
        close();
        return fail(unwritable(path, refused));
      }
      if (!isSame(found, opened)) sync.forget();
      opened = found;
      expectedSize = found.size;
      folderSynced = false;
      return succeed(undefined);
    } catch (error) {
      close();
      return fail(unwritable(path, systemReason(error)));
    }
  }

  function close(): void {
    const closing = handle;
    handle = undefined;
    try {
      if (closing !== undefined) closeSync(closing);
    } catch {
      // It is closed all the same, and what is in the file is looked at anew.
    }
  }

  async function reopen(): Promise<Result<void>> {
    const ready = open();
    if (!ready.ok || !sync.isUnsure()) return ready;
    try {
      await rewriteTail(path, opened, Math.min(sync.durableSize(), expectedSize), calls);
      sync.restore(expectedSize);
      return succeed(undefined);
    } catch (error) {
      close();
      return fail(unwritable(path, systemReason(error)));
    }
  }

  async function append(bytes: Uint8Array, durable: boolean): Promise<Result<void>> {
    if (handle === undefined) return fail(unwritable(path, 'it was closed'));
    if (sync.isUnsure()) return fail(unwritable(path, UNSURE));
    try {
      for (let written = 0; written < bytes.length;) {
        const count = calls.write(handle, bytes, written);
        written += count;
        expectedSize += count;
      }
      const lost = looker.whyLost(handle, opened, expectedSize, durable);
      if (lost !== undefined) return fail(unwritable(path, lost));
      if (durable) {
        await sync.force(handle, expectedSize);
        if (!folderSynced) syncFolders(path);
        folderSynced = true;
      }
      return succeed(undefined);
    } catch (error) {
      return fail(unwritable(path, systemReason(error)));
    }
  }

  const ready = open();
  return ready.ok ? succeed({ append, reopen, close }) : ready;
}

type FileIdentity = Pick<Stats, 'ino' | 'dev' | 'birthtimeMs'>;

/** The number of a file may be given to the next one as soon as it is removed. */
function isSame(first: FileIdentity, second: FileIdentity): boolean {
  return first.ino === second.ino && first.dev === second.dev && first.birthtimeMs === second.birthtimeMs;
}

interface Looker {
  readonly whyLost: (
    file: number,
    opened: FileIdentity,
    expectedSize: number,
    thorough: boolean,
  ) => string | undefined;
}

/**
 * A file that was deleted, replaced or moved takes bytes as before, but nobody will look for them there. That
 * it has no name any more is seen at once; that it has another one costs more to see and is looked for when
 * it matters and every few milliseconds, because until then the bytes are not lost. A file with another size
 * than ours holds bytes of somebody else, and our line may stand behind them on the same line.
 */
function createLooker(path: string): Looker {
  const gone = 'it was removed or replaced while it was open';
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    whyLost: (file, opened, expectedSize, thorough) => {
      const { nlink, size } = fstatSync(file);
      if (nlink === 0) return gone;
      const now = performance.now();
      if (thorough || now - lookedAt >= LOOK_MILLISECONDS) {
        lookedAt = now;
        const seen = statSync(path, { throwIfNoEntry: false });
        if (seen?.ino !== opened.ino || seen.dev !== opened.dev) return gone;
      }
      return size === expectedSize ? undefined : 'it was changed by somebody else while it was open';
    },
  };
}

const UNSURE = 'the disk did not confirm what was written before';

interface Sync {
  /** Forces the file, which has so many bytes, to the disk; throws when that is not sure. */
  readonly force: (file: number, size: number) => Promise<void>;
  /** Whether a sync failed: what it was for may then be missing on the disk although a later one succeeds. */
  readonly isUnsure: () => boolean;
  /** So many bytes of the file are known to be on the disk. */
  readonly durableSize: () => number;
  /** All of the file is on the disk again. */
  readonly restore: (size: number) => void;
  /** Nothing is known of the file, because it is another one. */
  readonly forget: () => void;
}

function createSync(calls: FileCalls): Sync {
  const wait = createDiskWait(calls);
  let unsure = false;
  let durable = 0;
  const learn = (isUnsure: boolean, size: number) => {
    [unsure, durable] = [isUnsure, size];
  };
  return {
    force: async (file, size) => {
      try {
        await wait(file);
      } catch (error) {
        unsure = true;
        throw error;
      }
      // The failure is told once: a sync that ran at the same time succeeds for bytes that were dropped.
      if (unsure) throw new Error(UNSURE);
      durable = Math.max(durable, size);
    },
    isUnsure: () => unsure,
    durableSize: () => durable,
    restore: (size) => learn(false, size),
    forget: () => learn(false, 0),
  };
}

/** A second name may be that of a file which is not ours to write, put here by whoever made the workspace. */
function whyForeign(found: Stats): string | undefined {
  if (!found.isFile()) return 'it is no plain file';
  if (found.nlink > 1) return 'it is a hard link, and so a second name of another file';
  return isOwn(found) ? undefined : 'it belongs to another user';
}

function unwritable(path: string, reason: string): ReturnType<typeof rookError> {
  return rookError('journal_unavailable', `The journal ${path} cannot be written: ${reason}.`);
}

/** Makes the name of a new file durable, and that of its folder; not every system can. */
function syncFolders(path: string): void {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    try {
      const handle = openSync(folder, 'r');
      fsyncSync(handle);
      closeSync(handle);
    } catch {
      // The name is then durable a moment later, when the system writes it by itself.
    }
  }
}
