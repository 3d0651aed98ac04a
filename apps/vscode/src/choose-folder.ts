import type { Brand } from '@rook/contract';
import type * as vscode from 'vscode';

export interface EditorFolders {
  readonly workspace: Pick<typeof vscode.workspace, 'workspaceFolders' | 'getWorkspaceFolder' | 'isTrusted'>;
  readonly window: { readonly activeTextEditor: Pick<vscode.TextEditor, 'document'> | undefined };
}

interface ChosenFolder {
  readonly root: string | null;
  /** What a person should know about it; null where nothing is special. */
  readonly note: string | null;
}

/** The folder of the file that is looked at, else the first one; only folders of this machine can be worked in. */
export function chooseFolder(
  { workspace, window }: EditorFolders,
  { title }: Pick<Brand, 'title'>,
): ChosenFolder {
  const folders = workspace.workspaceFolders ?? [];
  const usable = folders.filter(({ uri }) => uri.scheme === 'file');
  const [first] = usable;
  if (first === undefined) {
    const note =
      folders.length === 0
        ? `No folder is open, so ${title} can talk and nothing else.`
        : `${title} cannot work in a virtual folder, so it can talk and nothing else.`;
    return { root: null, note };
  }
  const looked = window.activeTextEditor?.document.uri;
  const active = looked === undefined ? undefined : workspace.getWorkspaceFolder(looked);
  const chosen = usable.find(({ index }) => index === active?.index) ?? first;
  const notes = [
    ...(folders.length > 1 ? [`Working in the folder ${chosen.name}.`] : []),
    ...(workspace.isTrusted
      ? []
      : [
          `You do not trust this folder, so ${title} only reads in it: nothing is changed and nothing is run.`,
        ]),
  ];
  return { root: chosen.uri.fsPath, note: notes.length === 0 ? null : notes.join(' ') };
}
