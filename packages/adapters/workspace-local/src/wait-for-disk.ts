import { fsync, fsyncSync } from 'node:fs';
import { promisify } from 'node:util';

const syncElsewhere = promisify(fsync);

const FAST_MILLISECONDS = 2;
let last = Number.POSITIVE_INFINITY;

/**
 * Waits until the disk has a file. A disk that answered fast is waited for here, because the way to another thread and
 * back costs more; one that did not is waited for there, so that nothing else stands still.
 */
export async function waitForDisk(file: number): Promise<void> {
  const start = performance.now();
  if (last < FAST_MILLISECONDS) fsyncSync(file);
  else await syncElsewhere(file);
  last = performance.now() - start;
}
