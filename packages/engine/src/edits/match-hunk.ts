import { chooseBelow } from './choose-below.ts';
import { matchBlock, sharesIndent, shiftLine, trimBlanks, type Fit } from './match-block.ts';
import { checkNeighbours } from './match-neighbours.ts';
import type { Hunk } from './parse-unified-diff.ts';
import type { LineChange } from './replacement.ts';
import type { TextLines } from './text-lines.ts';

/** Where a hunk belongs and what it changes there, or why nobody can say. */
export type HunkMatch =
  | {
      readonly kind: 'found';
      readonly changes: readonly LineChange[];
      /** The lines that the hunk names, `[from, to)`. */
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'missing'; readonly block: readonly string[] }
  | { readonly kind: 'ambiguous'; readonly lines: readonly number[] }
  | { readonly kind: 'unclear'; readonly line: number | null; readonly why: string };

/**
 * Finds the one place where the kept and removed lines of a hunk stand. Line numbers of a header are not asked:
 * models get them wrong, and among equal places a wrong number would choose a wrong one.
 */
export function matchHunk(lines: TextLines, hunk: Hunk): HunkMatch {
  const block = hunk.lines.filter(({ kind }) => kind !== '+').map(({ text }) => text);
  if (block.length === 0) return matchBare(lines, hunk);
  if (block.every((line) => trimBlanks(line) === '')) {
    return {
      kind: 'unclear',
      line: null,
      why: 'it names only blank lines; add lines that stand around the place',
    };
  }
  const fits = matchBlock(lines, block).filter(
    ({ line }) => !hunk.toEnd || line + block.length === lines.count,
  );
  const below = chooseBelow(lines, hunk.headings, fits);
  if ('missing' in below) return { kind: 'missing', block: [below.missing] };
  const { chosen } = below;
  const [fit, ...others] = chosen;
  if (fit === undefined) {
    const [before] = fits;
    if (before === undefined) return { kind: 'missing', block };
    return {
      kind: 'unclear',
      line: before.line,
      why: 'its place does not stand in what begins with the line after its "@@"',
    };
  }
  if (others.length > 0) return { kind: 'ambiguous', lines: chosen.map(({ line }) => line) };
  if (fit.shift.kind === 'other') return { kind: 'missing', block };
  if (hunk.open && couldGoOn(lines, block, fit)) {
    return {
      kind: 'unclear',
      line: fit.line,
      why: 'it ends without a line break, and its last line could be cut off',
    };
  }
  const repeats = checkNeighbours(
    lines.text,
    { start: lines.start(fit.line), end: lines.end(fit.line + block.length - 1) },
    block,
    hunk.lines.filter(({ kind }) => kind !== '-').map(({ text }) => text),
  );
  if (repeats !== null) return { kind: 'unclear', line: fit.line, why: repeats };
  const changes = isMovable(hunk, fit) ? composeChanges(lines, hunk, fit) : null;
  if (changes === null) {
    const why =
      'its lines are indented differently there, and the added lines cannot be moved with certainty';
    return { kind: 'unclear', line: fit.line, why };
  }
  return { kind: 'found', changes, from: fit.line, to: fit.line + block.length };
}

/** A hunk of added lines alone has a place only in an empty file or at the end. */
function matchBare(lines: TextLines, { lines: hunkLines, toEnd }: Hunk): HunkMatch {
  const { count } = lines;
  if (count > 0 && !toEnd) {
    return {
      kind: 'unclear',
      line: null,
      why: 'it names no line of the file; add lines that stand around the place',
    };
  }
  const change = { from: count, to: count, lines: hunkLines.map(({ text }) => text) };
  return { kind: 'found', changes: [change], from: Math.max(count - 1, 0), to: count };
}

/** Whether the block fits another place too if its last line is only the beginning of a line. */
function couldGoOn(lines: TextLines, block: readonly string[], { line: found }: Fit): boolean {
  const last = trimBlanks(block.at(-1) ?? '');
  const rest = block.slice(0, -1);
  const starts = rest.some((line) => trimBlanks(line) !== '')
    ? matchBlock(lines, rest).map(({ line }) => line)
    : Array.from({ length: lines.count }, (_, line) => line);
  return starts.some(
    (line) =>
      line !== found &&
      trimBlanks(lines.at(line + rest.length)).startsWith(last) &&
      line + rest.length < lines.count,
  );
}

/**
 * Added lines can be moved with the others if removed lines show that they were written with one indentation.
 * Kept lines do not show it: where the blank that marks them was forgotten, they alone seem to be moved.
 */
function isMovable({ lines }: Hunk, { shift }: Fit): boolean {
  const textsOf = (kind: string): string[] =>
    lines.filter((line) => line.kind === kind).map(({ text }) => text);
  const added = textsOf('+');
  if (shift.kind === 'none' || added.every((line) => trimBlanks(line) === '')) return true;
  const removed = textsOf('-');
  return removed.some((line) => trimBlanks(line) !== '') && sharesIndent(removed, added, shift);
}

/** Only the runs of changed lines, so that what two hunks both keep does not overlap. */
function composeChanges(lines: TextLines, hunk: Hunk, { line, shift }: Fit): LineChange[] | null {
  const changes: LineChange[] = [];
  let at = line;
  let run: { from: number; lines: string[] } | null = null;
  const closeRun = (): void => {
    if (run === null) return;
    const close = hunk.close !== undefined && at === lines.count ? { close: hunk.close } : {};
    changes.push({ from: run.from, to: at, lines: run.lines, ...close });
    run = null;
  };
  for (const { kind, text } of hunk.lines) {
    if (kind === ' ') {
      closeRun();
      at += 1;
      continue;
    }
    const open: { from: number; lines: string[] } = run ?? { from: at, lines: [] };
    run = open;
    if (kind === '-') {
      at += 1;
      continue;
    }
    const moved = shiftLine(text, shift);
    if (moved === null) return null;
    open.lines.push(moved);
  }
  closeRun();
  return changes;
}
