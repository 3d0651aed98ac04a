import { closeSync, openSync, readSync } from 'node:fs';

import type { ReadMemory } from '@rook/engine';

/** As Linux shows it; elsewhere nothing can be read. */
export const readProcessMemory: ReadMemory = (id, address, length) => {
  try {
    const file = openSync(`/proc/${id}/mem`, 'r');
    try {
      const bytes = new Uint8Array(length);
      return readSync(file, bytes, 0, length, address) === length ? bytes : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
};
