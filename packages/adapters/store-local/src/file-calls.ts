import { fdatasync, fdatasyncSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const syncData = promisify(fdatasync);

/** The calls by which bytes get to the disk. A test puts a disk that fails or forgets into their place. */
export interface FileCalls {
  /** Writes what follows `from`, at the end of the file or at `place`; answers how many bytes it took. */
  readonly write: (file: number, bytes: Uint8Array, from: number, place?: number) => number;
  /** Stands still until the disk has what was written. */
  readonly syncNow: (file: number) => void;
  /** The same on another thread. */
  readonly sync: (file: number) => Promise<void>;
}

export const systemCalls: FileCalls = {
  write: (file, bytes, from, place) => writeSync(file, bytes, from, undefined, place),
  syncNow: (file) => fdatasyncSync(file),
  sync: async (file) => syncData(file),
};
