import * as z from 'zod';

import { commandSchema } from '../commands/command.ts';
import { sessionDocumentSchema } from '../documents/session-document.ts';
import { entryBaseSchema } from '../entries/entry-base.ts';
import { intentIdSchema, messageIdSchema, sessionIdSchema, turnIdSchema } from '../ids.ts';
import { defineCall } from './define-call.ts';

/** What a list says about a session. */
const sessionItemSchema = z.object({
  id: sessionIdSchema,
  title: z.string(),
  created: z.string(),
  updated: z.string(),
  turns: z.int().min(0),
  /** Null as soon as the cost of one answer is unknown. */
  costUsd: z.number().nullable(),
  archived: z.boolean(),
  labels: z.array(z.string()),
  status: z.string().nullable(),
  /** A turn waits for the answer of a person. */
  waits: z.boolean(),
  /** A turn runs in this process. */
  isRunning: z.boolean(),
  /** The surface that writes to it now, where that is another process. */
  heldBy: z.string().nullable(),
  /** Why it cannot be read; the other fields are then empty. */
  problem: z.string().exactOptional(),
});
export type SessionItem = z.infer<typeof sessionItemSchema>;

const searchHitSchema = z.object({
  session: sessionIdSchema,
  title: z.string(),
  /** The number of the line in the journal, from 1. */
  line: z.int().min(1),
  turn: z.string().exactOptional(),
  timestamp: z.string(),
  type: z.string(),
  text: z.string(),
  /** Where the hits are in the text: start and end. */
  marks: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
});

/** The session as a whole, up to the entry `through`; what comes behind it is a matter of the entries. */
const sessionOverviewSchema = z.object({
  ...sessionDocumentSchema.omit({ pairs: true, pairFileHistory: true, uploadedFiles: true }).shape,
  /** Questions that a person has to answer, the oldest first: entries `approval_requested`. */
  approvals: z.array(entryBaseSchema),
  mode: z.enum(['safe', 'ask', 'allow']),
  activeIntent: intentIdSchema.nullable(),
  turns: z.int().min(0),
  through: z.int().min(-1),
});
export type SessionOverview = z.infer<typeof sessionOverviewSchema>;

const named = { session: sessionIdSchema };
const LONGEST_SEARCH = 1000;

/** What a surface asks about sessions, and what it asks of one. */
export const sessionCalls = {
  session_list: defineCall(
    z.strictObject({
      archived: z.boolean().exactOptional(),
      limit: z.int().min(1).max(1000).exactOptional(),
    }),
    z.object({ sessions: z.array(sessionItemSchema), hasMore: z.boolean() }),
  ),
  session_trash: defineCall(
    z.strictObject({}),
    z.object({
      sessions: z.array(z.object({ id: sessionIdSchema, title: z.string(), deleted: z.string() })),
    }),
  ),
  session_search: defineCall(
    z.strictObject({
      text: z.string().min(1).max(LONGEST_SEARCH),
      limit: z.int().min(1).max(200).exactOptional(),
    }),
    z.object({ hits: z.array(searchHitSchema), more: z.boolean(), note: z.string().exactOptional() }),
  ),
  /** The turns of one session in which these characters stand, whatever their case, in the order of their messages. */
  session_find: defineCall(
    z.strictObject({ ...named, text: z.string().min(1).max(LONGEST_SEARCH) }),
    z.object({
      found: z.array(
        z.object({
          /** Null while its message waits. */
          turn: z.string().nullable(),
          /** Null where its message is not known. */
          message: z.string().nullable(),
          /** The first entry of it that has them. */
          seq: z.int().min(0),
          type: z.string(),
          text: z.string(),
          marks: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
        }),
      ),
      more: z.boolean(),
    }),
  ),
  /** The last turns of a session, or those before an entry: whole turns, in order. */
  session_read: defineCall(
    z.strictObject({
      ...named,
      before: z.int().min(0).exactOptional(),
      turns: z.int().min(1).max(1000).exactOptional(),
    }),
    z.object({ entries: z.array(entryBaseSchema), hasOlder: z.boolean() }),
  ),
  session_overview: defineCall(z.strictObject(named), sessionOverviewSchema),
  session_change: defineCall(
    z.strictObject({
      ...named,
      title: z.string().exactOptional(),
      archived: z.boolean().exactOptional(),
      labels: z.array(z.string()).exactOptional(),
      status: z.string().min(1).max(100).exactOptional(),
    }),
    z.object({}),
  ),
  session_delete: defineCall(z.strictObject(named), z.object({})),
  session_restore: defineCall(z.strictObject(named), z.object({})),
  /** Sends a command to a session; null: to a new one, which begins with it. */
  session_send: defineCall(
    z.strictObject({
      session: sessionIdSchema.nullable(),
      command: commandSchema,
      /** Of a new session: the message that it begins with. Who sends it again, or a choice for it, reaches the same session. */
      begins: messageIdSchema.exactOptional(),
      /** The model that answers in this session from now on. */
      model: z.string().min(1).exactOptional(),
    }),
    z.object({ session: sessionIdSchema }),
  ),
  session_verify: defineCall(
    z.strictObject(named),
    z.object({
      ok: z.boolean(),
      entries: z.int().min(0),
      anchored: z.boolean(),
      torn: z.array(z.int()),
      firstBadLine: z.int().exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
} as const;

/** What a session is doing now, in the process that holds it. */
export const liveStateSchema = z.object({
  /** It is written to by this process. Otherwise mode and intent are what its entries say. */
  isHeld: z.boolean(),
  running: turnIdSchema.nullable(),
  /** Messages that wait for a turn. */
  waiting: z.int().min(0),
  /** Messages that waited when the process before ended, in order; they begin at the word of a person. */
  left: z.array(messageIdSchema),
  /** Entries that could not be written yet, or never. */
  unwritten: z.int().min(0),
  mode: z.enum(['safe', 'ask', 'allow']),
  activeIntent: intentIdSchema.nullable(),
  /** The surface that writes to it, where that is another process: its entries are followed, and what is said here goes there. */
  heldBy: z.string().nullable(),
});
export type LiveState = z.infer<typeof liveStateSchema>;
