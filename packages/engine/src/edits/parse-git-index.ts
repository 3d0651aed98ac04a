import type { FileStamp } from '../ports/workspace.ts';

/** What git noted of files when it last looked at them. */
export interface GitIndex {
  /** Whether the file has the size and the time that git noted. */
  fits(path: string, stamp: Pick<FileStamp, 'size' | 'modified'>): boolean;
  /** The name of the content that it had then, in hexadecimal digits; null where git does not have it. */
  objectOf(path: string): string | null;
  /** It names other repositories in folders of this one, or may do so in a part of it that lies elsewhere. */
  readonly mayHoldRepositories: boolean;
}

const HEADER_BYTES = 12;
const SIGNATURE = 0x44_49_52_43;
const ENTRY_BYTES = 62;
const OBJECT_BYTES = 20;
const EXTENDED = 0x4000;
const STAGE = 0x3000;
/** Of the mode, what kind of entry it is: another repository, or a folder whose entries are left out. */
const REPOSITORY = 0o16;
const FOLDER = 0o4;
/** `link` says that entries lie in another file. */
const SPLIT = 0x6c_69_6e_6b;
const HASH_BYTES = 20;
/** How long the name is; all bits mean that it is longer than they can say. */
const NAME_LENGTH = 0xfff;

/**
 * Reads the index without starting git: a repository's own configuration can make git start programs. Null for what cannot be read for
 * certain. Only where each path stands is kept, because most of a large index is never asked for.
 */
export function parseGitIndex(bytes: Uint8Array): GitIndex | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = findPlaces(bytes, view);
  if (found === null) return null;
  const { places } = found;
  return {
    mayHoldRepositories: found.mayHoldRepositories || !isWhole(view, found.end),
    fits: (path, { size, modified }) => {
      const at = places.get(path);
      if (at === undefined || view.getUint32(at + 36) !== size) return false;
      if (Math.floor(modified / 1000) !== view.getUint32(at + 8)) return false;
      const nanoseconds = view.getUint32(at + 12);
      return nanoseconds === 0 || Math.abs((modified % 1000) - nanoseconds / 1_000_000) < 0.002;
    },
    objectOf: (path) => {
      const at = places.get(path);
      if (at === undefined) return null;
      return Buffer.from(bytes.subarray(at + 40, at + 40 + OBJECT_BYTES)).toString('hex');
    },
  };
}

interface Places {
  readonly places: ReadonlyMap<string, number>;
  readonly mayHoldRepositories: boolean;
  /** Behind the last entry. */
  readonly end: number;
}

/** Whether nothing behind the entries says that there are others. */
function isWhole(view: DataView, start: number): boolean {
  const end = view.byteLength - HASH_BYTES;
  let at = start;
  while (at + 8 <= end) {
    if (view.getUint32(at) === SPLIT) return false;
    at += 8 + view.getUint32(at + 4);
  }
  return at === end;
}

function findPlaces(bytes: Uint8Array, view: DataView): Places | null {
  if (bytes.length < HEADER_BYTES || view.getUint32(0) !== SIGNATURE) return null;
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return null;
  const count = view.getUint32(8);
  const places = new Map<string, number>();
  // Thousands of short names: a buffer reads them in a fraction of the time that a decoder needs.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = HEADER_BYTES;
  let before = '';
  let mayHoldRepositories = false;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > bytes.length) return null;
    const flags = view.getUint16(at + 60);
    const kind = view.getUint32(at + 24) >>> 12;
    if (kind === REPOSITORY || kind === FOLDER) mayHoldRepositories = true;
    let name = at + ENTRY_BYTES + (version >= 3 && (flags & EXTENDED) !== 0 ? 2 : 0);
    let kept = '';
    if (version === 4) {
      const stripped = readOffset(bytes, name);
      if (stripped.value > before.length) return null;
      kept = before.slice(0, before.length - stripped.value);
      name = stripped.next;
    }
    const length = flags & NAME_LENGTH;
    const end = length === NAME_LENGTH ? bytes.indexOf(0, name) : name + length - kept.length;
    if (end < name || bytes[end] !== 0) return null;
    // What version 4 shares with the path before is counted in bytes; in latin1 each is one sign.
    const path = version === 4 ? kept + text.toString('latin1', name, end) : text.toString('utf8', name, end);
    if ((flags & STAGE) === 0) places.set(version === 4 ? Buffer.from(path, 'latin1').toString() : path, at);
    before = path;
    // Up to version 3 entries are padded to eight bytes, with one NUL at least.
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
  }
  return { places, mayHoldRepositories, end: at };
}

/** The number format of version 4: seven bits a byte, with one added for each that follows. */
function readOffset(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let next = start;
  let byte = bytes[next] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    next += 1;
    byte = bytes[next] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: next + 1 };
}
