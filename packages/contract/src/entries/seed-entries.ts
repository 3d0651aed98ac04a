import * as z from 'zod';

import { actionIdSchema, contentHashSchema, turnIdSchema } from '../ids.ts';
import { baseFields, errorFields, longText, longValue } from './entry-base.ts';
import { usageSchema } from './usage.ts';

/** The six types whose shape was fixed first. Fields may be added to them, never changed or removed. */

export const sessionStartSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('session_start'),
  session_title: z.string().exactOptional(),
  chat_surface: z.string(),
  participant: z.string(),
  parent_session_id: z.string().exactOptional(),
});

export const turnSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('turn'),
  turn_id: turnIdSchema,
  user: z.looseObject({ text: longText, selection_context: z.string().exactOptional() }),
  assistant: z.looseObject({ text: longText, summary: z.string().exactOptional() }),
  tool_call_count: z.int().min(0),
  /** Left out in journals that are older than the field. */
  status: z.enum(['completed', 'cancelled', 'failed', 'crashed']).exactOptional(),
  /** Why it did not complete. */
  error: errorFields.exactOptional(),
  usage: usageSchema.exactOptional(),
});

export const toolCallSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('tool_call'),
  turn_id: turnIdSchema,
  tool: z.looseObject({ name: z.string(), input: longValue }),
  result: z.looseObject({
    ok: z.boolean(),
    reply: longValue.exactOptional(),
    error: z.string().exactOptional(),
    /** Where `reply` is only a part: the blob of the whole, and how many characters it has. */
    whole: z.looseObject({ blob: contentHashSchema, chars: z.int().min(0) }).exactOptional(),
  }),
  timing_ms: z.number().min(0),
  tool_use_id: z.string().exactOptional(),
});

export const tagSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('tag'),
  turn_id: turnIdSchema,
  tags: z.array(z.string()),
  note: z.string().exactOptional(),
});

export const actionSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('action'),
  action_id: actionIdSchema,
  turn_id: turnIdSchema,
  title: z.string(),
  status: z.enum(['open', 'in_progress', 'done', 'cancelled']),
  details: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
});

export const healthSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('health'),
  checks: z.looseObject({
    participant_registered: z.boolean(),
    journal_writable: z.boolean(),
    mcp_tools_registered: z.boolean(),
    known_conflicts: z.array(z.string()),
  }),
});
