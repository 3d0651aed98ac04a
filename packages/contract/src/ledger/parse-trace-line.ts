import * as z from 'zod';

import { tracedCallSchema, tracedChangeSchema, type TraceLine } from './trace-line.ts';

const lineSchema = z.discriminatedUnion('type', [tracedCallSchema, tracedChangeSchema]);

/** Null for what is no whole line of a ledger. */
export function parseTraceLine(text: string): TraceLine | null {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
