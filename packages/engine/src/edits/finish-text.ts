import { countChanges, diffLines, type LineHunk } from './diff-lines.ts';
import type { FileText, LineEnds } from './file-text.ts';
import { applyReplacements, type Replacement } from './replacement.ts';

export interface FinishedText {
  readonly text: FileText;
  readonly hunks: readonly LineHunk[];
  readonly added: number;
  readonly removed: number;
  /** The lines that are put in. */
  readonly fresh: string;
}

/** The new text of a file, what changed in it by lines, and the line ends that it has then. */
export function finishText(old: FileText, ordered: readonly Replacement[]): FinishedText {
  const { text } = old;
  const fresh = applyReplacements(text, ordered);
  const start = ordered[0]?.start ?? 0;
  const end = ordered.at(-1)?.end ?? 0;
  // What lies before the first change and after the last is the same, so the lines between decide.
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const kept = lineEnd === -1 ? 0 : text.length - lineEnd - 1;
  const base = countLines(text, from);
  const freshTokens = tokensOf(fresh.slice(from, fresh.length - kept));
  const near = diffLines(tokensOf(text.slice(from, text.length - kept)), freshTokens);
  const hunks = near.map((hunk) => moveHunk(hunk, base));
  const put = near.map(({ newStart, newEnd }) => freshTokens.slice(newStart, newEnd).join('\n')).join('\n');
  const lineEnds =
    typeof old.lineEnds === 'string' ? old.lineEnds : mixedLineEnds(old.lineEnds, hunks, fresh);
  return { text: { ...old, text: fresh, lineEnds }, hunks, ...countChanges(hunks), fresh: put };
}

/** Lines as they are compared: one without a line break differs from the same one with it. */
export function tokensOf(text: string): string[] {
  if (text === '') return [];
  const tokens = text.split('\n');
  const last = tokens.pop() ?? '';
  if (last !== '') tokens.push(`${last}\n`);
  return tokens;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function moveHunk({ oldStart, oldEnd, newStart, newEnd }: LineHunk, by: number): LineHunk {
  return { oldStart: oldStart + by, oldEnd: oldEnd + by, newStart: newStart + by, newEnd: newEnd + by };
}

/** Kept lines keep their end; a changed line takes that of the line it replaces, a new one that of its neighbour. */
function mixedLineEnds(old: readonly boolean[], hunks: readonly LineHunk[], fresh: string): LineEnds {
  const ends: boolean[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    for (; at < oldStart; at += 1) ends.push(old[at] ?? old.at(-1) ?? false);
    for (let index = 0; index < newEnd - newStart; index += 1) {
      const own = oldEnd > oldStart ? old[oldStart + Math.min(index, oldEnd - oldStart - 1)] : undefined;
      ends.push(own ?? old[oldStart - 1] ?? old[oldEnd] ?? old.at(-1) ?? false);
    }
    at = oldEnd;
  }
  const count = countLines(fresh, fresh.length);
  for (; ends.length < count; at += 1) ends.push(old[at] ?? old.at(-1) ?? false);
  return ends;
}
