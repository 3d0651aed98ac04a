/** What git noted of a file when it last looked at it, and the name of the content that it had. */
export interface IndexedFile {
  /** The name of the object. */
  readonly object: Uint8Array;
  readonly size: number;
  /** In whole seconds. */
  readonly seconds: number;
  readonly nanoseconds: number;
}

const HEADER_BYTES = 12;
const SIGNATURE = 0x44_49_52_43;
const ENTRY_BYTES = 62;
const OBJECT_BYTES = 20;
const EXTENDED = 0x4000;
const STAGE = 0x3000;

/**
 * The index of git by paths, read without starting git: a repository's own configuration can make git start programs. Null for what
 * cannot be read for certain.
 */
export function parseGitIndex(bytes: Uint8Array): ReadonlyMap<string, IndexedFile> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getUint32(0) !== SIGNATURE) return null;
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return null;
  const count = view.getUint32(8);
  const files = new Map<string, IndexedFile>();
  const decoder = new TextDecoder();
  let at = HEADER_BYTES;
  let before: Uint8Array = new Uint8Array();
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > bytes.length) return null;
    const flags = view.getUint16(at + 60);
    let name = at + ENTRY_BYTES + (version >= 3 && (flags & EXTENDED) !== 0 ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      const stripped = readOffset(bytes, name);
      kept = before.length - stripped.value;
      name = stripped.next;
    }
    const end = bytes.indexOf(0, name);
    if (end === -1 || kept < 0) return null;
    const path =
      version === 4
        ? joinBytes(before.subarray(0, kept), bytes.subarray(name, end))
        : bytes.subarray(name, end);
    if ((flags & STAGE) === 0)
      files.set(decoder.decode(path), {
        object: bytes.subarray(at + 40, at + 40 + OBJECT_BYTES),
        size: view.getUint32(at + 36),
        seconds: view.getUint32(at + 8),
        nanoseconds: view.getUint32(at + 12),
      });
    before = path;
    // Up to version 3 entries are padded to eight bytes, with one NUL at least.
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
  }
  return files;
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

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
