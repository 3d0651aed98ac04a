import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';

const syncData = promisify(fdatasync);
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

const LOOK_MILLISECONDS = 20;
const FAST_MILLISECONDS = 2;

/** Bytes at the end of one file. */
export interface FileAppender {
  readonly append: (bytes: Uint8Array, durable: boolean) => Promise<Result<void>>;
  readonly reopen: () => Result<void>;
  readonly close: () => void;
}

/**
 * Appends to a file and says of every append whether it is there. Writes are not handed to another thread:
 * a small write costs less than the way there and back, and waiting for the disk is what `durable` is for.
 */
export function openAppender(path: string): Result<FileAppender> {
  let handle: number | undefined;
  let opened = { ino: 0, dev: 0 };
  let folderSynced = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lastSync = Number.POSITIVE_INFINITY;

  function reopen(): Result<void> {
    close();
    try {
      handle = openSync(path, FLAGS, 0o600);
      const found = fstatSync(handle);
      opened = found;
      if (!found.isFile()) return fail(unwritable(path, 'it is no plain file'));
      folderSynced = false;
      return succeed(undefined);
    } catch (error) {
      return fail(unwritable(path, systemReason(error)));
    }
  }

  function close(): void {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  }

  /**
   * A file that was deleted, replaced or moved takes bytes as before, but nobody will look for them there. That
   * it has no name any more is seen at once; that it has another one costs more to see and is looked for when
   * it matters and every few milliseconds, because until then the bytes are not lost.
   */
  function isGone(thorough: boolean): boolean {
    if (handle === undefined || fstatSync(handle).nlink === 0) return true;
    const now = performance.now();
    if (!thorough && now - lookedAt < LOOK_MILLISECONDS) return false;
    lookedAt = now;
    const seen = statSync(path, { throwIfNoEntry: false });
    return seen?.ino !== opened.ino || seen.dev !== opened.dev;
  }

  /**
   * A disk that answered fast is waited for here; one that did not is waited for on another thread, so that
   * nothing else stands still.
   */
  async function sync(file: number): Promise<void> {
    const start = performance.now();
    if (lastSync < FAST_MILLISECONDS) fdatasyncSync(file);
    else await syncData(file);
    lastSync = performance.now() - start;
  }

  async function append(bytes: Uint8Array, durable: boolean): Promise<Result<void>> {
    if (handle === undefined) return fail(unwritable(path, 'it was closed'));
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
      if (isGone(durable)) return fail(unwritable(path, 'it was removed or replaced while it was open'));
      if (durable) {
        await sync(handle);
        if (!folderSynced) syncFolders(path);
        folderSynced = true;
      }
      return succeed(undefined);
    } catch (error) {
      return fail(unwritable(path, systemReason(error)));
    }
  }

  const ready = reopen();
  return ready.ok ? succeed({ append, reopen, close }) : ready;
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
