import type { TextLines } from './text-lines.ts';

/** Characters `[start, end)` of the text become `text`. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the same change could also be made, because equal text stands around it. */
  readonly reach?: { readonly start: number; readonly end: number };
}

/** Lines `[from, to)` become `lines`; with `close` the change is also about the final line break. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly close?: boolean;
  /** Changes of one list have an order, also where they touch. */
  readonly list?: number;
}

/**
 * Puts the changes of lines into order and joins those that touch; null when two of them overlap. An insertion touches nothing that is
 * not of its own list: nobody could say which comes first, and a hunk that was written twice would be put in twice.
 */
export function joinLineChanges(changes: readonly LineChange[]): LineChange[] | null {
  const joined: LineChange[] = [];
  for (const change of changes.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1);
    if (last === undefined || change.from > last.to) {
      joined.push(change);
      continue;
    }
    if (change.from < last.to) return null;
    const isOrdered = change.list !== undefined && change.list === last.list;
    if (!isOrdered && (isBare(change) || isBare(last))) return null;
    const close = change.close ?? last.close;
    joined[joined.length - 1] = {
      from: last.from,
      to: change.to,
      lines: [...last.lines, ...change.lines],
      ...(close === undefined ? {} : { close }),
      ...(isOrdered ? { list: change.list } : {}),
    };
  }
  return joined;
}

function isBare({ from, to }: LineChange): boolean {
  return from === to;
}

/** The same change in characters. The file ends with a line break afterwards if it did before. */
export function toReplacement(lines: TextLines, { from, to, lines: fresh, close }: LineChange): Replacement {
  const { text, count, closed } = lines;
  const joined = fresh.join('\n');
  if (to === count && from < count && close !== undefined && (close || fresh.length > 0)) {
    const end = close && fresh.length > 0 ? '\n' : '';
    return { start: lines.start(from), end: text.length, text: joined + end };
  }
  if (from === to) {
    if (fresh.length === 0) return { start: lines.start(from), end: lines.start(from), text: '' };
    if (from < count || closed || count === 0) {
      return { start: lines.start(from), end: lines.start(from), text: `${joined}\n` };
    }
    return { start: text.length, end: text.length, text: `\n${joined}` };
  }
  if (fresh.length > 0) return { start: lines.start(from), end: lines.end(to - 1), text: joined };
  if (to < count || from === 0) return { start: lines.start(from), end: lines.start(to), text: '' };
  return { start: lines.end(from - 1), end: lines.end(to - 1), text: '' };
}

/** Leaves out what both texts begin and end with, so that only what changes can overlap. */
export function tighten({ start, end, text }: Replacement, old: string): Replacement {
  const shorter = Math.min(end - start, text.length);
  let front = 0;
  while (front < shorter && old.charCodeAt(start + front) === text.charCodeAt(front)) front += 1;
  let back = 0;
  while (back < shorter && old.charCodeAt(end - back - 1) === text.charCodeAt(text.length - back - 1))
    back += 1;
  const left = Math.min(back, shorter - front);
  const reach = { start: start + Math.min(front, shorter - back), end: end - left };
  return { start: start + front, end: end - left, text: text.slice(front, text.length - left), reach };
}

/**
 * In the order of the text; null when two overlap, wherever equal text lets them be made. An insertion must not
 * even touch another change: nobody could say which of the two comes first.
 */
export function orderReplacements(replacements: readonly Replacement[]): Replacement[] | null {
  if (replacements.length < 2) return [...replacements];
  const ordered = replacements.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let last: Replacement | null = null;
  for (const replacement of ordered) {
    if (last !== null) {
      const gap = (replacement.reach ?? replacement).start - (last.reach ?? last).end;
      if (gap < 0 || (gap === 0 && (isInsertion(last) || isInsertion(replacement)))) return null;
    }
    last = replacement;
  }
  return ordered;
}

function isInsertion({ start, end }: Replacement): boolean {
  return start === end;
}

/** `text` is the part of the file's text that begins at `offset`. */
export function applyReplacements(text: string, ordered: readonly Replacement[], offset: number): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: fresh } of ordered) {
    result += text.slice(at, start - offset) + fresh;
    at = end - offset;
  }
  return result + text.slice(at);
}
