export { createEditorWorkspace, type EditorFiles } from './create-editor-workspace.ts';
