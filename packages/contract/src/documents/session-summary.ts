import * as z from 'zod';

/** What a list says about a session, without its texts: a small projection of its journal, kept beside it. */
const sessionSummarySchema = z.object({
  /** The title, or the beginning of the first question. */
  title: z.string(),
  created: z.string(),
  updated: z.string(),
  turns: z.int().min(0),
  entries: z.int().min(0),
  /** Null as soon as the cost of one answer is unknown. */
  costUsd: z.number().nullable(),
  archived: z.boolean(),
  labels: z.array(z.string()),
  status: z.string().nullable(),
  /** A turn waits for the answer of a person. */
  waits: z.literal(true).exactOptional(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** A summary as it is kept; it holds for a journal file of exactly that many bytes. */
export const keptSummarySchema = z.object({ bytes: z.int().min(0), summary: sessionSummarySchema });
