import * as z from 'zod';

import { defineCall } from './define-call.ts';

const deedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), text: z.string() }),
  z.object({ kind: z.literal('act'), act: z.enum(['colleague_saves']), label: z.string() }),
  z.object({ kind: z.literal('call'), call: z.enum(['rewind', 'verify']), label: z.string() }),
]);

const stepIdSchema = z.enum([
  'refusal',
  'intent',
  'approval',
  'edit',
  'stale',
  'todo',
  'test',
  'rewind',
  'verify',
]);

/** What a surface asks about the tour: a workbench of its own, on a scratch copy, with a scripted model. */
export const tourCalls = {
  /** Makes one and serves it; the address lets one page in. */
  tour_start: defineCall(
    /** What is kept for this address is not kept for that one, so the theme goes along. */
    z.strictObject({ theme: z.enum(['system', 'light', 'dark']).exactOptional() }),
    z.object({ url: z.string() }),
  ),
  /** Lets something happen beside the session; only in a tour. */
  tour_act: defineCall(z.strictObject({ act: z.enum(['colleague_saves']) }), z.object({ path: z.string() })),
  /** How far it is, over all sessions of the tour; only in a tour. */
  tour_state: defineCall(
    z.strictObject({}),
    z.object({
      steps: z.array(
        z.object({
          id: stepIdSchema,
          title: z.string(),
          text: z.string(),
          deeds: z.array(deedSchema),
          isDone: z.boolean(),
        }),
      ),
      next: stepIdSchema.nullable(),
      /** A colleague has saved the file. */
      hasActed: z.boolean(),
    }),
  ),
  /** Ends the tour, and removes all that it made; this workbench answers nothing more. */
  tour_leave: defineCall(
    z.strictObject({}),
    z.object({
      /** Where the workbench is that offered it. */
      homeUrl: z.string().nullable(),
    }),
  ),
} as const;
