export { createEditorTools, type EditorTools, type ToolNames } from './create-editor-tools.ts';
export { createToolNames } from './tool-names.ts';
