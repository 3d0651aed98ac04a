import * as z from 'zod';

import {
  changeSetIdSchema,
  contentHashSchema,
  intentIdSchema,
  sessionIdSchema,
  turnIdSchema,
} from '../ids.ts';
import { baseFields, errorFields, lineHashSchema, longText } from './entry-base.ts';
import { usageSchema } from './usage.ts';

/** What changes the state of a session beside the walk of a message. */

/** Only the user under whom it was written can make it; without one that fits, an entry gives no right. */
const seal = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .exactOptional();

export const sessionChangedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('session_changed'),
  title: z.string().exactOptional(),
  archived: z.boolean().exactOptional(),
  labels: z.array(z.string()).exactOptional(),
  status: z.string().exactOptional(),
  /** Settings of this session, by name. */
  settings: z.record(z.string(), z.unknown()).exactOptional(),
  seal,
  /** Left out: a person. A title that a script made does not count over one that a person gave. */
  by: z.enum(['user', 'script']).exactOptional(),
});

const approvalFields = { ...baseFields, approval_id: z.string().min(1), seal };

export const approvalRequestedSchema = z.looseObject({
  ...approvalFields,
  event_type: z.literal('approval_requested'),
  turn_id: turnIdSchema,
  tool_use_id: z.string().min(1),
  question: z.string(),
  /** Exactly what a yes would do: the diff of every file, or the call. */
  preview: longText.exactOptional(),
  /** The rule that wants a person to decide. */
  rule: z.string().exactOptional(),
  tool: z.string().exactOptional(),
  effect: z.enum(['read', 'write', 'run', 'command', 'network']).exactOptional(),
  /** Every path that it is about, after all links. */
  paths: z.array(z.string()).exactOptional(),
  /** The host that would be reached. */
  host: z.string().exactOptional(),
  /** The source whose tool it is. */
  source: z.string().exactOptional(),
  /** The line of shell, and the words that a yes for longer would hold for; none where it can hold for this call alone. */
  command: longText.exactOptional(),
  patterns: z.array(z.string()).exactOptional(),
  /** Examples of what else such a yes would let run. */
  also_allows: z.array(z.string()).exactOptional(),
  /** It would run code of the workspace. */
  runs_code: z.boolean().exactOptional(),
  /** It would not yet, but what a yes for good keeps lets code of the workspace run; such a yes is one to the code as it is now. */
  adds_code: z.boolean().exactOptional(),
  intent_id: intentIdSchema.nullable().exactOptional(),
  /** What the files are now and what they would be. A yes holds for nothing else. */
  files: z
    .array(
      z.looseObject({
        path: z.string(),
        before_hash: contentHashSchema.nullable(),
        after_hash: contentHashSchema.nullable(),
      }),
    )
    .exactOptional(),
  /** Of the tool and its input, alike for other key orders and line ends. */
  content_hash: contentHashSchema.exactOptional(),
  /** Which of the paths would be gone afterwards. */
  removes: z.array(z.string()).exactOptional(),
  /** For how long a yes may hold. */
  scopes: z.array(z.enum(['once', 'session', 'always'])).exactOptional(),
});

export const approvalAnsweredSchema = z.looseObject({
  ...approvalFields,
  event_type: z.literal('approval_answered'),
  answer: z.enum(['yes', 'no']),
  scope: z.enum(['once', 'session', 'always']),
  by: z.string(),
  reason: z.string().exactOptional(),
});

export const approvalVoidedSchema = z.looseObject({
  ...approvalFields,
  event_type: z.literal('approval_voided'),
  reason: z.string(),
});

export const todoChangedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('todo_changed'),
  turn_id: turnIdSchema.exactOptional(),
  /** The whole list after the change. */
  todos: z.array(z.looseObject({ text: z.string(), completed: z.boolean() })),
});

export const intentSelectedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('intent_selected'),
  intent_id: intentIdSchema.nullable(),
  by: z.string(),
});

export const intentChangedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('intent_changed'),
  intent_id: intentIdSchema,
  /** As it is now. */
  status: z.string(),
  by: z.string(),
  /** Which fields are other than before; left out: the status. */
  changed: z.array(z.string()).exactOptional(),
});

/** The ledger could not be brought up to date, or could again. */
export const ledgerChangedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('ledger_changed'),
  degraded: z.boolean(),
  error: errorFields.exactOptional(),
});

const commandFields = { ...baseFields, command_id: z.string().min(1), turn_id: turnIdSchema.exactOptional() };

