export { describeTrace, makeAgentTrace } from './edits/agent-trace.ts';
export { confinesCode } from './commands/confine-command.ts';
export { heedChanges, type CodeFacts } from './commands/heed-changes.ts';
export { listProgramFolders } from './commands/list-program-folders.ts';
export { judgeCommand, type CommandJudgement } from './commands/judge-command.ts';
export { listSome, shortenName } from './commands/shorten.ts';
export type { DiskFile, ShownFile } from './edits/check-hash.ts';
export {
  listNamedPaths,
  planChangeSet,
  type ChangePlan,
  type PlannedFile,
  type PlanOptions,
  type ProposedChanges,
} from './edits/plan-change-set.ts';
export type { FileState } from './edits/plan-file.ts';
export { keepsContent } from './edits/compare-rewound.ts';
export type { RefusedRewind } from './edits/leave-some.ts';
export type { RewindPlan, RewindWish } from './edits/plan-rewind.ts';
export { previewChange, type PreviewLimits } from './edits/preview-change.ts';
export type { LineOrigin, LineRun, LineRuns } from './edits/line-runs.ts';
export { createFileTracer, type FileTracer, type TracedFile } from './edits/trace-file.ts';
export type { UnaskedAdvice } from './gate/ask-person.ts';
export { checkCommand, suggestForLine, type CheckSetup } from './gate/check-command.ts';
export { createCommandPolicy } from './gate/create-command-policy.ts';
export { createFactSources } from './gate/create-fact-sources.ts';
export { removeRule } from './gate/edit-user-rules.ts';
export { listTools, type ListedTool } from './gate/list-tools.ts';
export { createRulesReader } from './gate/load-user-rules.ts';
export type { UserRule } from './gate/user-rules.ts';
export { createGovernance } from './intents/governance.ts';
export {
  createIntentBook,
  findIntent,
  type ChangedIntent,
  type IntentBook,
  type IntentEdit,
  type IntentItem,
} from './intents/intent-book.ts';
export { inspectLedger, type LedgerHealth } from './intents/inspect-ledger.ts';
export { loadLedgerSets } from './intents/ledger-sets.ts';
export {
  INTENT_STATUSES,
  INTENTS_FILE,
  LEDGER_FILE,
  ORCHESTRATION_FOLDER,
  type Intent,
  type IntentStatus,
} from './intents/intent.ts';
export { explainPattern } from './intents/intent-scope.ts';
export {
  holdsIntentMap,
  INTENT_MAP_FILE,
  mapIntents,
  writeIntentMap,
  type PlacedFile,
  type PlacedIntent,
} from './intents/intent-map.ts';
export { takeUpIntent } from './intents/take-up-intent.ts';
export { runCommands, type OrderedRun, type RanCommands } from './sessions/run-commands.ts';
export type { Verification } from './journal/check-chain.ts';
export { changeSession, type SessionChange } from './journal/change-session.ts';
export { createMessageId, createSessionId, sessionIdFor, turnIdAfter } from './journal/create-ids.ts';
export { exportSession, type ExportFormat, type SessionExport } from './journal/export-session.ts';
export { findRevision } from './journal/find-revision.ts';
export { createSessionFold, type SessionFold } from './journal/fold-session.ts';
export { createHistoryFold, hasNames, type History, type HistoryFold } from './journal/fold-history.ts';
export { contentsOf, type HistoryFile, type HistorySet } from './journal/history-set.ts';
export { addHistoryLine, loadHistory } from './journal/load-history.ts';
export { importSession, type ImportedSession } from './journal/import-session.ts';
export { loadPathHistory, type PathHistory } from './journal/load-path-history.ts';
export { loadReasons, type ChangeReason } from './journal/load-reasons.ts';
export { loadSession } from './journal/load-session.ts';
export type { LineSetting } from './journal/prepared-entry.ts';
export { changeAction, createAction, reportBug, tagTurn } from './journal/mark-session.ts';
export { openJournal, type Journal, type JournalSetup, type JournalState } from './journal/open-journal.ts';
export { createOwnSession, type OwnSession } from './journal/own-session.ts';
export { readAlsoTrash } from './journal/read-also-trash.ts';
export { readJournal, type JournalLine } from './journal/read-journal.ts';
export { createRedactor, type Redactor } from './journal/redact-secrets.ts';
export { summarizeSession } from './journal/summarize-session.ts';
export { readSearchEntry, SEARCHED_LINE_BYTES, type SearchEntry } from './journal/search-entry.ts';
export { fileName, passesFilter } from './journal/search-filter.ts';
export { createNewest, type Place } from './journal/search-newest.ts';
export { makeHit, searchByScan } from './journal/search-scan.ts';
export { searchSubstring } from './journal/search-substring.ts';
export { createWordMarks, createWordTest, readQueryWords } from './journal/search-words.ts';
export { MOST_BUFFERED } from './journal/waiting-entries.ts';
export { verifySession } from './journal/verify-session.ts';
export {
  createModelCaller,
  type CallEvent,
  type CallOptions,
  type CallRequest,
  type ModelCaller,
  type ModelCallerSetup,
} from './models/call-model.ts';
export type { ConnectedModel } from './models/choose-model.ts';
export { checkAddress } from './models/check-address.ts';
export { describeModel, type ModelFacts } from './models/describe-model.ts';
export {
  ENVIRONMENT_CONNECTION,
  listConnections,
  type ConnectionSources,
  type FoundConnection,
} from './models/find-connection.ts';
export { imageSize } from './models/image-size.ts';
export { showDollars, toNanodollars } from './models/money.ts';
export {
  keyName,
  resolveConnection,
  type KeySources,
  type ResolvedConnection,
} from './models/resolve-connection.ts';
export { findModels, modelOfRole, type RoleModels } from './models/role-models.ts';
export { createBudget, type Budget, type BudgetSetup, type CallPlace } from './models/reserve-budget.ts';
export { spentToday } from './models/spent-today.ts';
export type { Clock } from './ports/clock.ts';
export type {
  IndexProgress,
  IndexState,
  IndexWatch,
  LineReader,
  OpenLines,
  SearchAnswer,
  SearchFilter,
  SearchHit,
  SearchIndex,
  SearchQuery,
  Snippet,
  WordSplitter,
} from './ports/search-index.ts';
export type { HeldLedger, LedgerFile, LedgerSplice } from './ports/ledger-file.ts';
export type { OwnFile } from './ports/own-file.ts';
export type {
  FailedEvent,
  FinishReason,
  JsonSchema,
  Model,
  ModelAbilities,
  ModelError,
  ModelErrorCode,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelTool,
  TextPart,
  ThinkingPart,
  TokenCounts,
  ToolCallPart,
  ToolResultPart,
} from './ports/model.ts';
export type { Secrets } from './ports/secrets.ts';
export type { SettingsFiles } from './ports/settings-files.ts';
export type {
  CommandEnd,
  CommandLine,
  CacheFolders,
  CommandMark,
  CommandShell,
  Confinement,
  MakeCaches,
  ReadMemory,
  RunningCommand,
  SetAside,
  SetFileAside,
  UserEnvironment,
} from './ports/command-shell.ts';
export type { OutputPiece, Program, ProgramEnd, ProgramStart, RunningProgram, Shell } from './ports/shell.ts';
export type {
  Source,
  SourceAnnotations,
  SourceLimits,
  SourceReply,
  SourceTool,
  SourceToolOverride,
} from './ports/source.ts';
export type { Spend, SpendAnswer, SpendReservation } from './ports/spend.ts';
export { LOG_LEVELS, type Log, type LogLevel } from './ports/log.ts';
export { contentHash } from './ports/content-hash.ts';
export { NO_CLONES } from './ports/no-clones.ts';
export type {
  Anchor,
  Anchors,
  Blobs,
  ChangeMark,
  ChangeWait,
  Documents,
  Holder,
  HolderNote,
  Line,
  Purge,
  PurgedPart,
  SessionWriter,
  Store,
  StoredSession,
} from './ports/store.ts';
export type { Outline, OutlineSymbol } from './ports/outline.ts';
export type { BlobDraft } from './ports/blob-draft.ts';
export type { KeptLooks } from './ports/kept-looks.ts';
export type { KeptOutputs, OutputDraft } from './ports/kept-outputs.ts';
export type { Syntax, SyntaxNode, SyntaxTree } from './ports/syntax.ts';
export type { Web, WebAnswer, WebLimits } from './ports/web.ts';
export { decodeReply, type DecodedReply } from './replies/decode-reply.ts';
export type { JsonValue } from './replies/json-value.ts';
export type { PlacedProblem } from './replies/place-problems.ts';
export { readJson, type JsonTextReading } from './replies/read-json.ts';
export {
  createReplyReader,
  readReply,
  type PartReading,
  type ReplyEnd,
  type ReplyReader,
  type ReplyReading,
  type WholeReading,
} from './replies/read-reply.ts';
export type { RecoveredFields } from './replies/recover-fields.ts';
export { refuseReading, type RefusedReading } from './replies/refuse-reading.ts';
export type { WholeReply } from './replies/whole-reply.ts';
export {
  CHANGED,
  createFileTable,
  isPlainFile,
  joinPath,
  MODE,
  MODIFIED,
  STAMP_NUMBERS,
  type FileStamp,
  type FileTable,
  type FillingTable,
  type FolderBlock,
} from './ports/file-table.ts';
export { linkContent, linkTarget } from './ports/link-content.ts';
export {
  findName,
  joinNames,
  listNames,
  namesOfList,
  namesOfText,
  type FolderNames,
} from './ports/folder-names.ts';
export { findKindChanges, foldersAbove } from './ports/kind-changes.ts';
export { spellingKey } from './ports/spelling-key.ts';
export type {
  AppliedFile,
  AppliedWrites,
  ApplyFailure,
  ApplyOptions,
  DisplacedFile,
  FileClone,
  FileClones,
  FileContent,
  FileBirth,
  FileWrite,
  FolderItem,
  KeepBytes,
  KeptBytes,
  LocatedPath,
  MendOptions,
  MendedFile,
  NotedFiles,
  Notes,
  OuterAttributes,
  Repository,
  PermissionChange,
  Survey,
  SurveyOptions,
  VouchedFiles,
  Workspace,
} from './ports/workspace.ts';
export { putConnectionText, removeConnectionText } from './settings/edit-connections-text.ts';
export { editSettingsText } from './settings/edit-settings-text.ts';
export { loadSettings, refuseProblems, type LoadedSettings } from './settings/load-settings.ts';
export type { GivenSettings } from './settings/read-given-settings.ts';
export type { SettingsProblem, SettingSource } from './settings/settings-layer.ts';
export { findLeftOpen } from './sessions/find-left-open.ts';
export { findUnfinishedCommands, type UnfinishedCommand } from './sessions/find-unfinished-commands.ts';
export type { ConfirmProtected } from './sessions/direct-approvals.ts';
export { applyReply, type AppliedReply, type ReplyToApply } from './sessions/apply-reply.ts';
export type { ApplySetup } from './sessions/direct-order.ts';
export { recordRefusedReply, type RefusedReply } from './sessions/record-refused-reply.ts';
export {
  previewRewind,
  rewindChanges,
  type RewindOrder,
  type RewoundChanges,
} from './sessions/rewind-changes.ts';
export {
  createApprovalFold,
  isOpen,
  type ApprovalFold,
  type AskedApproval,
} from './sessions/fold-approvals.ts';
export type { LedgerPorts } from './sessions/ledger-ports.ts';
export { createCodeMarks } from './sessions/code-mark.ts';
export { listApprovals } from './sessions/list-approvals.ts';
export { loadSeal, type Seal } from './sessions/seal.ts';
export { openSession } from './sessions/open-session.ts';
export type { Session, SessionListener, SessionSetup, SessionState } from './sessions/session.ts';
export { createWorkbench, type HostedWorkbench } from './workbench/create-workbench.ts';
export {
  createLineExplainer,
  describeExplained,
  openExplainer,
  type Explained,
  type FileExplainer,
  type WhyTarget,
} from './workbench/explain-file.ts';
export {
  describeOrigin,
  keyOf,
  rangesOf,
  setsOf,
  writerOf,
  type WhyFacts,
  type WhyRange,
} from './workbench/why-origin.ts';
export type { OpenedSession, OpenWish, RunningTour, WorkbenchSetup } from './workbench/workbench-setup.ts';
