/** What tests of this and of other packages use: a fake for each port, and the suite each adapter passes. */
export { createFakeClock, type FakeClock } from './ports/fakes/fake-clock.ts';
export { createFakeOwnFile } from './ports/fakes/fake-own-file.ts';
export { createFakeSecrets } from './ports/fakes/fake-secrets.ts';
export { createFakeSettingsFiles } from './ports/fakes/fake-settings-files.ts';
export { createFakeShell, type FakeShell } from './ports/fakes/fake-shell.ts';
export { createFakeSpend } from './ports/fakes/fake-spend.ts';
export { createFakeStore } from './ports/fakes/fake-store.ts';
export { createFakeWorkspace } from './ports/fakes/fake-workspace.ts';
export { failedCases, type SuiteCase } from './ports/suites/failed-cases.ts';
export type { ModelStage, StageLack } from './ports/suites/model-stage.ts';
export { modelSuite } from './ports/suites/model-suite.ts';
export { secretsSuite, type KeptSecrets } from './ports/suites/secrets-suite.ts';
export { spendSuite } from './ports/suites/spend-suite.ts';
export { storeSuite } from './ports/suites/store-suite.ts';
export { settingsFilesSuite } from './ports/suites/settings-files-suite.ts';
