import type { Scalar, YAMLMap, YAMLSeq } from 'yaml';

import { writeScalar } from './write-scalar.ts';

/** A part of a text, and what stands there instead. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A value in its place, in the quotes that it has. */
export function replaceScalar(
  text: string,
  record: YAMLMap,
  field: string,
  value: string | boolean,
): readonly Splice[] {
  const node = record.get(field, true);
  if (!node?.range) return [];
  const [start, end] = node.range;
  const written = text.slice(start, end);
  // A block of lines has its own end of line.
  const rest = /(?:\r?\n[ \t]*)+$/u.exec(written)?.[0] ?? '';
  return [{ start, end: end - rest.length, text: writeScalar(value, styleOf(node)) }];
}

function styleOf({ type }: Scalar): 'double' | 'single' | 'plain' {
  if (type === 'QUOTE_DOUBLE') return 'double';
  return type === 'QUOTE_SINGLE' ? 'single' : 'plain';
}

export function addToList(text: string, record: YAMLMap, field: string, value: string): readonly Splice[] {
  const list = listOf(record, field);
  if (list?.range === undefined || list.range === null) return [];
  const written = writeScalar(value, 'plain');
  const last = rangeOf(list.items.at(-1));
  if (list.flow === true) {
    if (last !== null) return [insert(last[1], `, ${written}`)];
    return [insert(list.range[0] + 1, written)];
  }
  const [dash] = list.range;
  return last === null ? [] : insertLines(text, last[1], dash, [`- ${written}`]);
}

export function takeFromList(text: string, record: YAMLMap, field: string, value: string): readonly Splice[] {
  const list = listOf(record, field);
  const index = list?.items.findIndex((item) => isText(item, value)) ?? -1;
  const item = rangeOf(list?.items[index]);
  if (list === null || item === null) return [];
  const [next, previous] = [
    rangeOf(list.items[index + 1]),
    rangeOf(index > 0 ? list.items[index - 1] : null),
  ];
  if (list.flow === true) {
    if (next !== null) return [cut(item[0], next[0])];
    return [previous === null ? cut(item[0], item[1]) : cut(previous[1], item[1])];
  }
  const dash = text.lastIndexOf('-', item[0] - 1);
  const end = lineEnd(text, contentEnd(text, item[1]));
  if (next === null && previous === null) {
    // Without its only line a list would be nothing at all.
    const head = text.lastIndexOf(':', dash);
    const between = text.slice(head + 1, dash);
    return /^\s*$/u.test(between) ? [{ start: head + 1, end, text: ' []' }] : [];
  }
  const start = lineStart(text, dash);
  return [cut(start, nextLine(text, end)), cut(Math.max(0, start - 1), end)];
}

/** A list that the record does not have yet, with one item. */
export function addToRecord(text: string, record: YAMLMap, field: string, value: string): readonly Splice[] {
  if (!record.range) return [];
  const written = writeScalar(value, 'plain');
  const [start, end] = record.range;
  if (record.flow === true) return [insert(contentEnd(text, end - 1), `, ${field}: [${written}]`)];
  return insertLines(text, end, start, [`${field}:`, `  - ${written}`]);
}

/** Lines below a thing that ends at `end`, as far to the right as what stands at `beside`; behind its comments first. */
export function insertLines(
  text: string,
  end: number,
  beside: number,
  lines: readonly string[],
): readonly Splice[] {
  const column = beside - lineStart(text, beside);
  const block = lines.map((line) => `${endOfLineOf(text)}${' '.repeat(column)}${line}`).join('');
  const own = lineEnd(text, contentEnd(text, end));
  return [...new Set([skipComments(text, own, column), own, end])].map((at) => insert(at, block));
}

/** The end of the last comment that is indented further than `column` and follows at once. */
function skipComments(text: string, from: number, column: number): number {
  let at = from;
  for (;;) {
    const next = nextLine(text, at);
    if (next === at || next >= text.length) return at;
    const indent = /^ *(?=#)/u.exec(text.slice(next, next + 1000))?.[0];
    if (indent === undefined || indent.length <= column) return at;
    at = lineEnd(text, next);
  }
}

export function endOfLineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' };
}

function listOf(record: YAMLMap, field: string): YAMLSeq | null {
  const node: unknown = record.get(field, true);
  return isList(node) ? node : null;
}

function isList(node: unknown): node is YAMLSeq {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items);
}

function isText(node: unknown, value: string): boolean {
  return typeof node === 'object' && node !== null && 'value' in node && node.value === value;
}

function rangeOf(node: unknown): readonly [number, number] | null {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range))
    return null;
  const range: readonly unknown[] = node.range;
  const [start, end] = range;
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : null;
}

/** Blank lines and blanks behind a thing do not belong to it. */
function contentEnd(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Before the characters that end the line. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The beginning of the line behind this one; the end of the text where there is none. */
function nextLine(text: string, end: number): number {
  const found = text.indexOf('\n', end);
  return found === -1 ? text.length : found + 1;
}
