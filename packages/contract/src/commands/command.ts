import * as z from 'zod';

import { contentHashSchema, intentIdSchema, messageIdSchema } from '../ids.ts';

/** What a surface asks of a session. The id is made by the surface, so a command that is sent again changes nothing. */
const messageSendSchema = z.strictObject({
  type: z.literal('message_send'),
  message_id: messageIdSchema,
  text: z.string(),
  /** Where all of the text is kept, of which `text` is only the beginning: it may be too long to be sent. */
  whole: contentHashSchema.exactOptional(),
  /** Paths in the workspace whose content goes along. */
  files: z.array(z.string().min(1)).exactOptional(),
  /** Bytes that are in the blob store already. */
  images: z.array(z.strictObject({ blob: contentHashSchema, media_type: z.string() })).exactOptional(),
  /** True: for the turn that runs, at its next step. Otherwise it waits for a turn of its own. */
  steer: z.boolean().exactOptional(),
});
export type MessageSend = z.infer<typeof messageSendSchema>;

/** Begins a message that waited when its process ended. Sent again it changes nothing. */
const messageBeginSchema = z.strictObject({ type: z.literal('message_begin'), message_id: messageIdSchema });

/** Takes a message that waits for its turn out of the queue. */
const messageRemoveSchema = z.strictObject({
  type: z.literal('message_remove'),
  message_id: messageIdSchema,
});

const turnCancelSchema = z.strictObject({ type: z.literal('turn_cancel') });

/** Ends a command in the background with all that it started. */
const jobStopSchema = z.strictObject({ type: z.literal('job_stop'), command_id: z.string().min(1) });

/** The first answer to a question counts. */
const approvalAnswerSchema = z.strictObject({
  type: z.literal('approval_answer'),
  approval_id: z.string().min(1),
  answer: z.enum(['yes', 'no']),
  /** For how long a yes holds; left out: for this call alone. */
  scope: z.enum(['once', 'session', 'always']).exactOptional(),
  /** Of a no: what the model is told. */
  reason: z.string().exactOptional(),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

const modeSetSchema = z.strictObject({ type: z.literal('mode_set'), mode: z.enum(['safe', 'ask', 'allow']) });

/** What the work of the session is for from now on; a person chooses. */
const intentSelectSchema = z.strictObject({ type: z.literal('intent_select'), intent_id: intentIdSchema });

/** What a person says about the session itself. */
const sessionChangeSchema = z.strictObject({
  type: z.literal('session_change'),
  title: z.string().exactOptional(),
  archived: z.boolean().exactOptional(),
  labels: z.array(z.string()).exactOptional(),
  status: z.string().min(1).max(100).exactOptional(),
});
export type SessionChangeCommand = z.infer<typeof sessionChangeSchema>;

/** So many commands may be run as one batch. */
export const MOST_BATCH_COMMANDS = 50;

/** Runs commands that a person chose, one after the other, as a turn of their own. */
const batchRunSchema = z.strictObject({
  type: z.literal('batch_run'),
  message_id: messageIdSchema,
  /** What the person typed, for the record. */
  text: z.string().min(1),
  commands: z
    .array(
      z.strictObject({
        command: z.string().min(1),
        cwd: z.string().exactOptional(),
        timeout: z.int().min(1).exactOptional(),
      }),
    )
    .min(1)
    .max(MOST_BATCH_COMMANDS),
  /** The model is told what came of them, and the turn goes on with its answer. */
  analyse: z.boolean().exactOptional(),
});
export type BatchRun = z.infer<typeof batchRunSchema>;

export const commandSchema = z.discriminatedUnion('type', [
  messageSendSchema,
  batchRunSchema,
  messageBeginSchema,
  messageRemoveSchema,
  turnCancelSchema,
  jobStopSchema,
  approvalAnswerSchema,
  modeSetSchema,
  intentSelectSchema,
  sessionChangeSchema,
]);
export type Command = z.infer<typeof commandSchema>;
