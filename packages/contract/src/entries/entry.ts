import * as z from 'zod';

import * as seed from './seed-entries.ts';
import * as state from './state-entries.ts';
import * as walk from './walk-entries.ts';

/** Every type of entry that this version writes. */
export const entrySchema = z.discriminatedUnion('event_type', [
  seed.sessionStartSchema,
  seed.turnSchema,
  seed.toolCallSchema,
  seed.tagSchema,
  seed.actionSchema,
  seed.healthSchema,
  walk.messageAdmittedSchema,
  walk.promptPinnedSchema,
  walk.turnStartedSchema,
  walk.answerReceivedSchema,
  walk.replyReadSchema,
  walk.toolCallRequestedSchema,
  walk.toolCallAllowedSchema,
  walk.toolCallRefusedSchema,
  walk.changeSetStartedSchema,
  walk.changeSetAppliedSchema,
  walk.changeSetRefusedSchema,
  walk.fileShownSchema,
  walk.budgetReservedSchema,
  walk.budgetSettledSchema,
  state.sessionChangedSchema,
  state.approvalRequestedSchema,
  state.approvalAnsweredSchema,
  state.approvalVoidedSchema,
  state.todoChangedSchema,
  state.intentSelectedSchema,
  state.intentChangedSchema,
  state.ledgerChangedSchema,
  state.commandStartedSchema,
  state.commandEndedSchema,
  state.batchStartedSchema,
  state.batchJudgedSchema,
  state.batchEndedSchema,
  state.historyCompactedSchema,
  state.blobsPrunedSchema,
  state.bugRecordedSchema,
  state.journalRepairedSchema,
  state.sessionImportedSchema,
]);

export type Entry = z.infer<typeof entrySchema>;
export type EntryType = Entry['event_type'];
export type EntryOf<Type extends EntryType> = Extract<Entry, { event_type: Type }>;

export const entryTypes: readonly string[] = entrySchema.options.map(
  (option) => option.shape.event_type.value,
);

type BaseKey =
  | 'schema_version'
  | 'event_id'
  | 'timestamp'
  | 'workspace'
  | 'session_id'
  | 'mode'
  | 'seq'
  | 'prev'
  | 'imported';

/** The named fields of an entry without those that every entry gets when it is written. */
type Draft<Whole> = {
  [Key in keyof Whole as string extends Key ? never : Key extends BaseKey ? never : Key]: Whole[Key];
};

/** What somebody wants to have written down; the journal adds the rest. */
export type EntryDraft = Entry extends infer Whole ? (Whole extends Entry ? Draft<Whole> : never) : never;
