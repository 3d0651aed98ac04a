/** What tests of this and of other packages use: a fake for each port, and the suite each adapter passes. */
export { createFakeClock, type FakeClock } from './ports/fakes/fake-clock.ts';
export { createFakeLedgerFile, type FakeLedgerFile } from './ports/fakes/fake-ledger-file.ts';
export { createFakeOwnFile } from './ports/fakes/fake-own-file.ts';
export { createFakeSecrets } from './ports/fakes/fake-secrets.ts';
export { createFakeSettingsFiles } from './ports/fakes/fake-settings-files.ts';
export { createFakeShell, type FakeShell } from './ports/fakes/fake-shell.ts';
export { createFakeSpend } from './ports/fakes/fake-spend.ts';
export { createFakeSource, type FakeSource, type FakeSourceTool } from './ports/fakes/fake-source.ts';
export { createFakeStore } from './ports/fakes/fake-store.ts';
export { createFakeWorkspace } from './ports/fakes/fake-workspace.ts';
export {
  commandShellSuite,
  type CommandShellStage,
  type StagedLine,
} from './ports/suites/command-shell-suite.ts';
export { failedCases, type SuiteCase } from './ports/suites/failed-cases.ts';
export { fileClonesSuite, type FileClonesStage } from './ports/suites/file-clones-suite.ts';
export { keptLooksSuite } from './ports/suites/kept-looks-suite.ts';
export { keptOutputsSuite, type KeptOutputsStage } from './ports/suites/kept-outputs-suite.ts';
export { ledgerFileSuite } from './ports/suites/ledger-file-suite.ts';
export type { ModelStage, StageLack } from './ports/suites/model-stage.ts';
export { modelSuite } from './ports/suites/model-suite.ts';
export { secretsSuite, type KeptSecrets } from './ports/suites/secrets-suite.ts';
export { shellSuite, type ShellStage, type StagedProgram } from './ports/suites/shell-suite.ts';
export { sourceSuite } from './ports/suites/source-suite.ts';
export { spendSuite } from './ports/suites/spend-suite.ts';
export { storeSuite } from './ports/suites/store-suite.ts';
export { settingsFilesSuite } from './ports/suites/settings-files-suite.ts';
export type { WorkspaceStage } from './ports/suites/workspace-stage.ts';
export { workspaceSuite } from './ports/suites/workspace-suite.ts';
export { createFakeWeb, type FakePage, type FakeWeb } from './ports/fakes/fake-web.ts';
export { STAGED_TEXT, type StagedPage, type WebStage } from './ports/suites/web-stage.ts';
export { webSuite } from './ports/suites/web-suite.ts';
export { createFakeOutline } from './ports/fakes/fake-outline.ts';
export { outlineSuite } from './ports/suites/outline-suite.ts';
export { syntaxSuite } from './ports/suites/syntax-suite.ts';
export { findPrefixFailures, isBeginning, type ReadPrefix } from './replies/prefix-suite.ts';
export { replySamples, type ReplySample } from './replies/reply-samples.ts';
export {
  classifyMutation,
  type ClassifiedMutation,
  type MutatedFile,
  type MutationClass,
} from './intents/mutation-class.ts';
export { agentTraceSchema } from './edits/agent-trace-schema.ts';
export { recoverChangeSets, type RecoveredChangeSet } from './edits/recover-change-sets.ts';
export { catchUpLedger } from './intents/catch-up-ledger.ts';
export { createTraceFold } from './intents/fold-trace.ts';
