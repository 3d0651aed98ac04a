import { closeSync, openSync, readSync } from 'node:fs';

const POLL_BYTES = 8;
/** That something can be read. */
const POLL_IN = 1;
/** More than that nobody waits for who waits for input. */
const MOST_FILES = 1024;

/** The files that a process waits for with `poll`; null where they cannot be read, or it waits for more than reading. */
export function readPolled(id: number, address: number, count: number): readonly number[] | null {
  if (count > MOST_FILES) return null;
  const memory = readMemory(id, address, count * POLL_BYTES);
  if (memory === null) return null;
  const files: number[] = [];
  for (let at = 0; at < memory.byteLength; at += POLL_BYTES) {
    const file = memory.getInt32(at, true);
    // One below zero is left out.
    if (file < 0) continue;
    if ((memory.getInt16(at + 4, true) & POLL_IN) === 0) return null;
    files.push(file);
  }
  return files;
}

interface SelectedFiles {
  /** One more than the highest file. */
  readonly count: number;
  /** Where the set of those lies that it reads; zero for none. */
  readonly read: number;
  /** The same for what it writes, and for what is out of the ordinary. */
  readonly others: readonly number[];
}

/** The same for `select`. */
export function readSelected(id: number, { count, read, others }: SelectedFiles): readonly number[] | null {
  if (count > MOST_FILES) return null;
  const sets = others.map((address) => readSet(id, address, count));
  return sets.every((set) => set !== null && set.length === 0) ? readSet(id, read, count) : null;
}

function readSet(id: number, address: number, count: number): readonly number[] | null {
  if (address === 0) return [];
  const memory = readMemory(id, address, Math.ceil(count / 8));
  if (memory === null) return null;
  const files: number[] = [];
  for (let file = 0; file < count; file += 1)
    if (((memory.getUint8(file >> 3) >> (file & 7)) & 1) === 1) files.push(file);
  return files;
}

function readMemory(id: number, address: number, length: number): DataView | null {
  try {
    const file = openSync(`/proc/${id}/mem`, 'r');
    try {
      const bytes = new Uint8Array(length);
      return length > 0 && readSync(file, bytes, 0, length, address) === length
        ? new DataView(bytes.buffer)
        : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
