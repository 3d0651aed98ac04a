import * as z from 'zod';

import { actionIdSchema, sessionIdSchema, turnIdSchema } from '../ids.ts';
import { defineCall } from './define-call.ts';

const MOST_TAGS = 100;

const target = {
  session: sessionIdSchema,
  /** Left out: the last one. */
  turn: turnIdSchema.exactOptional(),
};
const tags = z.array(z.string().min(1)).max(MOST_TAGS);

/** What a person adds to the record of a session. */
export const recordCalls = {
  /** Answers with what was written, which is not what was given where that held a secret. */
  turn_tag: defineCall(
    z.strictObject({ ...target, tags: tags.min(1), note: z.string().exactOptional() }),
    z.object({ turn: turnIdSchema, tags: z.array(z.string()) }),
  ),
  action_create: defineCall(
    z.strictObject({
      ...target,
      title: z.string().min(1),
      details: z.string().exactOptional(),
      tags: tags.exactOptional(),
    }),
    z.object({ action: actionIdSchema, turn: turnIdSchema, title: z.string() }),
  ),
} as const;
