import * as z from 'zod';

/**
 * Ids are text with a fixed shape and a brand of their own, so that a turn can never be passed where a
 * session is meant. Unknown text becomes an id by parsing it with its schema and in no other way.
 */

/** `rook-YYYYMMDD-xxxxxxxx`, dated in UTC; the first word is the brand's session prefix. */
export const sessionIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9]*-\d{8}-[0-9a-f]{8}$/)
  .brand<'SessionId'>();
export type SessionId = z.infer<typeof sessionIdSchema>;

/** `t0001`, counted within one session; nine digits are more than any session has. */
export const turnIdSchema = z
  .string()
  .regex(/^t\d{4,9}$/)
  .brand<'TurnId'>();
export type TurnId = z.infer<typeof turnIdSchema>;

/** `a0001`, counted within one session. */
export const actionIdSchema = z
  .string()
  .regex(/^a\d{4,9}$/)
  .brand<'ActionId'>();
export type ActionId = z.infer<typeof actionIdSchema>;

/** The id of one journal line: a UUID, or `<time in base 36>-<16 hex digits>` where none can be made. */
export const entryIdSchema = z
  .string()
  .regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-z]{6,}-[0-9a-f]{16})$/)
  .brand<'EntryId'>();
export type EntryId = z.infer<typeof entryIdSchema>;

/** `msg-<milliseconds>-<random>`. */
export const messageIdSchema = z
  .string()
  .regex(/^msg-\d+-[0-9a-z]+$/)
  .brand<'MessageId'>();
export type MessageId = z.infer<typeof messageIdSchema>;

/** `cs-<milliseconds>`, with a suffix where two fall into one millisecond. */
export const changeSetIdSchema = z
  .string()
  .regex(/^cs-\d+(-\d+)?$/)
  .brand<'ChangeSetId'>();
export type ChangeSetId = z.infer<typeof changeSetIdSchema>;

/** A person names intents (`INT-001`), so the shape only keeps them printable and on one line. */
export const intentIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
  .brand<'IntentId'>();
export type IntentId = z.infer<typeof intentIdSchema>;

/** `sha256:` and 64 lower-case hex digits over the raw bytes. */
export const contentHashSchema = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .brand<'ContentHash'>();
export type ContentHash = z.infer<typeof contentHashSchema>;
