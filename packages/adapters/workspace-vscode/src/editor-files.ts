import type * as vscode from 'vscode';

/** A file that is open, as far as its content goes. */
export interface EditorDocument extends Pick<
  vscode.TextDocument,
  'isDirty' | 'isClosed' | 'version' | 'save'
> {
  readonly uri: Pick<vscode.Uri, 'scheme' | 'fsPath'>;
  getText(): string;
}

/** The text between two places of a document, by what it is to be. */
export interface Replacement<Document extends EditorDocument = EditorDocument> {
  readonly document: Document;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What of the editor its files need; handed in, so that this can be tried without one. */
export interface EditorFiles<Document extends EditorDocument = EditorDocument> {
  readonly documents: () => readonly Document[];
  /** All of them as one step that a person can undo; false: none. */
  readonly replace: (replacements: readonly Replacement<Document>[]) => Promise<boolean>;
}

export function createEditorFiles(
  editor: Pick<typeof vscode, 'WorkspaceEdit' | 'Range'> & {
    readonly workspace: Pick<typeof vscode.workspace, 'textDocuments' | 'applyEdit'>;
  },
): EditorFiles<vscode.TextDocument> {
  return {
    documents: () => editor.workspace.textDocuments,
    replace: async (replacements) => {
      const edit = new editor.WorkspaceEdit();
      for (const { document, start, end, text } of replacements) {
        const range = new editor.Range(document.positionAt(start), document.positionAt(end));
        edit.replace(document.uri, range, text);
      }
      return editor.workspace.applyEdit(edit);
    },
  };
}
