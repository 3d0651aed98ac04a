import type { Brand, Result } from '@rook/contract';
import type * as vscode from 'vscode';

import { composeEditorWorkbench, type EditorWorkbench } from './compose-workbench.ts';

/** The workbenches of this window: one for each folder, made when it is first needed. */
export interface Benches {
  choose(): Promise<Result<ChosenBench>>;
  /** That of the folder in which a file lies; null where it lies in none that can be worked in. */
  of(file: vscode.Uri): Promise<EditorWorkbench | null>;
  close(): Promise<void>;
}

interface ChosenBench {
  readonly workbench: EditorWorkbench;
  /** What a person should know about the choice. */
  readonly note: string | null;
}

interface BenchesSetup {
  readonly brand: Brand;
  readonly editor: typeof vscode;
  readonly version: string;
  /** Where the files of the page lie. */
  readonly page: string;
}

export function createBenches({ brand, editor, version, page }: BenchesSetup): Benches {
  const made = new Map<string | null, Promise<Result<EditorWorkbench>>>();
  const variables = new Map(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  const open = async (root: string | null): Promise<Result<EditorWorkbench>> => {
    const bench =
      made.get(root) ?? composeEditorWorkbench({ brand, editor, root, variables }, { version, page });
    made.set(root, bench);
    const workbench = await bench;
    if (!workbench.ok) made.delete(root);
    return workbench;
  };
  return {
    choose: async () => {
      const { root, note } = chooseFolder(editor, brand);
      const workbench = await open(root);
      return workbench.ok ? { ok: true, value: { workbench: workbench.value, note } } : workbench;
    },
    of: async (file) => {
      const folder = file.scheme === 'file' ? editor.workspace.getWorkspaceFolder(file) : undefined;
      if (folder?.uri.scheme !== 'file') return null;
      const workbench = await open(folder.uri.fsPath);
      return workbench.ok ? workbench.value : null;
    },
    close: async () => {
      const all = await Promise.all(made.values());
      await Promise.all(all.map(async (bench) => (bench.ok ? bench.value.close() : undefined)));
    },
  };
}

interface ChosenFolder {
  readonly root: string | null;
  readonly note: string | null;
}

/** The folder of the file that is looked at, else the first one; only folders of this machine can be worked in. */
function chooseFolder({ workspace, window }: typeof vscode, { title }: Brand): ChosenFolder {
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
  const note = usable.length > 1 ? `Working in the folder ${chosen.name}.` : null;
  return { root: chosen.uri.fsPath, note };
}
