import * as z from 'zod';

import { longText } from '../entries/entry-base.ts';
import { usageSchema } from '../entries/usage.ts';
import { actionIdSchema, changeSetIdSchema, sessionIdSchema, turnIdSchema } from '../ids.ts';

const pairSchema = z.object({
  docType: z.literal('chat-pair'),
  /** Left out while the message waits for its turn. */
  turnId: turnIdSchema.exactOptional(),
  request: z.object({
    text: longText,
    images: z.array(z.string()),
    timestamp: z.string(),
    status: z.enum(['pending', 'running', 'done']),
  }),
  response: z
    .object({
      /** The raw text as the model wrote it. */
      text: longText,
      structured: z.unknown(),
      usage: usageSchema.nullable(),
      status: z.enum(['received', 'completed', 'cancelled', 'failed', 'crashed']),
    })
    .nullable(),
  toolCalls: z.int().min(0),
});

const fileOperationSchema = z.object({
  file: z.string(),
  /** As the file is after it; null where it is gone or nobody computed it. */
  md5: z.string().nullable(),
  sha256: z.string().nullable().exactOptional(),
  /** As the file was before it, where it had been shown. */
  prevMd5: z.string().exactOptional(),
  op: z.enum(['read', 'update', 'create', 'delete']),
  dt: z.string(),
  size: z.int().min(0).nullable(),
  by: z.enum(['user', 'ai', 'auto']),
});

/** What is known of a file that the session was shown. */
const knownFileSchema = z.object({
  path: z.string(),
  /** By the folder of the entry that showed it; null where that was no folder of a machine. */
  absolutePath: z.string().nullable(),
  /** Null after a change that did not say it, until it is shown again. */
  md5: z.string().nullable(),
  sha256: z.string(),
  lastSeenTurn: z.int().min(0),
  lastModifiedTurn: z.int().min(0).exactOptional(),
  /** When it was last shown or changed. */
  sizeBytes: z.int().min(0),
  language: z.string(),
  loadedBy: z.enum(['user', 'auto', 'ai-adhoc']),
  /** All of the content with this hash was shown. */
  whole: z.boolean(),
  /** The lines of it that were shown, in order and apart from each other; none where it was shown as a whole. */
  ranges: z.array(z.object({ start: z.int().min(1), end: z.int().min(1) })),
  /** What was shown is not what it holds. */
  stale: z.boolean(),
});

/** A session as one document: a projection of its journal that can be made anew at any time. */
export const sessionDocumentSchema = z.object({
  id: sessionIdSchema,
  docType: z.literal('chat'),
  projectId: z.string(),
  parentSessionId: z.string().exactOptional(),
  /** Where the session came from, when it was imported. */
  importedFrom: z
    .looseObject({ session_id: sessionIdSchema, head: z.string(), exported_at: z.string() })
    .exactOptional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  summary: z.string(),
  archived: z.boolean(),
  labels: z.array(z.string()),
  status: z.string().nullable(),
  pairs: z.array(pairSchema),
  todos: z.array(z.looseObject({ text: z.string(), completed: z.boolean() })),
  bugs: z.array(
    z.object({
      type: z.string(),
      by: z.enum(['script', 'user']),
      description: z.string(),
      pairIndex: z.int().min(0).nullable(),
      timestamp: z.string(),
    }),
  ),
  changeHistory: z.object({
    history: z.array(
      z.object({
        id: changeSetIdSchema,
        turnId: turnIdSchema.nullable(),
        timestamp: z.string(),
        files: z.array(z.string()),
        added: z.int().min(0),
        removed: z.int().min(0),
        /** Lines that gave way to others; they are among the added and the removed ones. */
        modified: z.int().min(0).exactOptional(),
        applied: z.boolean(),
        /** False for one that came with an import, or whose paths lost a secret: it is shown and nothing more. */
        rewindable: z.boolean(),
      }),
    ),
    position: z.int().min(-1),
  }),
  /** What happened to files, a list for each turn, in the order of the turns. */
  pairFileHistory: z.array(z.array(fileOperationSchema)),
  fileRegistry: z.record(z.string(), knownFileSchema),
  uploadedFiles: z.array(z.unknown()),
  /** Commands that did not end with 0, the last ones; for whoever goes on with the work. */
  failedCommands: z.array(
    z.object({
      commandId: z.string(),
      command: z.string(),
      exitCode: z.int().nullable(),
      signal: z.string().nullable(),
      endedBy: z.string(),
      /** The end of what it printed. */
      output: z.string(),
      turnId: turnIdSchema.nullable(),
      timestamp: z.string(),
    }),
  ),
  auditGenerating: z.boolean(),
  tags: z.array(z.object({ turnId: turnIdSchema, tags: z.array(z.string()), note: z.string().nullable() })),
  actions: z.array(
    z.object({
      id: actionIdSchema,
      turnId: turnIdSchema,
      title: z.string(),
      status: z.enum(['open', 'in_progress', 'done', 'cancelled']),
      details: z.string().nullable(),
      tags: z.array(z.string()),
    }),
  ),
  usage: usageSchema,
  /** How many entries the document was made from. */
  entries: z.int().min(0),
});
export type SessionDocument = z.infer<typeof sessionDocumentSchema>;
