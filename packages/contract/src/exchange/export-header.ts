import * as z from 'zod';

import { lineHashSchema } from '../entries/entry-base.ts';
import { contentHashSchema, sessionIdSchema } from '../ids.ts';

export const EXPORT_FORMAT = 'rook-session';
export const EXPORT_VERSION = 1;

/** The first line of an exported session: what it is, where it came from and what is not in it. */
export const exportHeaderSchema = z.looseObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  session: sessionIdSchema,
  title: z.string(),
  exported_at: z.iso.datetime(),
  product: z.looseObject({ name: z.string(), version: z.string() }),
  /** The session as it was: its size, the hash of its last line, and what `verify` said of it. */
  source: z.looseObject({
    entries: z.int().min(0),
    lines: z.int().min(0),
    head: lineHashSchema,
    ok: z.boolean(),
    anchored: z.boolean(),
    torn: z.array(z.int().min(1)),
    first_bad_line: z.int().min(0).exactOptional(),
    reason: z.string().exactOptional(),
  }),
  /** Entries that differ from the source because secrets were taken out of them, with the rules that found them. */
  redacted: z.array(
    z.looseObject({ seq: z.int().min(0), count: z.int().min(1), rules: z.array(z.string()) }),
  ),
  /** Entries that hold a redaction mark, also an older one: they can be read, and never be applied or run. */
  marked: z.array(z.int().min(0)),
  /** Lines of the source that are no entries; what they hold cannot be redacted and is not here. */
  unreadable: z.array(z.looseObject({ line: z.int().min(1), bytes: z.int().min(0), sha256: lineHashSchema })),
  /** Kept bytes that entries name and that are not here. */
  left_out: z.array(
    z.looseObject({
      blob: contentHashSchema,
      bytes: z.int().min(0).nullable(),
      reason: z.enum(['not_asked', 'secret', 'too_large', 'missing', 'damaged']),
    }),
  ),
  prev: lineHashSchema,
});
export type ExportHeader = z.infer<typeof exportHeaderSchema>;
