import { fail, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import { count, fileHeading, shownPart } from './shown-lines.ts';
import { readTextFile, type TextFile } from './text-file.ts';
import { cleanPath, pathField, showPath } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type Tool, type ToolReply } from './tool.ts';

const MOST_READ_BYTES = 10_000_000;
const MOST_LINES = 2000;
const MOST_LINE_CHARACTERS = 2000;
/** For the heading and the notes. */
const ROOM_FOR_NOTES = 600;
const LEAST_ROOM = 200;

export function createReadFile(ports: ToolPorts): Tool {
  return defineTool({
    name: 'read_file',
    description: [
      'Shows a text file, or the lines from start to end of it. Each line stands after its number and a tab; number and tab',
      `are not part of the file. At most ${MOST_LINES} lines or as many as fit a result are shown, and of a line at most`,
      `${MOST_LINE_CHARACTERS} characters; a note says how to go on. Binary files and files over ${MOST_READ_BYTES / 1_000_000} MB are`,
      'refused. Read a file before you change it.',
    ].join(' '),
    schema: z.strictObject({
      path: pathField('The file, relative to the workspace.'),
      start: z.int().min(1).optional().describe('The first line, from 1. Left out: the beginning.'),
      end: z.int().min(1).optional().describe('The last line. Left out: the end.'),
    }),
    effect: 'read',
    effectOf: ({ path }) => ({ kind: 'read', paths: [cleanPath(ports.workspace.root, path)] }),
    run: async ({ path, start = 1, end = Infinity }, { signal }) => {
      const file = await readTextFile(ports, cleanPath(ports.workspace.root, path), MOST_READ_BYTES, signal);
      if (!file.ok) return file;
      return showFile(file.value, { start, end }, ports.maxResultChars);
    },
  });
}

interface LineSpan {
  readonly start: number;
  readonly end: number;
}

function showFile(file: TextFile, span: LineSpan, maxResultChars: number): Result<ToolReply> {
  const all = file.lines.length;
  const path = showPath(file.facts.path);
  if (span.end < span.start)
    return fail(
      rookError('invalid_input', `end (${span.end}) must not be smaller than start (${span.start}).`),
    );
  if (span.start > Math.max(all, 1))
    return fail(
      rookError('invalid_input', `${path} has ${count(all, 'line')}; start must be at most ${all}.`),
    );
  if (all === 0)
    return succeed({
      text: `${fileHeading(file.facts)}\n(${['the file is empty', ...file.remarks].join('; ')})`,
      shown: [{ ...file.facts, whole: true }],
    });
  const heading = fileHeading(file.facts);
  const room = Math.max(LEAST_ROOM, maxResultChars - heading.length - ROOM_FOR_NOTES);
  const { lines, exact, last } = takeLines(file, span, room);
  const isAll = span.start === 1 && last === all;
  const extent = isAll ? count(all, 'line') : `lines ${span.start}-${last} of ${all}`;
  const isWhole = isAll && exact.length === all && !file.isLossy;
  const part = isWhole ? { ...file.facts, whole: true } : shownPart(file, exact);
  return succeed({
    text: [
      heading,
      `(${[extent, ...file.remarks].join('; ')})`,
      ...lines,
      ...(exact.length < lines.length ? [CUT_NOTE] : []),
      ...(last < Math.min(span.end, all)
        ? [`(Lines ${last + 1}-${Math.min(span.end, all)} had no room; go on with start ${last + 1}.)`]
        : []),
    ].join('\n'),
    ...(part === null ? {} : { shown: [part] }),
  });
}

const CUT_NOTE = '(Lines that are too long are cut; search_files shows the part around a match.)';

interface TakenLines {
  readonly lines: readonly string[];
  /** The numbers of those that were not cut. */
  readonly exact: readonly number[];
  readonly last: number;
}

function takeLines(file: TextFile, { start, end }: LineSpan, allRoom: number): TakenLines {
  const lines: string[] = [];
  const exact: number[] = [];
  let room = allRoom;
  let last = start - 1;
  const most = Math.min(end, file.lines.length, start + MOST_LINES - 1);
  for (let number = start; number <= most; number += 1) {
    const line = file.lines[number - 1] ?? '';
    const text = cutLine(line, Math.min(MOST_LINE_CHARACTERS, allRoom - LEAST_ROOM / 2));
    const shown = `${number}\t${text}`;
    if (shown.length + 1 > room && lines.length > 0) break;
    room -= shown.length + 1;
    lines.push(shown);
    if (text === line) exact.push(number);
    last = number;
  }
  return { lines, exact, last };
}

function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  // A character of two units is not cut in its middle.
  const end = (line.codePointAt(most - 1) ?? 0) > 0xff_ff ? most - 1 : most;
  return `${line.slice(0, end)} … [cut: the line has ${line.length} characters]`;
}
