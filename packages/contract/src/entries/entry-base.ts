import * as z from 'zod';

import { entryIdSchema, sessionIdSchema } from '../ids.ts';
import { codeSchema } from '../parse-error.ts';

export const SCHEMA_VERSION = 1;

/** 64 lower-case hex digits: SHA-256 over the exact bytes of the line before, without its line break. */
export const lineHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** What stands before the first line. */
export const FIRST_PREV = '0'.repeat(64);

/** The fields that every entry has. Further ones may be added and are kept. */
export const baseFields = {
  schema_version: z.int().min(1),
  event_id: entryIdSchema,
  timestamp: z.iso.datetime(),
  workspace: z.looseObject({ name: z.string(), uri: z.string(), trusted: z.boolean() }),
  session_id: sessionIdSchema,
  mode: z.looseObject({
    agent_mode: z.string().nullable(),
    safety: z.enum(['safe', 'ask', 'allow']),
  }),
  seq: z.int().min(0),
  prev: lineHashSchema,
  /** The entry came with a session that was imported: it is data, and gives no right here. */
  imported: z.literal(true).exactOptional(),
};

/** An entry of whatever type, as far as every entry is alike. */
export const entryBaseSchema = z.looseObject({ ...baseFields, event_type: z.string().min(1).max(100) });
export type EntryBase = z.infer<typeof entryBaseSchema>;

/** What stands in place of a field that was too large; the bytes themselves are in the blob store. */
const cutFieldSchema = z.looseObject({
  truncated: z.literal(true),
  byte_len: z.int().min(-1),
  sha256: z.string(),
  preview: z.string(),
});
export type CutField = z.infer<typeof cutFieldSchema>;

export const longText = z.union([z.string(), cutFieldSchema]);
/** Any JSON value; where it was too large, a cut field. */
export const longValue = z.unknown();

/** A failure as it is written down. */
export const errorFields = z.looseObject({
  code: codeSchema,
  kind: z.enum(['invalid', 'denied', 'error']),
  message: z.string(),
  retryable: z.boolean(),
});
