export { createEditorTools, type ToolToken } from './create-editor-tools.ts';
export { createToolNames } from './tool-names.ts';
