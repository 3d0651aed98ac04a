import { markWords, type WordPiece } from './mark-words.ts';
import type { DiffRow } from './parse-diff.ts';

/** A line as it is shown: with marks where a line took the place of another. */
export interface MarkedRow extends DiffRow {
  readonly pieces: readonly WordPiece[] | null;
}

/** What stands beside each other; null: nothing stands there. */
export interface RowPair {
  readonly left: MarkedRow | null;
  readonly right: MarkedRow | null;
}

/** Removed lines and the added ones behind them belong together, in their order. */
export function pairRows(rows: readonly DiffRow[]): readonly RowPair[] {
  const pairs: RowPair[] = [];
  for (let place = 0; place < rows.length;) {
    const row = rows[place];
    if (row === undefined) break;
    if (row.kind !== 'removed' && row.kind !== 'added') {
      const plain = { ...row, pieces: null };
      pairs.push({ left: plain, right: plain });
      place += 1;
      continue;
    }
    const removed = takeWhile(rows, place, 'removed');
    const added = takeWhile(rows, place + removed.length, 'added');
    pairs.push(...pairChanged(removed, added));
    place += removed.length + added.length;
  }
  return pairs;
}

function takeWhile(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): readonly DiffRow[] {
  const end = rows.findIndex((row, place) => place >= from && row.kind !== kind);
  return rows.slice(from, end < 0 ? rows.length : end);
}

function pairChanged(removed: readonly DiffRow[], added: readonly DiffRow[]): readonly RowPair[] {
  const length = Math.max(removed.length, added.length);
  return Array.from({ length }, (_, place) => {
    const left = removed[place];
    const right = added[place];
    const marked = left === undefined || right === undefined ? null : markWords(left.text, right.text);
    return {
      left: left === undefined ? null : { ...left, pieces: marked?.removed ?? null },
      right: right === undefined ? null : { ...right, pieces: marked?.added ?? null },
    };
  });
}

/** The same lines one below the other: of a change all removed ones first. */
export function inlineRows(pairs: readonly RowPair[]): readonly MarkedRow[] {
  const rows: MarkedRow[] = [];
  let added: MarkedRow[] = [];
  for (const { left, right } of pairs) {
    const isChange = left?.kind === 'removed' || right?.kind === 'added';
    if (!isChange) {
      rows.push(...added.splice(0));
      if (left !== null) rows.push(left);
      continue;
    }
    if (left?.kind === 'removed' && added.length > 0 && rows.at(-1)?.kind !== 'removed') {
      rows.push(...added);
      added = [];
    }
    if (left?.kind === 'removed') rows.push(left);
    if (right?.kind === 'added') added.push(right);
  }
  return [...rows, ...added];
}
