import { fsync } from 'node:fs';
import { promisify } from 'node:util';

const syncElsewhere = promisify(fsync);

/**
 * Waits until the disk has a file or a folder, on another thread always: something else is done meanwhile, and the system makes
 * one wait of several that come at once.
 */
export async function waitForDisk(file: number): Promise<void> {
  await syncElsewhere(file);
}
