import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

import { succeed, type Result } from '@rook/contract';
import { loadSettings, type LoadedSettings, type SettingsFiles, type Shell } from '@rook/engine';
import { createLocalSettingsFiles, locateFolders, type Folders } from '@rook/store-local';

import type { CommandCall } from './command.ts';

export {
  checkOutput,
  createLineReader,
  createLocalLog as createLog,
  createLocalStore as createStore,
  createSearchIndex,
  createWordSplitter,
  inspectFolder,
  inspectIndex,
  inspectSqlite,
  inspectWorkspaceFolder,
  keepInput,
  openInputFile,
  readLogTails,
  writeOutput,
} from '@rook/store-local';

/** What commands work with. This is the one place that names adapters. */
export interface Composition {
  readonly folders: Folders;
  readonly settingsFiles: SettingsFiles;
}

export async function compose(call: CommandCall): Promise<Result<Composition>> {
  const { variables, currentFolder } = call.surroundings;
  const named = call.workspace === undefined ? {} : { named: call.workspace };
  const folders = await locateFolders({
    brand: call.brand,
    variables,
    userHome: isAbsolute(homedir()) ? homedir() : userInfo().homedir,
    currentFolder,
    ...named,
  });
  if (!folders.ok) return folders;
  return succeed({ folders: folders.value, settingsFiles: createLocalSettingsFiles(folders.value) });
}

export async function composeSettings(
  call: CommandCall,
): Promise<Result<Composition & { readonly settings: LoadedSettings }>> {
  const composition = await compose(call);
  if (!composition.ok) return composition;
  const settings = await loadSettings({
    brand: call.brand,
    files: composition.value.settingsFiles,
    variables: call.surroundings.variables,
    flags: call.assignments,
  });
  return settings.ok ? succeed({ ...composition.value, settings: settings.value }) : settings;
}

/** Programs of this machine, loaded by the commands that run one. */
export async function loadShell(): Promise<LoadedShell> {
  const { createLocalShell, findRipgrep } = await import('@rook/shell-local');
  return { shell: createLocalShell(), ripgrep: await findRipgrep() };
}

interface LoadedShell {
  readonly shell: Shell;
  /** Where ripgrep is. */
  readonly ripgrep: Result<string>;
}
