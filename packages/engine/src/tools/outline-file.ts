import { succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import type { OutlineSymbol } from '../ports/outline.ts';
import { count, fileHeading, shownPart } from './shown-lines.ts';
import { readTextFile, type TextFile } from './text-file.ts';
import { cleanPath, pathField, showPath } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type Tool, type ToolReply } from './tool.ts';

const MOST_READ_BYTES = 2_000_000;
const MOST_SYMBOLS = 1000;
const MOST_LINE_CHARACTERS = 200;
const MOST_NAME_CHARACTERS = 100;
/** For the heading and the notes. */
const ROOM_FOR_NOTES = 600;

export function createOutlineFile(ports: ToolPorts): Tool {
  return defineTool({
    name: 'outline_file',
    description: [
      'Shows what a source file defines (classes, functions, methods …): the first line of each definition after its first and',
      `last line number and a tab. Cheaper than reading the file. At most ${MOST_SYMBOLS} definitions; files up to`,
      `${MOST_READ_BYTES / 1_000_000} MB in a language that has a grammar.`,
    ].join(' '),
    schema: z.strictObject({ path: pathField('The file, relative to the workspace.') }),
    effect: 'read',
    effectOf: ({ path }) => ({ kind: 'read', paths: [cleanPath(ports.workspace.root, path)] }),
    run: async ({ path }, { signal }): Promise<Result<ToolReply>> => {
      const file = await readTextFile(ports, cleanPath(ports.workspace.root, path), MOST_READ_BYTES, signal);
      if (!file.ok) return file;
      const symbols = await ports.outline.outline(file.value.facts.path, file.value.lines.join('\n'));
      if (!symbols.ok) return symbols;
      return succeed(describe(file.value, symbols.value, ports.maxResultChars));
    },
  });
}

function describe(file: TextFile, symbols: readonly OutlineSymbol[], maxResultChars: number): ToolReply {
  const heading = fileHeading(file.facts);
  if (symbols.length === 0)
    return {
      text: `${heading}\n(${showPath(file.facts.path)} defines nothing that is known; read_file shows its ${count(file.lines.length, 'line')}.)`,
    };
  const lines: string[] = [];
  const exact: number[] = [];
  let room = maxResultChars - heading.length - ROOM_FOR_NOTES;
  for (const symbol of symbols.slice(0, MOST_SYMBOLS)) {
    const { text, isExact } = describeSymbol(file, symbol);
    room -= text.length + 1;
    if (room < 0 && lines.length > 0) break;
    lines.push(text);
    if (isExact) exact.push(symbol.startLine);
  }
  const facts = [
    count(file.lines.length, 'line'),
    lines.length === symbols.length
      ? count(symbols.length, 'definition')
      : `the first ${lines.length} of ${symbols.length} definitions`,
    ...file.remarks,
  ];
  const part = shownPart(file, exact);
  return {
    text: [heading, `(${facts.join('; ')})`, ...lines].join('\n'),
    ...(part === null ? {} : { shown: [part] }),
  };
}

/** The line speaks for itself when the name stands in it; otherwise, as below a decorator, the name is added. */
function describeSymbol(
  file: TextFile,
  { kind, name, startLine, endLine }: OutlineSymbol,
): { readonly text: string; readonly isExact: boolean } {
  const line = file.lines[startLine - 1] ?? '';
  const place = `${startLine}-${endLine}\t`;
  const shortName = name.slice(0, MOST_NAME_CHARACTERS);
  const isExact = line.length <= MOST_LINE_CHARACTERS && line.includes(name);
  if (isExact) return { text: `${place}${line}`, isExact };
  return {
    text: `${place}${line.slice(0, MOST_LINE_CHARACTERS)} … [${kind} ${shortName}]`,
    isExact: false,
  };
}