export const commandStartedSchema = z.looseObject({
  ...commandFields,
  event_type: z.literal('command_started'),
  command: longText,
  /** Relative to the workspace; `.` is the workspace itself. */
  cwd: z.string(),
  /** It goes on while the session does, and nobody waits for it. */
  background: z.boolean().exactOptional(),
  /** By its own words it writes files, or it may do so later without being looked after. */
  writes: z.boolean().exactOptional(),
  /** What confines it; left out: nothing does. */
  sandbox: z.string().exactOptional(),
  /** A person ordered it; left out: a model did, or nobody noted who. */
  by: z.literal('user').exactOptional(),
  /** By which its processes are known. */
  mark: z.string().exactOptional(),
});

export const commandEndedSchema = z.looseObject({
  ...commandFields,
  event_type: z.literal('command_ended'),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  /** As a person is shown it: its beginning and its end where it is long; behind what is known of its end where its process of Rook died. */
  output: longText,
  timing_ms: z.number().min(0),
  /** Who ended it; `unknown`: its process of Rook died. Left out: it came to its end. */
  ended_by: z.enum(['itself', 'timeout', 'cancelled', 'stopped', 'waiting', 'unknown']).exactOptional(),
  /** All that it printed, as far as that is kept. */
  whole: z
    .looseObject({
      blob: contentHashSchema,
      /** How much it printed. */
      bytes: z.int().min(0),
      /** So many of these, from the middle, were not kept. */
      dropped_bytes: z.int().min(0).exactOptional(),
    })
    .exactOptional(),
  /** It printed no text. */
  binary: z.boolean().exactOptional(),
  /** Processes that it left running; they were ended. */
  left_behind: z.int().min(0).exactOptional(),
  /** What it changed. */
  change_set_id: changeSetIdSchema.exactOptional(),
});

const batchFields = { ...baseFields, turn_id: turnIdSchema };

/** Several commands are about to run one after the other, with a look of the model between them. */
export const batchStartedSchema = z.looseObject({
  ...batchFields,
  event_type: z.literal('batch_started'),
  commands: z.array(z.string()),
});

/** What the model said after a command of the batch. */
export const batchJudgedSchema = z.looseObject({
  ...batchFields,
  event_type: z.literal('batch_judged'),
  /** How many commands had run by then. */
  after: z.int().min(1),
  /** `unreadable`: it was none of the three, and the batch stopped. `unasked`: the model could not be asked. */
  decision: z.enum(['continue', 'stop', 'replace', 'unreadable', 'unasked']),
  /** What shall run instead of the next one. */
  command: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  model: z.string().exactOptional(),
  /** Its words as they came. */
  answer: longText.exactOptional(),
  usage: usageSchema.exactOptional(),
});

export const batchEndedSchema = z.looseObject({
  ...batchFields,
  event_type: z.literal('batch_ended'),
  /** `crashed`: its process died; `waiting`: a question was left for later, and its answer goes on with what was asked about and the rest. */
  ended_by: z.enum(['done', 'model', 'person', 'unreadable', 'failed', 'limit', 'waiting', 'crashed']),
  succeeded: z.int().min(0),
  failed: z.int().min(0),
  ran: z.array(z.string()),
  /** What was not run. */
  left: z.array(z.string()),
  reason: z.string().exactOptional(),
});

export const historyCompactedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('history_compacted'),
  /** Entries up to this one are left out of requests from now on; they stay in the journal. */
  through_seq: z.int().min(0),
  summary: longText,
});

/** Kept bytes that are let go because they are old or too many; what needs them cannot be rewound any more. */
export const blobsPrunedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('blobs_pruned'),
  hashes: z.array(contentHashSchema),
  /** How much room they took. */
  bytes: z.int().min(0),
});

export const bugRecordedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('bug_recorded'),
  type: z.string(),
  by: z.enum(['script', 'user']),
  description: z.string(),
  turn_id: turnIdSchema.exactOptional(),
});

/** Follows a line that was torn by a crash or a short write, and seals it. */
export const journalRepairedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('journal_repaired'),
  /** The number of the torn line in the file, from 1. */
  line: z.int().min(1),
  bytes: z.int().min(0),
  sha256: lineHashSchema,
});

/** Follows the entries of a session that was imported; what comes behind it was written here. */
export const sessionImportedSchema = z.looseObject({
  ...baseFields,
  event_type: z.literal('session_imported'),
  /** The session, the hash of its last line there, and when it was exported. */
  imported_from: z.looseObject({
    session_id: sessionIdSchema,
    head: lineHashSchema,
    exported_at: z.iso.datetime(),
  }),
  /** How many entries came along. */
  entries: z.int().min(0),
  /** How many of them lost a secret when they were exported or imported. */
  redacted: z.int().min(0),
  /** How many files and long fields came along. */
  blobs: z.int().min(0),
});
