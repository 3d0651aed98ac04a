export const HEADER_BYTES = 12;
export const SIGNATURE = 0x44_49_52_43;
export const ENTRY_BYTES = 62;
export const OBJECT_BYTES = 20;
export const EXTENDED = 0x4000;
/** Git was told to take such a file for unchanged without looking at it. */
export const ASSUMED = 0x8000;
export const STAGE = 0x3000;
/** Of the mode, what kind of entry it is: another repository, or a folder whose entries are left out. */
export const REPOSITORY = 0o16;
export const FOLDER = 0o4;
export const PLAIN_FILE = 0o10;
/** `link` says that entries lie in another file. */
const SPLIT = 0x6c_69_6e_6b;
const HASH_BYTES = 20;
/** How long the name is; all bits mean that it is longer than they can say. */
export const NAME_LENGTH = 0xfff;

export const BEYOND_ASCII = /[^\0-\x7f]/u;

/** Whether nothing behind the entries says that there are others. */
export function isWhole(view: DataView, start: number): boolean {
  const end = view.byteLength - HASH_BYTES;
  let at = start;
  while (at + 8 <= end) {
    if (view.getUint32(at) === SPLIT) return false;
    at += 8 + view.getUint32(at + 4);
  }
  return at === end;
}

/** The text that is written with these bytes, one sign for each. */
export function fromBytes(bytes: string): string {
  return BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}
