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
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { isOwn } from './plain-file.ts';
import { systemReason } from './system-reason.ts';

const syncData = promisify(fdatasync);
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

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
  let expectedSize = 0;
  let folderSynced = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const sync = createSync();

  function reopen(): Result<void> {
    close();
    try {
      handle = openSync(path, FLAGS, 0o600);
      const found = fstatSync(handle);
      const refused = whyForeign(found);
      if (refused !== undefined) {
        close();
        return fail(unwritable(path, refused));
      }
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
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  }

  /**
   * A file that was deleted, replaced or moved takes bytes as before, but nobody will look for them there. That
   * it has no name any more is seen at once; that it has another one costs more to see and is looked for when
   * it matters and every few milliseconds, because until then the bytes are not lost. A file with another size
   * than ours holds bytes of somebody else, and our line may stand behind them on the same line.
   */
  function whyLost(file: number, thorough: boolean): string | undefined {
    const gone = 'it was removed or replaced while it was open';
    const { nlink, size } = fstatSync(file);
    if (nlink === 0) return gone;
    const now = performance.now();
    if (thorough || now - lookedAt >= LOOK_MILLISECONDS) {
      lookedAt = now;
      const seen = statSync(path, { throwIfNoEntry: false });
      if (seen?.ino !== opened.ino || seen.dev !== opened.dev) return gone;
    }
    return size === expectedSize ? undefined : 'it was changed by somebody else while it was open';
  }

  async function append(bytes: Uint8Array, durable: boolean): Promise<Result<void>> {
    if (handle === undefined) return fail(unwritable(path, 'it was closed'));
    try {
      for (let written = 0; written < bytes.length;) {
        const count = writeSync(handle, bytes, written);
        written += count;
        expectedSize += count;
      }
      const lost = whyLost(handle, durable);
      if (lost !== undefined) return fail(unwritable(path, lost));
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

/**
 * A disk that answered fast is waited for here; one that did not is waited for on another thread, so that
 * nothing else stands still.
 */
function createSync(): (file: number) => Promise<void> {
  let lastSync = Number.POSITIVE_INFINITY;
  return async (file) => {
    const start = performance.now();
    if (lastSync < FAST_MILLISECONDS) fdatasyncSync(file);
    else await syncData(file);
    lastSync = performance.now() - start;
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
