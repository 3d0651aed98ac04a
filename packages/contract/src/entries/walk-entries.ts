import * as z from 'zod';

import {
  changeSetIdSchema,
  contentHashSchema,
  intentIdSchema,
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
} from '../ids.ts';
import { baseFields, errorFields, longText, longValue } from './entry-base.ts';
import { usageSchema } from './usage.ts';

/** What is written while a message becomes an answer, in the order of the walk. */

const plannedFileFields = {
  path: z.string(),
  /** Null where the file was not there; 64 zeros where a command changed it and nobody had its bytes. */
  before_hash: contentHashSchema.nullable(),
  /** The permissions that the file had, for when it comes back; left out where nobody knows them. */
  before_mode: z.int().min(0).max(0o777).exactOptional(),
  /**
   * The permissions that it got; left out where they stayed. Where the hashes are the same, they are all that changed. Of a file that was
   * not there, those that it was made with, where nobody may write it.
   */
  after_mode: z.int().min(0).max(0o777).exactOptional(),
  /**
   * Why bytes of it that a rewind would need were not kept, where a command changed it, or that it moved it there from where nobody
   * looked: so it cannot be rewound.
   */
  unkept: z.enum(['too_large', 'too_many', 'unknown', 'moved_here']).exactOptional(),
  /** Null where the file is gone. */
  after_hash: contentHashSchema.nullable(),
  /** It was a symbolic link; its hash is that of the text `symbolic link to ` with where it led and a line break. */
  before_link: z.literal(true).exactOptional(),
  /** It is a symbolic link now, with a hash of the same kind. */
  after_link: z.literal(true).exactOptional(),
  added: z.int().min(0),
  removed: z.int().min(0),
  renamed_from: z.string().exactOptional(),
  after_md5: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .exactOptional(),
  after_size: z.int().min(0).exactOptional(),
  /** True where the model wrote all of the content, so that all of it is known to it. */
  whole: z.boolean().exactOptional(),
  /** Where the content differs, in order: from line `start` of the old content on, so many lines gave way to so many. */
  hunks: z
    .array(z.looseObject({ start: z.int().min(1), removed: z.int().min(0), added: z.int().min(0) }))
    .exactOptional(),
  /** The TODOs that the change completes, from 0, in the list as it was then. */
  todo_indexes: z.array(z.int().min(0)).exactOptional(),
};

const changedFile = z.looseObject({
  ...plannedFileFields,
  status: z.enum(['applied', 'refused', 'skipped']),
  error: errorFields.exactOptional(),
  /** What was planned, where an editor made something else of it on saving; `after_hash` is what was saved. Both are kept. */
  planned_hash: contentHashSchema.exactOptional(),
  /** A command changed it although it lies outside the scope of the intent. */
  out_of_scope: z.literal(true).exactOptional(),
});

const changeSetStart = {
  ...baseFields,
  change_set_id: changeSetIdSchema,
  turn_id: turnIdSchema.exactOptional(),
  kind: z.enum(['edit', 'rewind', 'forward', 'by_command']),
  intent_id: intentIdSchema.nullable(),
  /** Whose change it is: that of a model in its turn, or of a person who had a reply at hand. */
  by: z.enum(['assistant', 'user']).exactOptional(),
  parent_change_set_id: changeSetIdSchema.exactOptional(),
  /** What git had checked out; null outside a repository. Left out where nobody looked. */
  revision_id: z.string().nullable().exactOptional(),
  cost_usd: z.number().min(0).exactOptional(),
  /** Folders that were made for new files; before the change set is applied: that have to be made. */
  made_folders: z.array(z.string()).exactOptional(),
  /** Folders that go afterwards if they are empty, as a rewind does with those that were made. */
  remove_folders: z.array(z.string()).exactOptional(),
  /** Of a rewind or a forward: the change sets that it undoes, and of each the paths. */
  undoes: z
    .array(
      z.looseObject({
        session_id: sessionIdSchema,
        change_set_id: changeSetIdSchema,
        paths: z.array(z.string()),
        /** Those of the paths that somebody had undone before by hand, so that nothing was written. */
        already: z.array(z.string()).exactOptional(),
      }),
    )
    .exactOptional(),
};

const changeSetFields = {
  ...changeSetStart,
  files: z.array(changedFile),
  /** What somebody saved while it was written, where it could not stay in its place. */
  displaced: z.array(z.looseObject({ path: z.string(), blob: contentHashSchema })).exactOptional(),
  /** The process that began it had died; this was found and written later. */
  recovered: z.literal(true).exactOptional(),
};

export const messageAdmittedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('message_admitted'),
  message_id: messageIdSchema,
  text: longText,
  images: z.array(z.looseObject({ blob: contentHashSchema, media_type: z.string() })).exactOptional(),
  files: z.array(z.string()).exactOptional(),
  /** The turn that was running and takes it in at its next step; left out: it waits for a turn of its own. */
  steers: turnIdSchema.exactOptional(),
  /** How many commands were to be run for it; which ones is written down as they run. */
  commands: z.int().min(1).exactOptional(),
});

