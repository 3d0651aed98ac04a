import * as z from 'zod';

import { sessionIdSchema, turnIdSchema } from '../ids.ts';

/** Live only: what a surface may show before the entry that will say it for good. Never written down. */
export const deltaSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), session_id: sessionIdSchema, turn_id: turnIdSchema, text: z.string() }),
  z.object({
    type: z.literal('thinking'),
    session_id: sessionIdSchema,
    turn_id: turnIdSchema,
    text: z.string(),
  }),
  z.object({
    type: z.literal('status'),
    session_id: sessionIdSchema,
    turn_id: turnIdSchema,
    text: z.string(),
    tool_use_id: z.string().exactOptional(),
    /** A step on the way to the first request of the turn; the steps are shown one behind the other. */
    preparing: z.literal(true).exactOptional(),
  }),
  /** What a command prints, as it comes. */
  z.object({
    type: z.literal('command_output'),
    session_id: sessionIdSchema,
    turn_id: turnIdSchema,
    command_id: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  /** What a yes would do, with what looks like a secret in it: who decides has to see it, and no entry holds it. */
  z.object({
    type: z.literal('preview'),
    session_id: sessionIdSchema,
    turn_id: turnIdSchema,
    approval_id: z.string(),
    text: z.string(),
  }),
]);
export type Delta = z.infer<typeof deltaSchema>;
