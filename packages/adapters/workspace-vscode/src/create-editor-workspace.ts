import { join } from 'node:path';

import { fail, rookError, type Result } from '@rook/contract';
import {
  contentHash,
  type ApplyFailure,
  type FileContent,
  type FileWrite,
  type Workspace,
} from '@rook/engine';
import type * as vscode from 'vscode';

/** What of the editor its files need; handed in, so that this can be tried without one. */
export interface EditorFiles {
  readonly workspace: Pick<typeof vscode.workspace, 'textDocuments'>;
}

/**
 * The files of a folder as the person at the editor sees them. Text that is not saved yet is the content of its file: it is what
 * is read, it is what a change is compared with, and nothing is written under it.
 */
export function createEditorWorkspace(editor: EditorFiles, disk: Workspace): Workspace {
  const unsaved = (path: string): vscode.TextDocument | undefined => {
    const place = join(disk.root, path);
    return editor.workspace.textDocuments.find(
      ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && uri.fsPath === place,
    );
  };
  const refuse = (changes: readonly FileWrite[]): Result<never, ApplyFailure> | null => {
    const found = changes.find(({ path }) => unsaved(path) !== undefined);
    return found === undefined ? null : fail(unsavedFailure(found.path));
  };
  return {
    ...disk,
    stamp: (path) => {
      const document = unsaved(path);
      return document === undefined ? disk.stamp(path) : `unsaved ${document.version}`;
    },
    read: async (path, limits) => {
      const located = await disk.locate(path);
      const document = located.ok ? unsaved(located.value.path) : undefined;
      return document === undefined ? disk.read(path, limits) : readUnsaved(document, limits);
    },
    apply: async (changes, options) => refuse(changes) ?? disk.apply(changes, options),
    rehearse: async (changes) => refuse(changes) ?? disk.rehearse(changes),
  };
}

function readUnsaved(
  document: vscode.TextDocument,
  limits: { readonly maxBytes?: number } | undefined,
): Result<FileContent> {
  const bytes = new TextEncoder().encode(document.getText());
  if (limits?.maxBytes !== undefined && bytes.length > limits.maxBytes)
    return fail(rookError('too_large', `The text in the editor has ${bytes.length} bytes.`));
  return { ok: true, value: { bytes, hash: contentHash(bytes) } };
}

function unsavedFailure(path: string): ApplyFailure {
  const sentence = `Stale file: ${path} has changes in the editor that are not saved; save or undo them, then try again. Nothing was written.`;
  return { ...rookError('stale_file', sentence), path, isUndone: true, displaced: [] };
}
