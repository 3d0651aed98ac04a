import { fail, rookError, type Result } from '@rook/contract';
import { contentHash, type FileContent, type Workspace } from '@rook/engine';

import { createApplyInEditor, refuseUnsaved } from './apply-in-editor.ts';
import type { EditorDocument, EditorFiles } from './editor-files.ts';
import { createOpenDocuments } from './open-documents.ts';

/**
 * The files of a folder as the person at the editor sees them. Text that is not saved yet is the content of its file: it is what
 * is read, it is what a change is compared with, and nothing is written under it. An edit of a file that is open goes through the
 * editor, so that it can be undone there and is saved as the person's own edits are.
 */
export function createEditorWorkspace<Document extends EditorDocument>(
  editor: EditorFiles<Document>,
  disk: Workspace,
): Workspace {
  const open = createOpenDocuments(editor, disk.root);
  const unsaved = (path: string): Document | undefined => open.find(path, ({ isDirty }) => isDirty);
  return {
    ...disk,
    stamp: (path) => {
      const document = unsaved(path);
      return document === undefined ? disk.stamp(path) : `unsaved ${document.version}`;
    },
    read: async (path, limits) => {
      const located = await disk.locate(path);
      const document = located.ok ? unsaved(located.value.path) : undefined;
      if (document === undefined) return disk.read(path, limits);
      const unsavedText = readUnsaved(document, limits);
      // Its permissions are those of the file under it.
      const mode = located.ok ? located.value.mode : undefined;
      return unsavedText.ok && mode !== undefined
        ? { ok: true, value: { ...unsavedText.value, mode } }
        : unsavedText;
    },
    apply: createApplyInEditor(editor, disk, open),
    rehearse: async (changes, permissions, removeFolders) =>
      refuseUnsaved(open, changes) ?? disk.rehearse(changes, permissions, removeFolders),
  };
}

function readUnsaved(
  document: EditorDocument,
  limits: { readonly maxBytes?: number } | undefined,
): Result<FileContent> {
  const bytes = new TextEncoder().encode(document.getText());
  if (limits?.maxBytes !== undefined && bytes.length > limits.maxBytes)
    return fail(rookError('too_large', `The text in the editor has ${bytes.length} bytes.`));
  return { ok: true, value: { bytes, hash: contentHash(bytes) } };
}
