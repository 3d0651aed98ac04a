import { diffLines, type LineHunk } from './diff-lines.ts';
import { decodeText } from './file-text.ts';
import { tokensOf } from './finish-text.ts';

/** Lines `[start, end)`, counted from 0; an empty one is the place before `start`. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Neighbours touch: a change right beside another one cannot be told apart from it later. */
export function touches({ start, end }: LineRange, hunk: LineHunk): boolean {
  return hunk.oldStart <= end && hunk.oldEnd >= start;
}

/** Where the lines are after the hunks; with what replaced them, where a hunk touches them. */
export function carryLines(range: LineRange, hunks: readonly LineHunk[]): LineRange {
  let [start, end] = [range.start, range.end];
  let [moved, grown] = [0, 0];
  for (const hunk of hunks) {
    const more = hunk.newEnd - hunk.newStart - (hunk.oldEnd - hunk.oldStart);
    if (touches(range, hunk)) {
      start = Math.min(start, hunk.oldStart);
      end = Math.max(end, hunk.oldEnd);
      grown += more;
    } else if (hunk.oldEnd <= range.start) moved += more;
  }
  return { start: start + moved, end: end + moved + grown };
}

/** The hunks of an entry, which count from 1 and name no new lines. */
export function readHunks(
  hunks: readonly { readonly start: number; readonly removed: number; readonly added: number }[],
): LineHunk[] {
  let moved = 0;
  return hunks.map(({ start, removed, added }) => {
    const oldStart = start - 1;
    const newStart = oldStart + moved;
    moved += added - removed;
    return { oldStart, oldEnd: oldStart + removed, newStart, newEnd: newStart + added };
  });
}

/** Where two contents differ by lines; no content has no lines. Null where one of them is no text. */
export function compareBytes(before: Uint8Array | null, after: Uint8Array | null): LineHunk[] | null {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  return old === null || fresh === null ? null : diffLines(old, fresh);
}

function linesOf(bytes: Uint8Array | null): string[] | null {
  const text = bytes === null ? { text: '' } : decodeText(bytes);
  return text === null ? null : tokensOf(text.text);
}
