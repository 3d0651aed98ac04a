import * as z from 'zod';

import {
  changeSetIdSchema,
  contentHashSchema,
  intentIdSchema,
  sessionIdSchema,
  turnIdSchema,
} from '../ids.ts';

/** The lines of `.orchestration/agent_trace.jsonl`. Each is made from entries of the journal, and can be made anew. */

const lineFields = {
  /** Made from the entry that the line tells, so that the same line always has the same. */
  id: z.uuidv4(),
  timestamp: z.iso.datetime(),
  /** Where the conversation is: session and turn. */
  session_id: sessionIdSchema,
  turn_id: turnIdSchema.exactOptional(),
};

/** One call of a tool, whatever became of it. */
export const tracedCallSchema = z.looseObject({
  ...lineFields,
  type: z.literal('call'),
  tool_use_id: z.string(),
  tool_name: z.string(),
  intent_id: intentIdSchema.nullable(),
  mode: z.enum(['safe', 'ask', 'allow']),
  /** Null where no model made the call. */
  model_id: z.string().nullable(),
  /** Null where it was refused before anybody knew. */
  effect: z.enum(['read', 'write', 'run', 'command', 'network']).nullable(),
  allowed: z.boolean(),
  /** What allowed it or the rule that refused it; null where nobody judged it. */
  decided_by: z.string().nullable(),
  ok: z.boolean(),
  /** Why it was refused or failed. */
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  /** Of the tool and its input; null where it only reads or was refused. */
  content_hash: contentHashSchema.nullable(),
  /** What it changed. */
  change_sets: z.array(changeSetIdSchema),
});
export type TracedCall = z.infer<typeof tracedCallSchema>;

const range = z.looseObject({
  content_hash: contentHashSchema,
  /** In the new content, from 1. Left out where nobody knows, or the file is gone. */
  start_line: z.int().min(1).exactOptional(),
  /** The one before `start_line` where lines were only removed. */
  end_line: z.int().min(0).exactOptional(),
  removed_lines: z.int().min(1).exactOptional(),
});

const tracedFile = z.looseObject({
  relative_path: z.string(),
  renamed_from: z.string().exactOptional(),
  /** Of the whole file; null where it was not there, or is gone. */
  before_hash: contentHashSchema.nullable(),
  after_hash: contentHashSchema.nullable(),
  /** The permissions that it had and got, as in 420 for 0644, where it got others. */
  before_mode: z.int().min(0).max(0o777).exactOptional(),
  after_mode: z.int().min(0).max(0o777).exactOptional(),
  conversations: z.array(
    z.looseObject({
      /** Session and turn. */
      url: z.string(),
      contributor: z.looseObject({
        /** `UNKNOWN` for what a person ordered and what a command did: nobody knows who wrote that. */
        entity_type: z.enum(['AI', 'HUMAN', 'UNKNOWN']),
        model_identifier: z.string().exactOptional(),
      }),
      ranges: z.array(range),
      related: z.array(z.looseObject({ type: z.literal('specification'), value: intentIdSchema })),
    }),
  ),
});

/** One change set that was applied for an intent. */
export const tracedChangeSchema = z.looseObject({
  ...lineFields,
  type: z.literal('change'),
  change_set_id: changeSetIdSchema,
  kind: z.enum(['edit', 'rewind', 'forward', 'by_command']),
  intent_id: intentIdSchema,
  /** What git had checked out; null outside a repository, or where it could not be asked. */
  revision_id: z.string().nullable(),
  mutation_class: z.enum(['AST_REFACTOR', 'INTENT_EVOLUTION', 'unknown']),
  mutation_reasons: z.array(z.string()),
  files: z.array(tracedFile),
});
export type TracedChange = z.infer<typeof tracedChangeSchema>;

export type TraceLine = TracedCall | TracedChange;
