import { closeSync, openSync, readSync } from 'node:fs';

/** Memory of a process, as the store gives it to whoever composes it. */
export function readMemory(id: number, address: number, length: number): Uint8Array | null {
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
}
