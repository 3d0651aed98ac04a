export { createEditorWorkspace } from './create-editor-workspace.ts';
