import { fail, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

/** What the model decides after a command of a batch. */
export type BatchVerdict =
  | { readonly decision: 'continue'; readonly reason?: string }
  | { readonly decision: 'stop'; readonly reason?: string }
  | { readonly decision: 'replace'; readonly command: string; readonly reason?: string };

const schema = z.object({
  decision: z.enum(['continue', 'stop', 'replace']),
  command: z.string().nullish(),
  reason: z.string().nullish(),
});

/** For providers that hold an answer to a schema; they want every field named. */
export const VERDICT_ASKING = {
  name: 'batch_verdict',
  schema: {
    type: 'object',
    properties: {
      decision: { type: 'string', enum: ['continue', 'stop', 'replace'] },
      command: { type: ['string', 'null'] },
      reason: { type: ['string', 'null'] },
    },
    required: ['decision', 'command', 'reason'],
    additionalProperties: false,
  },
};

const MOST_REASON_CHARACTERS = 1000;

/**
 * Reads the one field that decides. Words are never searched: "no errors, continue" is a reason like any other, and an
 * answer that is not of this shape decides nothing.
 */
export function readVerdict(text: string): Result<BatchVerdict> {
  const read = schema.safeParse(readJson(text));
  if (!read.success) return unreadable('it is no {"decision": "continue" | "stop" | "replace"}');
  const { decision, command, reason } = read.data;
  const why =
    typeof reason === 'string' && reason.trim() !== ''
      ? { reason: reason.trim().slice(0, MOST_REASON_CHARACTERS) }
      : {};
  if (decision !== 'replace') return succeed({ decision, ...why });
  if (typeof command !== 'string' || command.trim() === '')
    return unreadable('it wants another command and names none');
  return succeed({ decision, command: command.trim(), ...why });
}

function unreadable(what: string): Result<never> {
  const sentence = `The model was asked whether to go on, and its answer cannot be read: ${what}. The commands that were left were not run.`;
  return fail(rookError('model_bad_answer', sentence));
}

/** A fence around the whole answer is form; whatever else stands beside it makes it unreadable. */
function readJson(text: string): unknown {
  const [, fenced] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/u.exec(text) ?? [];
  try {
    return JSON.parse(fenced ?? text);
  } catch {
    return undefined;
  }
}
