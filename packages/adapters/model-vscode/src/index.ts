export { createEditorModel } from './create-editor-model.ts';
export type { EditorModels } from './editor-models.ts';
