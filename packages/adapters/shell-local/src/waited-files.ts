import { readText } from './process-table.ts';
import type { WaitingCall } from './thread-calls.ts';

/** Memory of the process that is looked at. */
export type ReadOwnMemory = (address: number, length: number) => Uint8Array | null;

/**
 * The files for which a call waits until one of them has something to say; null where it waits for a while only, where they cannot be
 * read, and where it waits for something else.
 */
export function readWaited(
  id: number,
  { kind, given }: WaitingCall,
  readMemory: ReadOwnMemory,
): readonly number[] | null {
  const [first = -1, second = 0, third = 0, fourth = 0, fifth = 0] = given;
  switch (kind) {
    case 'read':
      return [first];
    case 'epoll':
      return waitsLong(fourth) ? readWatched(id, first) : null;
    case 'epoll2':
      return fourth === 0 ? readWatched(id, first) : null;
    case 'poll':
      return waitsLong(third) ? readPolled(readMemory, first, second) : null;
    case 'ppoll':
      return third === 0 ? readPolled(readMemory, first, second) : null;
    case 'select':
      return fifth === 0
        ? readSelected(readMemory, { count: first, read: second, written: third, unusual: fourth })
        : null;
    case 'thread':
    case 'process':
    case 'signal':
    case 'signal2':
      return null;
  }
}

/** Minus one in 32 bits, where a call is given milliseconds. */
export const NO_LIMIT = 0xffff_ffff;

/** Minus one, in 32 bits or in 64. */
function waitsLong(milliseconds: number): boolean {
  return milliseconds === NO_LIMIT || milliseconds >= 2 ** 63;
}

function readWatched(id: number, poll: number): readonly number[] | null {
  const text = readText(`/proc/${id}/fdinfo/${poll}`);
  return text === null ? null : [...text.matchAll(/^tfd:\s*(\d+)/gmu)].map(([, file]) => Number(file));
}

const POLL_BYTES = 8;
/** That something can be read. */
const POLL_IN = 1;
/** More than that nobody waits for who waits for input. */
const MOST_FILES = 1024;

/** The files that a process waits for with `poll`; null where they cannot be read, or it waits for more than reading. */
function readPolled(readMemory: ReadOwnMemory, address: number, count: number): readonly number[] | null {
  if (count > MOST_FILES) return null;
  const bytes = readMemory(address, count * POLL_BYTES);
  if (bytes === null) return null;
  const memory = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
  /** The same for what it writes. */
  readonly written: number;
  /** The same for what is out of the ordinary, which editors want to hear of their input too. */
  readonly unusual: number;
}

/** The same for `select`. */
function readSelected(
  readMemory: ReadOwnMemory,
  { count, read, written, unusual }: SelectedFiles,
): readonly number[] | null {
  if (count > MOST_FILES) return null;
  const [reads, writes, others] = [read, written, unusual].map((set) => readSet(readMemory, set, count));
  if (reads === null || reads === undefined || others === null || writes?.length !== 0) return null;
  return [...new Set([...reads, ...(others ?? [])])];
}

function readSet(readMemory: ReadOwnMemory, address: number, count: number): readonly number[] | null {
  if (address === 0) return [];
  const memory = readMemory(address, Math.ceil(count / 8));
  if (memory === null) return null;
  const files: number[] = [];
  for (let file = 0; file < count; file += 1)
    if ((((memory[file >> 3] ?? 0) >> (file & 7)) & 1) === 1) files.push(file);
  return files;
}
