import {
  ENTRY_BYTES,
  EXTENDED,
  FOLDER,
  fromBytes,
  HEADER_BYTES,
  isWhole,
  NAME_LENGTH,
  SIGNATURE,
} from './git-index-format.ts';

/** Where more than this part of the entries is other, to understand all of them takes no longer. */
const MOST_OTHER = 0.25;
/** So many entries are compared at once, at most. */
const LONGEST_RUN = 4096;

/**
 * The paths whose entries are not in both of two indexes of git with the very same bytes. Null where that cannot be said for certain:
 * entries that lie in another file, or that stand for a whole folder, paths that are not whole, and what is torn. It is found without
 * understanding what is the same: most of an index is that, and is compared in long runs.
 */
export function findOtherEntries(before: Uint8Array, now: Uint8Array): readonly string[] | null {
  const [old, fresh] = [openEntries(before), openEntries(now)];
  if (old === null || fresh?.version !== old.version) return null;
  const other = new Set<string>();
  const starts = old.findStarts();
  if (starts === null) return null;
  const most = old.count * MOST_OTHER;
  let [place, at, seen, run] = [0, HEADER_BYTES, 0, LONGEST_RUN];
  while (place < old.count || seen < fresh.count) {
    const length = Math.min(run, old.count - place, fresh.count - seen);
    const [start = 0, end = 0] = [starts[place], starts[place + length]];
    const until = at + end - start;
    const canBeSame = length > 0 && until <= fresh.bytes.length;
    if (canBeSame && old.bytes.compare(fresh.bytes, at, until, start, end) === 0) {
      [place, at, seen] = [place + length, until, seen + length];
      run = Math.min(run * 2, LONGEST_RUN);
    } else if (length > 1) run = Math.ceil(length / 2);
    else {
      const [gone, made] = [
        place < old.count ? old.entryAt(start) : null,
        seen < fresh.count ? fresh.entryAt(at) : null,
      ];
      if (gone === 'torn' || made === 'torn' || other.size > most) return null;
      const order = gone === null ? 1 : made === null ? -1 : compareNames(gone.name, made.name);
      if (gone !== null && order <= 0) {
        other.add(fromBytes(gone.name));
        place += 1;
      }
      if (made !== null && order >= 0) {
        if (made.kind === FOLDER) return null;
        other.add(fromBytes(made.name));
        [at, seen] = [made.end, seen + 1];
      }
    }
  }
  return isWhole(viewOf(now), at) ? [...other] : null;
}

interface Entry {
  /** With one sign for each byte. */
  readonly name: string;
  readonly kind: number;
  /** Behind it. */
  readonly end: number;
}

interface Entries {
  readonly version: number;
  readonly count: number;
  readonly bytes: Buffer;
  /** Where each entry begins, and where the last one ends; null where they are not whole. */
  findStarts(): Int32Array | null;
  entryAt(at: number): Entry | 'torn';
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function openEntries(all: Uint8Array): Entries | null {
  if (all.length < HEADER_BYTES) return null;
  const bytes = Buffer.from(all.buffer, all.byteOffset, all.byteLength);
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  if (bytes.readUInt32BE(0) !== SIGNATURE || version < 2 || version > 3) return null;
  if (count * ENTRY_BYTES > bytes.length) return null;
  const nameAt = (at: number): number =>
    at + ENTRY_BYTES + (version === 3 && (bytes.readUInt16BE(at + 60) & EXTENDED) !== 0 ? 2 : 0);
  const endOf = (at: number): number => {
    const name = nameAt(at);
    const length = bytes.readUInt16BE(at + 60) & NAME_LENGTH;
    return length === NAME_LENGTH ? bytes.indexOf(0, name) : name + length;
  };
  return {
    version,
    count,
    bytes,
    findStarts: () => {
      const starts = new Int32Array(count + 1);
      let at = HEADER_BYTES;
      // This runs for every file, in a process that has just begun: nothing is called for most of them.
      for (let index = 0; index < count; index += 1) {
        starts[index] = at;
        if (at + ENTRY_BYTES > bytes.length) return null;
        const flags = ((bytes[at + 60] ?? 0) << 8) | (bytes[at + 61] ?? 0);
        const isPlain = (flags & EXTENDED) === 0 && (flags & NAME_LENGTH) < NAME_LENGTH;
        const end = isPlain ? at + ENTRY_BYTES + (flags & NAME_LENGTH) : endOf(at);
        if (end < at) return null;
        at += (end - at + 8) & ~7;
      }
      starts[count] = at;
      return at <= bytes.length ? starts : null;
    },
    entryAt: (at) => {
      if (at + ENTRY_BYTES > bytes.length) return 'torn';
      const end = endOf(at);
      if (end < at || bytes[end] !== 0) return 'torn';
      const kind = bytes.readUInt32BE(at + 24) >>> 12;
      return { name: bytes.toString('latin1', nameAt(at), end), kind, end: behind(at, end) };
    },
  };
}

/** Entries are padded to eight bytes, with one NUL at least. */
function behind(at: number, end: number): number {
  return at + ((end - at + 8) & ~7);
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
