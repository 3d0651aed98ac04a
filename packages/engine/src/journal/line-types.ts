import type { EntryType } from '@rook/contract';

import type { Line } from '../ports/store.ts';

const MARK = Buffer.from('"event_type":"');
const LONGEST = 32;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Gives the text of a line that may be an entry of one of the types, and null for others, which are not even decoded. */
export function createTypedText(types: readonly EntryType[]): (line: Line) => string | null {
  const wanted = types.map((type) => `${type}"`);
  return ({ bytes, finished, whole }) => {
    if (!finished || whole !== undefined) return null;
    if (!isAbout(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), wanted)) return null;
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
}

/** The first type named in a line is nearly always its own. */
function isAbout(line: Buffer, wanted: readonly string[]): boolean {
  for (let at = line.indexOf(MARK); at !== -1; at = line.indexOf(MARK, at + 1)) {
    const start = at + MARK.length;
    const type = line.toString('latin1', start, start + LONGEST);
    if (wanted.some((one) => type.startsWith(one))) return true;
  }
  return false;
}
