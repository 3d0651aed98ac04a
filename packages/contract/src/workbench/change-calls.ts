import * as z from 'zod';

import { errorFields } from '../entries/entry-base.ts';
import {
  changeSetIdSchema,
  contentHashSchema,
  intentIdSchema,
  sessionIdSchema,
  turnIdSchema,
} from '../ids.ts';
import { defineCall } from './define-call.ts';

const changedFileSchema = z.object({
  path: z.string(),
  /** Where it was before; the same unless it was renamed. */
  from: z.string(),
  added: z.int().min(0),
  removed: z.int().min(0),
  /** Other permissions that it got, as in `permissions 644 → 755`. */
  permissions: z.string().exactOptional(),
  /** What happened to it. */
  act: z.enum(['made', 'changed', 'removed', 'renamed']),
  /** Why it cannot be rewound. */
  unkept: z.string().exactOptional(),
  isUndone: z.boolean(),
});

/** One change set, as the history of the workspace tells it. */
const changeSetSchema = z.object({
  id: changeSetIdSchema,
  session: sessionIdSchema,
  /** Its place in the history of its session, from 1. */
  number: z.int().min(1),
  turn: turnIdSchema.nullable(),
  timestamp: z.string(),
  kind: z.enum(['edit', 'rewind', 'forward', 'by_command']),
  intent: intentIdSchema.nullable(),
  by: z.enum(['assistant', 'user']).nullable(),
  costUsd: z.number().nullable(),
  isApplied: z.boolean(),
  isRewindable: z.boolean(),
  /** A set that stands has taken it back. */
  isUndone: z.boolean(),
  files: z.array(changedFileSchema),
});
export type ChangeSetView = z.infer<typeof changeSetSchema>;

const wishFields = {
  direction: z.enum(['rewind', 'forward']),
  /** Left out: the newest that stands. */
  changeSet: changeSetIdSchema.exactOptional(),
  session: sessionIdSchema.exactOptional(),
  /** Only this file of it. */
  file: z.string().min(1).exactOptional(),
  /** Later change sets that stand on it are undone too. */
  cascade: z.boolean(),
  /** Files that can never be rewound or that the disk refuses are left as they are. */
  partial: z.boolean(),
};

const refusedFileSchema = z.object({
  path: z.string(),
  message: z.string(),
  conflicts: z.array(z.object({ line: z.int().nullable(), ours: z.string(), theirs: z.string() })),
  /** A partial rewind leaves it as it is. */
  canStay: z.boolean(),
});

/** What a rewind would do; nothing is written. */
const rewindPreviewSchema = z.object({
  kind: z.enum(['rewind', 'forward']),
  target: changeSetSchema.nullable(),
  undone: z.array(changeSetSchema),
  dependents: z.array(changeSetSchema),
  files: z.array(
    z.object({
      path: z.string(),
      what: z.string(),
      added: z.int().min(0),
      removed: z.int().min(0),
      /** Other permissions that it would get. */
      permissions: z.string().exactOptional(),
      /** A unified diff; empty where only permissions change. */
      diff: z.string(),
    }),
  ),
  refused: z.array(refusedFileSchema),
  leftOut: z.array(refusedFileSchema),
  /** Why nothing can be done. */
  error: z.object(errorFields.shape).nullable(),
  fingerprint: contentHashSchema,
});
export type RewindPreview = z.infer<typeof rewindPreviewSchema>;

/** What a surface asks about changes. */
export const changeCalls = {
  /** Newest first; of one session, or of the whole workspace. */
  change_list: defineCall(
    z.strictObject({
      session: sessionIdSchema.exactOptional(),
      limit: z.int().min(1).max(1000).exactOptional(),
    }),
    z.object({ sets: z.array(changeSetSchema), hasMore: z.boolean() }),
  ),
  change_show: defineCall(
    z.strictObject({ session: sessionIdSchema, changeSet: changeSetIdSchema }),
    z.object({
      set: changeSetSchema,
      /** Each with a unified diff, or why there is none. */
      files: z.array(
        z.object({ path: z.string(), diff: z.string().nullable(), problem: z.string().exactOptional() }),
      ),
    }),
  ),
  rewind_preview: defineCall(z.strictObject(wishFields), rewindPreviewSchema),
  /** Carries out what was shown, and nothing else: `conflict` where it would be something else by now. */
  rewind_run: defineCall(
    z.strictObject({ ...wishFields, fingerprint: contentHashSchema }),
    z.object({
      changeSet: changeSetIdSchema.nullable(),
      session: sessionIdSchema.nullable(),
      isRecorded: z.boolean(),
    }),
  ),
} as const;
