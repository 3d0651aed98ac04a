import { succeed, type Brand, type Result } from '@rook/contract';
import type * as vscode from 'vscode';

import { chooseFolder } from './choose-folder.ts';
import { composeEditorWorkbench, type EditorWorkbench } from './compose-workbench.ts';

/** The workbenches of this window: one for each folder, made when it is first needed. */
export interface Benches {
  /** That of the folder that is worked in. */
  choose(): Promise<Result<ChosenBench>>;
  /** The same, where its sessions can be written; else that of the user, so that what is said is kept all the same. */
  chooseToWrite(): Promise<Result<ChosenBench>>;
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
  const choose = async (): Promise<Result<ChosenBench>> => {
    const { root, note } = chooseFolder(editor, brand);
    const workbench = await open(root);
    return workbench.ok ? succeed({ workbench: workbench.value, note }) : workbench;
  };
  return {
    choose,
    chooseToWrite: async () => {
      const chosen = await choose();
      const writable = chosen.ok ? await chosen.value.workbench.composition.store.checkWritable() : chosen;
      if (!chosen.ok || writable.ok) return chosen;
      const own = await open(null);
      const note = `Nothing can be written down here, so ${brand.title} can talk and nothing else, and what is said is kept with you: ${writable.error.message}`;
      return own.ok ? succeed({ workbench: own.value, note }) : own;
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
