import { fail, rookError, succeed, type CallOutput, type ExplainedRange, type Result } from '@rook/contract';
import * as z from 'zod';

import { cleanPath, pathField, showPath } from './tool-paths.ts';
import { defineTool, type Tool, type ToolReply } from './tool.ts';

/** Says where the lines of a file come from; null: all of them. */
export type ExplainLines = (
  path: string,
  lines: { readonly start: number; readonly end: number } | null,
) => Promise<Result<CallOutput<'why'>>>;

const MOST_RANGES = 100;
const MOST_PROMPT_CHARACTERS = 300;

const lineNumber = z.int().min(1);
const schema = z.strictObject({
  path: pathField('The file, relative to the workspace. It may be gone.'),
  start: lineNumber.optional().describe('The first line, from 1. Left out: the beginning.'),
  end: lineNumber
    .optional()
    .describe('The last line. Left out: only the first line, or all of them without one.'),
});

/** Why lines are there, out of the record of all sessions. Nothing of the file itself is shown. */
export function createExplainLines(root: string, explain: ExplainLines): Tool {
  return defineTool({
    name: 'explain_lines',
    description: [
      'Says why lines of a file are there: which change wrote them, when, in which session and turn, for which intent, what was asked',
      'for, and who allowed it. Lines that were written before the record or outside of it are told as such. At most',
      `${MOST_RANGES} ranges.`,
    ].join(' '),
    schema,
    effect: 'read',
    effectOf: ({ path }) => ({ kind: 'read', paths: [cleanPath(root, path)] }),
    run: async ({ path, start, end }): Promise<Result<ToolReply>> => {
      const lines = chooseLines(start, end);
      if (!lines.ok) return lines;
      const explained = await explain(cleanPath(root, path), lines.value);
      return explained.ok ? succeed({ text: describe(explained.value) }) : explained;
    },
  });
}

type Lines = Parameters<ExplainLines>[1];

function chooseLines(start: number | undefined, end: number | undefined): Result<Lines> {
  if (start === undefined && end === undefined) return succeed(null);
  const from = start ?? 1;
  const lines = { start: from, end: end ?? from };
  if (lines.end >= lines.start) return succeed(lines);
  return fail(rookError('invalid_input', `The last line, ${lines.end}, stands before the first, ${from}.`));
}

function describe({ file, exists, ranges }: CallOutput<'why'>): string {
  const heading = `### ${showPath(file)}${exists ? '' : ' (not there any more)'}`;
  if (ranges.length === 0) return `${heading}\n(It has no lines.)`;
  const more = ranges.length - MOST_RANGES;
  return [
    heading,
    ...ranges.slice(0, MOST_RANGES).map(describeRange),
    ...(more > 0 ? [`(${more} more ranges; ask for some lines.)`] : []),
  ].join('\n');
}

const WRITERS = { assistant: 'The assistant', user: 'The person', command: 'A command' } as const;

function describeRange(range: ExplainedRange): string {
  const { start, end } = range;
  const where = start === null ? 'The file' : start === end ? `Line ${start}` : `Lines ${start}-${end}`;
  if (range.changeSet === null) return `${where}: ${range.reason}`;
  const { origin, timestamp, session, turn, changeSet, intent, prompt, model, approval } = range;
  const place = [session, ...(turn === null ? [] : [turn]), changeSet].join(', ');
  return [
    `${where}: ${WRITERS[origin]} wrote ${start === end ? 'it' : 'them'} at ${timestamp} (${place}).`,
    ...(intent === null
      ? []
      : [`  Intent: ${intent.id}${intent.name === null ? '' : `, ${oneLine(intent.name)}`}`]),
    ...(prompt === null ? [] : [`  Asked for: ${oneLine(prompt)}`]),
    ...(model === null ? [] : [`  Model: ${oneLine(model)}`]),
    ...(approval === null ? [] : [`  Allowed by: ${oneLine(approval.allowedBy)}`]),
  ].join('\n');
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length > MOST_PROMPT_CHARACTERS ? `${line.slice(0, MOST_PROMPT_CHARACTERS)}…` : line;
}
