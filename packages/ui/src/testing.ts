/** What tests of a surface use in place of an engine. */
export { createFakeWorkbench, type FakeWorkbench } from './fake/fake-workbench.ts';
