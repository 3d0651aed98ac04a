import { contentHashSchema } from '@rook/contract';
import * as z from 'zod';

const draftSchema = z.object({
  text: z.string(),
  /** Paths that were chosen behind an `@`; those count that still stand in the text. */
  files: z.array(z.string()),
  images: z.array(z.object({ blob: contentHashSchema, mediaType: z.string(), name: z.string() })),
});

/** What a person typed and has not sent. */
export type Draft = z.infer<typeof draftSchema>;
export type DraftImage = Draft['images'][number];

export const EMPTY_DRAFT: Draft = { text: '', files: [], images: [] };

/** A kept text that is no draft is none: an older page may have kept it. */
export function parseDraft(text: string | null): Draft {
  if (text === null || text === '') return EMPTY_DRAFT;
  try {
    return draftSchema.parse(JSON.parse(text));
  } catch {
    return EMPTY_DRAFT;
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
