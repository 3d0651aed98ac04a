import { fail, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import { plainText } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type Tool, type ToolReply } from './tool.ts';

const MOST_NAME_CHARACTERS = 200;
/** For the heading and the note below. */
const ROOM_FOR_NOTES = 500;

export function createReadResult(ports: ToolPorts): Tool {
  return defineTool({
    name: 'read_result',
    description:
      'Shows more of a result that was cut, under the name that the cut result gives. One call shows as much as fits a result.',
    schema: z.strictObject({
      result: plainText(MOST_NAME_CHARACTERS).describe('The name of the result.'),
      start: z
        .int()
        .min(0)
        .optional()
        .describe('How many characters to pass over. Left out: 0, the beginning.'),
    }),
    effect: 'read',
    effectOf: () => ({ kind: 'read', paths: [] }),
    run: async ({ result, start = 0 }): Promise<Result<ToolReply>> => {
      const most = ports.maxResultChars - ROOM_FOR_NOTES;
      const part = await readPart(ports, result, { start, most });
      return part.ok ? showPart(result, part.value, { start, most }) : part;
    },
  });
}

interface PartWish {
  readonly start: number;
  readonly most: number;
}

interface ResultPart {
  /** From one character before the start to one behind the end, where there is one. */
  readonly text: string;
  /** Where that begins. */
  readonly from: number;
  /** How many characters the whole result has. */
  readonly length: number;
}

/** Passes over what is not asked for, so that the size of the whole does not matter. */
async function readPart(
  { blobs, findResult }: ToolPorts,
  name: string,
  { start, most }: PartWish,
): Promise<Result<ResultPart>> {
  const hash = findResult(name);
  if (hash === null)
    return fail(
      rookError(
        'not_found',
        `There is no cut result ${JSON.stringify(name)} in this session; use the name that the cut result gives.`,
      ),
    );
  const opened = await blobs.read(hash);
  if (!opened.ok) return opened;
  if (opened.value === null)
    return fail(
      rookError('not_found', `The result ${JSON.stringify(name)} is not kept any more; call the tool again.`),
    );
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const from = Math.max(0, start - 1);
  const end = start + most + 1;
  let [text, length] = ['', 0];
  const take = (piece: string): void => {
    text += piece.slice(Math.max(0, from - length), Math.max(0, end - length));
    length += piece.length;
  };
  for await (const piece of opened.value) {
    if (!piece.ok) return piece;
    take(decoder.decode(piece.value, { stream: true }));
  }
  take(decoder.decode());
  return succeed({ text, from, length });
}

function showPart(name: string, part: ResultPart, { start, most }: PartWish): Result<ToolReply> {
  const { text, from: offset, length } = part;
  if (start >= length && length > 0)
    return fail(rookError('invalid_input', `The result has ${length} characters; start must be smaller.`));
  const from = offset + notInside(text, start - offset);
  const end = Math.min(length, offset + notInside(text, from + most - offset));
  const note = end < length ? [`(${length - end} characters follow; go on with start ${end}.)`] : [];
  const heading = `(characters ${from}-${end} of ${length} of the result ${name})`;
  return succeed({ text: [heading, text.slice(from - offset, end - offset), ...note].join('\n') });
}

/** A character of two units is not cut in its middle. */
function notInside(text: string, index: number): number {
  const isLow = /[\uDC00-\uDFFF]/.test(text.charAt(index));
  return isLow && /[\uD800-\uDBFF]/.test(text.charAt(index - 1)) ? index - 1 : index;
}
