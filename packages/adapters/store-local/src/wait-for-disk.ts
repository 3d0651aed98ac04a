import { closeSync, fsync, fsyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const FAST_MILLISECONDS = 2;

/**
 * Waits until the disk has a file. A disk that answered fast is waited for here, because the way to another thread and
 * back costs more; one that did not is waited for there, so that nothing else stands still.
 */
export function createDiskWait(calls: {
  readonly syncNow: (file: number) => void;
  readonly sync: (file: number) => Promise<void>;
}): (file: number) => Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  return async (file) => {
    const start = performance.now();
    if (last < FAST_MILLISECONDS) calls.syncNow(file);
    else await calls.sync(file);
    last = performance.now() - start;
  };
}

const syncElsewhere = promisify(fsync);
const waitForAll = createDiskWait({
  syncNow: (file) => fsyncSync(file),
  sync: async (file) => syncElsewhere(file),
});

/** Of a file that was made, with its permissions. */
export async function waitForFile(file: number): Promise<void> {
  await waitForAll(file);
}

/** The same on another thread always: the system makes one wait of several that come at once. */
export async function waitBesides(file: number): Promise<void> {
  await syncElsewhere(file);
}

/** Makes the names in a folder durable; some systems cannot open a folder, and then they are a moment later. */
export async function syncFolder(path: string, wait = waitForFile): Promise<void> {
  let folder: number | undefined;
  try {
    folder = openSync(path, 'r');
    await wait(folder);
  } catch {
    // The system writes it by itself.
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
