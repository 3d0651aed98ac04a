import * as z from 'zod';

import { changeSetIdSchema, intentIdSchema, sessionIdSchema, turnIdSchema } from '../ids.ts';
import { tracedCallSchema, tracedChangeSchema } from '../ledger/trace-line.ts';
import { defineCall } from './define-call.ts';

/** A change set, and why it was made as far as anything tells. */
const reasonFields = {
  changeSet: changeSetIdSchema,
  session: sessionIdSchema,
  turn: turnIdSchema.nullable(),
  timestamp: z.string(),
  kind: z.enum(['edit', 'rewind', 'forward', 'by_command']),
  by: z.enum(['assistant', 'user']).nullable(),
  /** `ledger`: the journal of its session is not here. */
  source: z.enum(['journal', 'ledger']),
  intent: z
    .object({
      id: intentIdSchema,
      /** Null where the intents do not name it any more. */
      name: z.string().nullable(),
      status: z.string().nullable(),
    })
    .nullable(),
  /** What the person had said; null where nothing tells it. */
  prompt: z.string().nullable(),
  /** What the person said while the turn ran, before the change. */
  further: z.array(z.string()).exactOptional(),
  model: z.string().nullable(),
  approval: z
    .object({
      /** `rules`, a flag, a rule of the user, or an approval with its id. */
      allowedBy: z.string(),
      answeredBy: z.string().nullable(),
      scope: z.enum(['once', 'session', 'always']).nullable(),
      timestamp: z.string().nullable(),
      reason: z.string().exactOptional(),
    })
    .nullable(),
};

const explainedSetSchema = z.object(reasonFields);
export type ExplainedSet = z.infer<typeof explainedSetSchema>;

const rangeFields = {
  /** From 1, both ends belong to it; null for a file that is no text. */
  start: z.int().min(1).nullable(),
  end: z.int().min(1).nullable(),
  broughtBackBy: changeSetIdSchema.nullable(),
  movedBy: changeSetIdSchema.nullable(),
  /** What the lines say, where lines were asked for. */
  text: z.array(z.string()).exactOptional(),
};

const writtenRangeSchema = z.object({
  ...rangeFields,
  origin: z.enum(['assistant', 'user', 'command']),
  ...reasonFields,
});

/** Lines that no change set wrote; `reason` says in words what is known. */
const unrecordedRangeSchema = z.object({
  ...rangeFields,
  origin: z.enum(['outside', 'earlier', 'unknown']),
  changeSet: z.null(),
  intent: z.null(),
  reason: z.string(),
  maybeMovedFrom: z.string().exactOptional(),
  ledgerNames: z
    .object({
      changeSet: changeSetIdSchema,
      session: sessionIdSchema,
      turn: turnIdSchema.nullable(),
      intent: intentIdSchema.nullable(),
    })
    .exactOptional(),
});

const explainedRangeSchema = z.discriminatedUnion('origin', [writtenRangeSchema, unrecordedRangeSchema]);
export type ExplainedRange = z.infer<typeof explainedRangeSchema>;

const ledgerStateSchema = z.object({
  path: z.string(),
  /** Nothing can be added to it now; with `isStrict` nothing but reading is allowed until it can. */
  isDegraded: z.boolean(),
  isStrict: z.boolean(),
  problem: z.string().exactOptional(),
  /** Zero while it is degraded: nobody can count. */
  lines: z.int().min(0),
  /** What the journals say and the ledger does not. */
  missing: z.int().min(0),
  /** Lines that say something else than the journals. */
  altered: z.int().min(0),
  unreadable: z.int().min(0),
});

const MOST_LINES = 1000;

/** What a surface asks about what was done why. */
export const governanceCalls = {
  /** Why the lines of a file are there. */
  why: defineCall(
    z.strictObject({
      path: z.string().min(1),
      /** Only this one. */
      line: z.int().min(1).exactOptional(),
    }),
    z.object({
      file: z.string(),
      exists: z.boolean(),
      /** Null where it does not exist. */
      isText: z.boolean().nullable(),
      lines: z.int().min(0).nullable(),
      ranges: z.array(explainedRangeSchema),
      /** The change sets of the file, the newest first. */
      changes: z.array(explainedSetSchema),
      moreChanges: z.int().min(0),
    }),
  ),
  governance_state: defineCall(
    z.strictObject({}),
    z.object({
      isGoverned: z.boolean(),
      /** Null where nothing is traced: not governed, or nothing was ever kept here. */
      ledger: ledgerStateSchema.nullable(),
    }),
  ),
  /** The last lines of the ledger, the newest first. */
  trace_list: defineCall(
    z.strictObject({ limit: z.int().min(1).max(MOST_LINES).exactOptional() }),
    z.object({
      lines: z.array(z.discriminatedUnion('type', [tracedCallSchema, tracedChangeSchema])),
      hasMore: z.boolean(),
      unreadable: z.int().min(0),
    }),
  ),
} as const;
