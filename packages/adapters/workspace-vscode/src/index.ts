export { createEditorWorkspace } from './create-editor-workspace.ts';
export { createEditorFiles } from './editor-files.ts';
