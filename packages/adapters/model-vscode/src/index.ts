export { createEditorModel } from './create-editor-model.ts';
