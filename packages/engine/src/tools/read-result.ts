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
      const text = await readWhole(ports, result);
      return text.ok ? showFrom(result, text.value, start, ports.maxResultChars - ROOM_FOR_NOTES) : text;
    },
  });
}

async function readWhole({ blobs, findResult }: ToolPorts, name: string): Promise<Result<string>> {
  const hash = findResult(name);
  if (hash === null)
    return fail(
      rookError(
        'not_found',
        `There is no cut result ${JSON.stringify(name)} in this session; use the name that the cut result gives.`,
      ),
    );
  const bytes = await blobs.get(hash);
  if (!bytes.ok) return bytes;
  if (bytes.value === null)
    return fail(
      rookError('not_found', `The result ${JSON.stringify(name)} is not kept any more; call the tool again.`),
    );
  return succeed(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.value));
}

function showFrom(name: string, text: string, start: number, most: number): Result<ToolReply> {
  if (start >= text.length && text.length > 0)
    return fail(
      rookError('invalid_input', `The result has ${text.length} characters; start must be smaller.`),
    );
  const from = notInside(text, start);
  const end = Math.min(text.length, notInside(text, from + most));
  const note =
    end < text.length ? [`(${text.length - end} characters follow; go on with start ${end}.)`] : [];
  const heading = `(characters ${from}-${end} of ${text.length} of the result ${name})`;
  return succeed({ text: [heading, text.slice(from, end), ...note].join('\n') });
}

/** A character of two units is not cut in its middle. */
function notInside(text: string, index: number): number {
  const isLow = /[\uDC00-\uDFFF]/.test(text.charAt(index));
  return isLow && /[\uD800-\uDBFF]/.test(text.charAt(index - 1)) ? index - 1 : index;
}
