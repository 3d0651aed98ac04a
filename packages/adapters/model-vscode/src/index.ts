export { createEditorModel, type EditorModels } from './create-editor-model.ts';
