export { createLocalWorkspace } from './create-local-workspace.ts';
