import { fail, parseError, rookError, succeed, workbenchEventSchema } from '@rook/contract';
import type { Result, WorkbenchEvent } from '@rook/contract';
import * as z from 'zod';

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.unknown() }),
]);

/** The result that came over a way: `{ok: true, value}` or `{ok: false, error}`. */
export function parseAnswer(answer: unknown): Result<unknown> {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return fail(rookError('internal', 'What came back is no answer of this version.'));
  if (parsed.data.ok) return succeed(parsed.data.value);
  const error = parseError(parsed.data.error);
  if (error.ok) return fail(error.value);
  return fail(rookError('internal', `It failed, and why is not known to this version: ${error.error}`));
}

/** What stands for an event that this version does not know: it is said, and the rest goes on. */
const unknownEvent: WorkbenchEvent = {
  type: 'notice',
  text: 'Something came that this version does not know; reload the page.',
};

/** An event that came over a way, from unknown data. */
export function parseEvent(event: unknown): WorkbenchEvent {
  const parsed = workbenchEventSchema.safeParse(event);
  return parsed.success ? parsed.data : unknownEvent;
}
