import { contentHashSchema, messageIdSchema } from '@rook/contract';
import * as z from 'zod';

const draftSchema = z.object({
  text: z.string(),
  /** Paths that were chosen behind an `@`; those count that still stand in the text. */
  files: z.array(z.string()),
  images: z.array(z.object({ blob: contentHashSchema, mediaType: z.string(), name: z.string() })),
  /** Files from elsewhere, whose text goes along. An older page kept none. */
  texts: z.array(z.object({ blob: contentHashSchema, name: z.string(), size: z.int().min(0) })).default([]),
});

/** What a person typed and has not sent. */
export type Draft = z.infer<typeof draftSchema>;
export type DraftImage = Draft['images'][number];
export type DraftText = Draft['texts'][number];

const attemptSchema = z.object({
  id: messageIdSchema,
  /** It was not taken as far as is known, and stands in the field again. */
  isBack: z.boolean(),
  draft: draftSchema,
});

/** A message that was sent and is not known to have arrived. */
export type Attempt = z.infer<typeof attemptSchema>;

const keptSchema = z.object({ draft: draftSchema, attempts: z.array(attemptSchema) });

/** All that is kept of the field of one session. */
export type Kept = z.infer<typeof keptSchema>;

export const EMPTY_DRAFT: Draft = { text: '', files: [], images: [], texts: [] };
const EMPTY_KEPT: Kept = { draft: EMPTY_DRAFT, attempts: [] };

/** A kept text that is no draft is none: an older page may have kept it. */
export function parseKept(text: string | null): Kept {
  if (text === null || text === '') return EMPTY_KEPT;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    return EMPTY_KEPT;
  }
}

export function parseHistory(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  try {
    return z.array(z.string()).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
