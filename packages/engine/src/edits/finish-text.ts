import { countChanges, diffLines, type LineHunk } from './diff-lines.ts';
import { encodeText, type FileText, type LineEnds } from './file-text.ts';
import { applyReplacements, type Replacement } from './replacement.ts';

export interface FinishedText {
  /** Whether nothing is left of the file. */
  readonly isEmpty: boolean;
  readonly hunks: readonly LineHunk[];
  readonly added: number;
  readonly removed: number;
  /** The lines that are put in. */
  readonly fresh: string;
  readonly encode: () => Uint8Array;
}

/** The new bytes of a file, what changed in it by lines, and which lines are new. */
export function finishText(old: FileText, ordered: readonly Replacement[], bytes: Uint8Array): FinishedText {
  const { text } = old;
  const start = ordered[0]?.start ?? 0;
  const end = ordered.at(-1)?.end ?? 0;
  // What lies before the first change and after the last is the same, so the lines between decide.
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const to = lineEnd === -1 ? text.length : lineEnd + 1;
  const base = countLines(text, from);
  const region = text.slice(from, to);
  const freshRegion = applyReplacements(region, ordered, from);
  const freshTokens = tokensOf(freshRegion);
  const near = diffLines(tokensOf(region), freshTokens);
  const hunks = near.map((hunk) => moveHunk(hunk, base));
  return {
    isEmpty: freshRegion === '' && from === 0 && to === text.length,
    hunks,
    ...countChanges(hunks),
    fresh: near.map(({ newStart, newEnd }) => freshTokens.slice(newStart, newEnd).join('\n')).join('\n'),
    encode: () => (isPlain(old, bytes) ? spliceBytes(bytes, ordered) : encodeFinished(old, ordered)),
  };
}

/** Whether each character is one byte, in the file and in what is written. */
function isPlain({ text, bom, lineEnds }: FileText, bytes: Uint8Array): boolean {
  return text.length === bytes.length && bom === '' && lineEnds === '\n';
}

/** Where each character is one byte, what stays need not be written anew. */
function spliceBytes(bytes: Uint8Array, ordered: readonly Replacement[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of ordered) {
    pieces.push(bytes.subarray(at, start), Buffer.from(text, 'utf8'));
    at = end;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

function encodeFinished(old: FileText, ordered: readonly Replacement[]): Uint8Array {
  const text = applyReplacements(old.text, ordered, 0);
  const { lineEnds: ends } = old;
  const lineEnds = typeof ends === 'string' ? ends : mixedLineEnds({ text: old.text, ends }, ordered);
  return encodeText({ ...old, text, lineEnds });
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
function mixedLineEnds(
  { text, ends: old }: { readonly text: string; readonly ends: readonly boolean[] },
  ordered: readonly Replacement[],
): LineEnds {
  const ends: boolean[] = [];
  const last = old.at(-1) ?? false;
  let [at, line] = [0, 0];
  /** The ends of the lines up to there, which may stay or go. */
  const pass = (to: number): readonly boolean[] => {
    const count = countLines(text.slice(at, to), to - at);
    const passed = Array.from({ length: count }, (_, index) => old[line + index] ?? last);
    [at, line] = [to, line + count];
    return passed;
  };
  for (const { start, end, text: fresh } of ordered) {
    ends.push(...pass(start));
    const before = old[line - 1];
    const replaced = pass(end);
    // What ends within a line is a part of that line.
    const isLineStart = end === 0 || text[end - 1] === '\n';
    const own = isLineStart ? undefined : old[line];
    const beside = own ?? replaced.at(-1) ?? before ?? old[line] ?? last;
    const count = countLines(fresh, fresh.length);
    ends.push(...Array.from({ length: count }, (_, index) => replaced[index] ?? beside));
  }
  return [...ends, ...pass(text.length)];
}
