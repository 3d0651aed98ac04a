import { contentHash, type FileWrite } from '@rook/engine';

/** Text as an editor holds it, and what it puts before it on the disk. */
export interface ChangedText {
  readonly old: string;
  readonly fresh: string;
}

const BOM = '\uFEFF';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * The change as the editor would carry it out; null where it would not write exactly these bytes: it holds one kind of line end for a
 * whole file, and text in another encoding than UTF-8 is nothing that it was shown here.
 */
export function textOfChange(shown: string, { expected, bytes }: FileWrite): ChangedText | null {
  if (expected === null || bytes === null) return null;
  const mark = [BOM, ''].find((start) => contentHash(encoder.encode(`${start}${shown}`)) === expected);
  const text = decode(bytes);
  if (mark === undefined || text === null || text.startsWith(BOM) !== (mark === BOM)) return null;
  const fresh = text.slice(mark.length);
  return endsOf(shown) === 'mixed' || !fits(endsOf(fresh), endsOf(shown)) ? null : { old: shown, fresh };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

type LineEnds = 'none' | 'lf' | 'crlf' | 'mixed';

function endsOf(text: string): LineEnds {
  const pairs = text.match(/\r\n/gu)?.length ?? 0;
  const all = text.match(/[\r\n]/gu)?.length ?? 0;
  if (all === 0) return 'none';
  if (pairs * 2 === all) return 'crlf';
  return pairs === 0 && !text.includes('\r') ? 'lf' : 'mixed';
}

/** A text of one line says nothing about how the editor would end a second one. */
function fits(fresh: LineEnds, shown: LineEnds): boolean {
  return fresh === 'none' || fresh === shown;
}

/** What differs, in places of the old text: as little as there is, so that cursors and folds stay. */
export function differenceOf({ old, fresh }: ChangedText): {
  readonly start: number;
  readonly end: number;
  readonly text: string;
} {
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start += 1;
  start = beginOf(old, start);
  let back = 0;
  while (back < shorter - start && old[old.length - back - 1] === fresh[fresh.length - back - 1]) back += 1;
  while (back > 0 && isInside(old, old.length - back)) back -= 1;
  return { start, end: old.length - back, text: fresh.slice(start, fresh.length - back) };
}

function beginOf(text: string, place: number): number {
  return isInside(text, place) ? place - 1 : place;
}

/** Within a line end or a character, where an editor has no place. */
function isInside(text: string, place: number): boolean {
  const [before, after] = [text.charCodeAt(place - 1), text.charCodeAt(place)];
  const isLineEnd = before === 0x0d && after === 0x0a;
  return isLineEnd || (before >= 0xd8_00 && before <= 0xdb_ff && after >= 0xdc_00 && after <= 0xdf_ff);
}
