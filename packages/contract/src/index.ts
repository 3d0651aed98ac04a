export { CHAT_SURFACE, ck3raven, rook, type Brand } from './brand.ts';
export {
  commandSchema,
  MOST_BATCH_COMMANDS,
  type Command,
  type MessageSend,
  type BatchRun,
  type ApprovalAnswer,
  type SessionChangeCommand,
} from './commands/command.ts';
export { auditDocumentSchema, type AuditDocument, type AuditPair } from './documents/audit-document.ts';
export { sessionDocumentSchema, type SessionDocument } from './documents/session-document.ts';
export { keptSummarySchema, type SessionSummary } from './documents/session-summary.ts';
export {
  fileChangeSchema,
  type FileChange,
  type LineOperation,
  type SearchEdit,
} from './edits/file-change.ts';
export { parseFileChange } from './edits/parse-file-change.ts';
export { addUsage, emptyUsage } from './entries/add-usage.ts';
export { countModified } from './entries/count-modified.ts';
export { describePermissions } from './entries/describe-permissions.ts';
export { nameCommandEnd } from './entries/name-command-end.ts';
export { warnOfChanges } from './entries/warn-of-changes.ts';
export { deltaSchema, type Delta } from './entries/deltas.ts';
export { FIRST_PREV, SCHEMA_VERSION, type CutField, type EntryBase } from './entries/entry-base.ts';
export {
  entrySchema,
  entryTypes,
  type Entry,
  type EntryDraft,
  type EntryOf,
  type EntryType,
} from './entries/entry.ts';
export { parseEntry, readWritten, type ReadEntry } from './entries/parse-entry.ts';
export { parseChangeSetHead, type ChangeSetHead } from './entries/parse-change-set-head.ts';
export { parseChangeSet } from './entries/parse-change-set.ts';
export type { Usage } from './entries/usage.ts';
export { EXPORT_FORMAT, EXPORT_VERSION, type ExportHeader } from './exchange/export-header.ts';
export { parseExportHeader, parseExportLine, type ExportLine } from './exchange/parse-export-line.ts';
export { ERRORS, rookError, type ErrorCode, type ErrorKind, type RookError } from './errors.ts';
export {
  actionIdSchema,
  changeSetIdSchema,
  contentHashSchema,
  entryIdSchema,
  intentIdSchema,
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
  type ActionId,
  type ChangeSetId,
  type ContentHash,
  type EntryId,
  type IntentId,
  type MessageId,
  type SessionId,
  type TurnId,
} from './ids.ts';
export { parseTraceLine } from './ledger/parse-trace-line.ts';
export type { TracedCall, TracedChange, TraceLine } from './ledger/trace-line.ts';
export { connectionSchema, type Connection } from './models/connection.ts';
export { MODEL_ROLES, type ModelRole, type Provider } from './models/providers.ts';
export { findStep, type ScriptRequest } from './models/find-step.ts';
export { parseScript } from './models/parse-script.ts';
export {
  scriptSchema,
  type Script,
  type ScriptAnswer,
  type ScriptErrorCode,
  type ScriptEvent,
} from './models/script.ts';
export { parseError } from './parse-error.ts';
export { REPLY_NAME, replyItemSchemas, replyJsonSchema, replySchema, type Reply } from './replies/reply.ts';
export { fail, succeed, type Result } from './result.ts';
export {
  allSettings,
  findSetting,
  settingNames,
  type SettingName,
  type SettingValues,
} from './settings/all-settings.ts';
export type { Scope, SettingDefinition, Tighten } from './settings/define-setting.ts';
export { describeSettingType } from './settings/describe-setting-type.ts';
export { environmentName, OTHER_VARIABLES } from './settings/environment-name.ts';
export { nearestName } from './settings/nearest-name.ts';
export { parseSettingValues } from './settings/parse-setting-values.ts';
export { readSettingText, readSettingValue } from './settings/read-setting-value.ts';
export { settingChoices } from './settings/setting-choices.ts';
export { showableSettingValue } from './settings/show-setting-value.ts';
export { settingsInGroup, unknownSetting } from './settings/unknown-setting.ts';
export type { ChangeSetView, RewindPreview } from './workbench/change-calls.ts';
export { foldTour, type TourProgress } from './workbench/fold-tour.ts';
export type { ExplainedRange, ExplainedSet } from './workbench/governance-calls.ts';
export { parseCallInput, parseCallName, parseCallOutput } from './workbench/parse-call.ts';
export type { About, IntentView } from './workbench/place-calls.ts';
export type { LiveState, SessionItem, SessionOverview } from './workbench/session-calls.ts';
export {
  TOUR_FILE,
  TOUR_GUIDE,
  TOUR_PLANNER,
  TOUR_STEPS,
  TOUR_TEST,
  tourModelFor,
  type TourAct,
  type TourDeed,
  type TourStep,
  type TourStepId,
} from './workbench/tour-steps.ts';
export {
  blobPartSchema,
  workbenchCalls,
  type BlobPart,
  type CallInput,
  type CallName,
  type CallOutput,
  type Following,
  type FollowWish,
  type Workbench,
} from './workbench/workbench.ts';
export { workbenchEventSchema, type WorkbenchEvent } from './workbench/workbench-event.ts';
