import { callCases } from './suite/call-cases.ts';
import { followCases } from './suite/follow-cases.ts';
import type { StageCase } from './suite/workbench-stage.ts';

/** What every transport promises, whatever lies between the surface and the workbench. */
export const workbenchSuite: readonly StageCase[] = [...callCases, ...followCases];

export { createFakeWorkbench, FAKE_SESSION, type FakeWorkbench } from './suite/fake-workbench.ts';
export {
  failedStageCases,
  takeTexts,
  takeUntil,
  until,
  type WorkbenchStage,
} from './suite/workbench-stage.ts';
