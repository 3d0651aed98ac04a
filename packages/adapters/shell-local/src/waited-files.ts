/** Memory of the process that is looked at. */
export type ReadOwnMemory = (address: number, length: number) => Uint8Array | null;

const POLL_BYTES = 8;
/** That something can be read. */
const POLL_IN = 1;
/** More than that nobody waits for who waits for input. */
const MOST_FILES = 1024;

/** The files that a process waits for with `poll`; null where they cannot be read, or it waits for more than reading. */
export function readPolled(
  readMemory: ReadOwnMemory,
  address: number,
  count: number,
): readonly number[] | null {
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
  /** The same for what it writes, and for what is out of the ordinary. */
  readonly others: readonly number[];
}

/** The same for `select`. */
export function readSelected(
  readMemory: ReadOwnMemory,
  { count, read, others }: SelectedFiles,
): readonly number[] | null {
  if (count > MOST_FILES) return null;
  const sets = others.map((address) => readSet(readMemory, address, count));
  return sets.every((set) => set !== null && set.length === 0) ? readSet(readMemory, read, count) : null;
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
