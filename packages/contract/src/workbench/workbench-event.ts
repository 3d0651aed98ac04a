import * as z from 'zod';

import { deltaSchema } from '../entries/deltas.ts';
import { entryBaseSchema } from '../entries/entry-base.ts';
import { liveStateSchema } from './session-calls.ts';

/** What comes up to a surface that follows. */
export const workbenchEventSchema = z.discriminatedUnion('type', [
  /** What was written, in order; the first ones are what the surface had missed. */
  z.object({ type: z.literal('entries'), entries: z.array(entryBaseSchema) }),
  z.object({ type: z.literal('delta'), delta: deltaSchema }),
  z.object({ type: z.literal('state'), state: liveStateSchema }),
  /** All that had been written when it began has been told. */
  z.object({ type: z.literal('caught_up') }),
  /** The list of sessions is another one. */
  z.object({ type: z.literal('sessions_changed') }),
  /** What a person should know and no entry says. */
  z.object({ type: z.literal('notice'), text: z.string() }),
  /** The session was deleted. */
  z.object({ type: z.literal('gone') }),
  /** The way to the engine broke, or works again; made where the surface is. */
  z.object({ type: z.literal('link'), isUp: z.boolean() }),
]);
export type WorkbenchEvent = z.infer<typeof workbenchEventSchema>;
