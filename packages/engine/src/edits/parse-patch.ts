import { posix } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { HunkLine } from './joined-line.ts';
import type { Hunk } from './parse-unified-diff.ts';

/** What a patch does with one file. */
export type PatchPart =
  | { readonly kind: 'add'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly moveTo?: string;
      readonly hunks: readonly Hunk[];
    };

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const PART = /^\*\*\* (Add|Update|Delete) File: (.*)$/;

/** Reads the `*** Begin Patch` format. Without its last line it counts as cut off. */
export function parsePatch(written: string): Result<readonly PatchPart[]> {
  const lines = unfence(written.replaceAll('\r\n', '\n').trim().split('\n'));
  if (lines[0]?.trimEnd() !== BEGIN) {
    return fail(rookError('malformed', `The patch does not begin with the line "${BEGIN}".`));
  }
  const end = lines.findIndex((line) => line.trimEnd() === END);
  if (end === -1) {
    return fail(
      rookError(
        'truncated',
        `The patch is cut off: its line "${END}" is missing. Nothing was written; write it again whole.`,
      ),
    );
  }
  if (end !== lines.length - 1) {
    return fail(rookError('malformed', `Line ${end + 2} of the patch stands after "${END}".`));
  }
  const parts: PatchPart[] = [];
  for (let at = 1; at < end;) {
    const line = lines[at] ?? '';
    const head = PART.exec(withoutReturn(line));
    if (head === null) {
      if (line.trim() === '') {
        at += 1;
        continue;
      }
      return fail(stray(line, at));
    }
    const next = nextPart(lines, at + 1, end);
    const part = readPart(head[1] ?? '', head[2] ?? '', { lines, from: at + 1, end: next });
    if (!part.ok) return part;
    parts.push(part.value);
    at = next;
  }
  if (parts.length === 0) return fail(rookError('malformed', 'The patch names no file.'));
  return succeed(parts);
}

/** A patch for each file that it names, in order; one that cannot be read, or is about one file, stays as it is. */
export function splitPatch(written: string): readonly string[] {
  if (!parsePatch(written).ok) return [written];
  const lines = unfence(written.replaceAll('\r\n', '\n').trim().split('\n')).slice(1, -1);
  const parts = new Map<string, string[]>();
  for (let at = 0; at < lines.length;) {
    const head = PART.exec(withoutReturn(lines[at] ?? ''));
    const next = nextPart(lines, at + 1, lines.length);
    const path = posix.normalize(head?.[2] ?? '');
    // Before the first of them there are only empty lines.
    if (head !== null) parts.set(path, [...(parts.get(path) ?? []), ...lines.slice(at, next)]);
    at = next;
  }
  if (parts.size < 2) return [written];
  return [...parts.values()].map((part) => [BEGIN, ...part, END].join('\n'));
}

function unfence(lines: string[]): string[] {
  const fenced = lines[0]?.startsWith('```') === true && lines.at(-1)?.trim() === '```';
  return fenced ? lines.slice(1, -1) : lines;
}

function nextPart(lines: readonly string[], from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    if (PART.test(withoutReturn(lines[at] ?? ''))) return at;
  }
  return end;
}

/** All else around a path is a part of the name. */
function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** The lines `[from, end)` of the patch, which belong to one file. */
interface PartLines {
  readonly lines: readonly string[];
  readonly from: number;
  readonly end: number;
}

function readPart(verb: string, path: string, part: PartLines): Result<PatchPart> {
  const { lines, from, end } = part;
  if (path === '') return fail(rookError('malformed', `Line ${from} of the patch names no file.`));
  if (verb === 'Add') return readAdded(path, part);
  if (verb === 'Update') return readUpdate(path, part);
  for (let at = from; at < end; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() !== '') return fail(stray(line, at));
  }
  return succeed({ kind: 'delete', path });
}

function readAdded(path: string, { lines, from, end }: PartLines): Result<PatchPart> {
  const content: string[] = [];
  let last = end;
  while (last > from && (lines[last - 1] ?? '').trim() === '') last -= 1;
  for (let at = from; at < last; at += 1) {
    const line = lines[at] ?? '';
    if (!line.startsWith('+')) return fail(stray(line, at));
    content.push(`${line.slice(1)}\n`);
  }
  return succeed({ kind: 'add', path, content: content.join('') });
}

interface OpenHunk {
  readonly at: number;
  readonly headings: string[];
  readonly lines: HunkLine[];
  toEnd: boolean;
}

function readUpdate(path: string, { lines, from, end }: PartLines): Result<PatchPart> {
  const move = from < end ? /^\*\*\* Move to: (.*)$/.exec(withoutReturn(lines[from] ?? '')) : null;
  const moveTo = move?.[1];
  const hunks: OpenHunk[] = [];
  for (let at = move === null ? from : from + 1; at < end; at += 1) {
    const line = lines[at] ?? '';
    const last = hunks.at(-1);
    if (line.startsWith('@@')) {
      const heading = readHeading(line);
      if (last !== undefined && last.lines.length === 0) last.headings.push(...heading);
      else hunks.push({ at: at + 1, headings: heading, lines: [], toEnd: false });
      continue;
    }
    if (line.trimEnd() === '*** End of File' && last !== undefined) {
      last.toEnd = true;
      continue;
    }
    const [first = ' '] = line;
    if (first !== ' ' && first !== '-' && first !== '+') return fail(stray(line, at));
    if (last?.toEnd === true && line.trim() !== '') return fail(stray(line, at));
    const hunk = last ?? { at: at + 1, headings: [], lines: [], toEnd: false };
    if (last === undefined) hunks.push(hunk);
    hunk.lines.push({ kind: first, text: line.slice(1) });
  }
  const closed = hunks.map(closeHunk).filter(({ lines: left }) => left.length > 0);
  if (closed.length === 0 && moveTo === undefined) {
    return fail(
      rookError(
        'malformed',
        `The patch changes nothing in ${path}; write what changes, or leave the file out.`,
      ),
    );
  }
  if (moveTo === '') return fail(rookError('malformed', `The patch does not say where ${path} is moved to.`));
  return succeed({ kind: 'update', path, hunks: closed, ...(moveTo === undefined ? {} : { moveTo }) });
}

/** Lines of a heading; numbers, which some models write here, say nothing. */
function readHeading(line: string): string[] {
  const heading = line
    .replace(/^@@+/, '')
    .replace(/@@\s*$/, '')
    .trim();
  return heading === '' || /^-\d+(,\d+)? \+\d+(,\d+)?/.test(heading) ? [] : [heading];
}

/** Empty lines before the next part are no lines of the hunk: they would be written as a blank. */
function closeHunk({ at, headings, lines, toEnd }: OpenHunk): Hunk {
  let end = lines.length;
  if (!toEnd) while (lines[end - 1]?.kind === ' ' && lines[end - 1]?.text === '') end -= 1;
  return { at, headings, lines: lines.slice(0, end), toEnd, open: false };
}

function stray(line: string, at: number): ReturnType<typeof rookError> {
  return rookError(
    'malformed',
    `Line ${at + 1} of the patch fits nowhere: ${JSON.stringify(line.slice(0, 40))}. Lines of a file begin with a blank, "-" or "+".`,
  );
}