/** The system prompt of the session from here on; what changes from turn to turn goes into messages. */
export const promptPinnedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('prompt_pinned'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  text: longText,
});

export const turnStartedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('turn_started'),
  turn_id: turnIdSchema,
  message_id: messageIdSchema,
  model: z.string().exactOptional(),
  /** The workspace was governed: the calls of the turn belong into the ledger. */
  governed: z.literal(true).exactOptional(),
});

export const answerReceivedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('answer_received'),
  turn_id: turnIdSchema,
  round: z.int().min(1),
  model: z.string(),
  /** The raw text, before anything reads meaning into it. */
  text: longText,
  finish_reason: z.string(),
  usage: usageSchema.exactOptional(),
  /** What the request held that this answers. */
  request: z
    .looseObject({
      messages: z.int().min(0),
      /** Older turns that had no room. */
      left_out_turns: z.int().min(0),
      estimated_tokens: z.int().min(0),
    })
    .exactOptional(),
});

/** What a structured reply says, read from the raw answer before it. */
export const replyReadSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('reply_read'),
  turn_id: turnIdSchema,
  round: z.int().min(1),
  /** False for what was cut or could not be read: it is shown, and nothing of it is applied. */
  complete: z.boolean(),
  summary: longText,
  sections: longValue.exactOptional(),
  todos: longValue.exactOptional(),
  commands: longValue.exactOptional(),
  next_steps: longValue.exactOptional(),
  /** The paths of its changes; what they say is in the calls that follow. */
  file_changes: z.array(z.string()).exactOptional(),
  problems: z.array(z.looseObject({ code: z.string(), message: z.string() })).exactOptional(),
});

const callFields = { ...baseFields, turn_id: turnIdSchema, tool_use_id: z.string().min(1) };

export const toolCallRequestedSchema = z.looseObject({
  ...callFields,
  event_type: z.literal('tool_call_requested'),
  tool: z.looseObject({ name: z.string(), input: longValue }),
  round: z.int().min(1),
  /** The call that this one is a part of, as of a sub-task. */
  parent_tool_use_id: z.string().min(1).exactOptional(),
});

export const toolCallAllowedSchema = z.looseObject({
  ...callFields,
  event_type: z.literal('tool_call_allowed'),
  effect: z.enum(['read', 'write', 'run', 'command', 'network']),
  /** `rules`, the flag that said yes in advance, the answer that did, or the rule of the user. */
  by: z.string(),
  /** Of what does more than read: of the tool and its input, alike for other key orders and line ends. */
  content_hash: contentHashSchema.exactOptional(),
});

export const toolCallRefusedSchema = z.looseObject({
  ...callFields,
  event_type: z.literal('tool_call_refused'),
  rule: z.string(),
  error: errorFields,
});

/** On the disk, with the old and the new bytes, before the first file is touched: who finds it unfinished can finish it. */
export const changeSetStartedSchema = z.looseObject({
  ...changeSetStart,
  event_type: z.literal('change_set_started'),
  files: z.array(z.looseObject(plannedFileFields)),
});

export const changeSetAppliedSchema = z.looseObject({
  ...changeSetFields,
  event_type: z.literal('change_set_applied'),
  /** The command that changed the files, of a set by a command. */
  command_id: z.string().exactOptional(),
  /** Commands that were still running when the one that this is about had ended: some of the changes may be theirs. */
  beside: z.array(z.looseObject({ session_id: sessionIdSchema, command_id: z.string() })).exactOptional(),
  /** How many more files a command changed than are named. */
  unnamed_files: z.int().min(1).exactOptional(),
});

export const changeSetRefusedSchema = z.looseObject({
  ...changeSetFields,
  event_type: z.literal('change_set_refused'),
  error: errorFields,
});

export const fileShownSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('file_shown'),
  turn_id: turnIdSchema.exactOptional(),
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  md5: z.string().regex(/^[0-9a-f]{32}$/),
  size: z.int().min(0),
  /** False for a part, a search hit or an outline. */
  whole: z.boolean(),
  ranges: z.array(z.looseObject({ start: z.int().min(1), end: z.int().min(1) })).exactOptional(),
  by: z.enum(['user', 'auto', 'ai-adhoc']),
});

export const budgetReservedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('budget_reserved'),
  reservation_id: z.string().min(1),
  turn_id: turnIdSchema.exactOptional(),
  model: z.string(),
  /** The most that the call can cost; null when the price is not known. */
  amount_usd: z.number().min(0).nullable(),
  /** The most tokens that it reads and writes. */
  input_tokens: z.int().min(0).exactOptional(),
  output_tokens: z.int().min(0).exactOptional(),
  /** The model that would have cost too much. */
  instead_of: z.string().exactOptional(),
  /** The pipeline run that it counts for. */
  run_id: z.string().min(1).exactOptional(),
  /** The session of the sub-task that spends it from the purse of this one. */
  child_session_id: sessionIdSchema.exactOptional(),
});

export const budgetSettledSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('budget_settled'),
  reservation_id: z.string().min(1),
  usage: usageSchema,
  /** True where the provider did not say what was used; what it did not say counts as reserved. */
  estimated: z.boolean().exactOptional(),
});
