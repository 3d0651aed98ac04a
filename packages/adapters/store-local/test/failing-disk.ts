import { readFileSync } from 'node:fs';

import { systemCalls, type FileCalls } from '../src/file-calls.ts';

/** A disk behind the system's memory, which forgets what it was asked to keep when it fails. */
export interface FailingDisk {
  readonly calls: FileCalls;
  /** What would be left of the file after a power cut; holes are zeros. */
  readonly kept: () => Buffer;
  /** How many of the next syncs fail. */
  fail(count: number): void;
  /** What was asked of the disk, in order. */
  readonly asked: string[];
}

/**
 * Real files, and beside them a model of what the disk holds. As in Linux, bytes whose sync failed count as
 * written from then on: the next sync succeeds and does not write them, although they can still be read.
 */
export function makeFailingDisk(path: string): FailingDisk {
  let disk = Buffer.alloc(0);
  let dirty: (readonly [number, number])[] = [];
  let failures = 0;
  const asked: string[] = [];

  function write(file: number, bytes: Uint8Array, from: number, place?: number): number {
    const at = place ?? readFileSync(path).length;
    const count = systemCalls.write(file, bytes, from, place);
    dirty.push([at, at + count]);
    asked.push('write');
    return count;
  }

  function syncNow(): void {
    const lost = dirty;
    dirty = [];
    if (failures > 0) {
      failures -= 1;
      asked.push('failed sync');
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    }
    const content = readFileSync(path);
    const next = Buffer.alloc(Math.max(disk.length, ...lost.map(([, end]) => end)));
    disk.copy(next);
    for (const [start, end] of lost) content.copy(next, start, start, end);
    disk = next;
    asked.push('sync');
  }

  return {
    calls: {
      write,
      syncNow,
      sync: async () => {
        asked.push('begin');
        const { promise, resolve } = Promise.withResolvers<void>();
        setTimeout(resolve, 5);
        await promise;
        syncNow();
      },
    },
    kept: () => disk,
    fail: (count) => {
      failures = count;
    },
    asked,
  };
}
