import { homedir, userInfo } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CHAT_SURFACE, succeed, type Brand, type Result } from '@rook/contract';
import {
  createRedactor,
  INTENTS_FILE,
  LEDGER_FILE,
  loadSettings,
  ORCHESTRATION_FOLDER,
  type CommandShell,
  type HolderNote,
  type LineSetting,
  type LoadedSettings,
  type Log,
  type Outline,
  type Shell,
  type Store,
  type Syntax,
  type Web,
  type Workspace,
} from '@rook/engine';
import {
  createGovernanceFile,
  findEmptyRepository,
  createFileClones,
  createKeptBytes,
  createLedgerFile,
  createLineReader,
  createLocalLog,
  createLocalOwnFile,
  createLocalSettingsFiles,
  createLocalSpend,
  createLocalStore,
  createSearchIndex,
  createWordSplitter,
  inspectIndex,
  locateFolders,
  makeCacheFolders,
  openCommandMark,
  readProcessMemory,
  type Folders,
  setFileAside,
} from '@rook/store-local';
import { createEditorFiles, createEditorWorkspace } from '@rook/workspace-vscode';
import type * as vscode from 'vscode';

import { once } from './once.ts';
import { readEditorSettings } from './read-editor-settings.ts';

export { createEditorModel } from '@rook/model-vscode';
export { createEditorTools, createToolNames, type ToolToken } from '@rook/sources-vscode';
export { createLineReader, createLocalSpend, createSearchIndex, createWordSplitter, inspectIndex };

/** Where the extension works. */
export interface Place {
  readonly brand: Brand;
  readonly editor: typeof vscode;
  /** The folder that was opened; null where there is none on this machine. */
  readonly root: string | null;
  readonly variables: ReadonlyMap<string, string>;
  /** What other processes are told of who holds a session here. */
  readonly holder: () => HolderNote;
}

/** What all of it works with, for one folder. */
export interface Composition {
  readonly place: Place;
  readonly folders: Folders;
  readonly settings: LoadedSettings;
  readonly store: Store;
  readonly workspace: Workspace | null;
  readonly lines: LineSetting;
  readonly log: Log;
}

export const HOLDER: HolderNote = { surface: CHAT_SURFACE };

async function locate({ brand, root, variables }: Place): Promise<Result<Folders>> {
  const userHome = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  return locateFolders({
    brand,
    variables,
    userHome,
    currentFolder: root ?? userHome,
    governance: ORCHESTRATION_FOLDER,
    ...(root === null ? {} : { named: root }),
  });
}

/** Made anew for each session, because people change their settings meanwhile. */
export async function compose(place: Place): Promise<Result<Composition>> {
  const folders = await locate(place);
  if (!folders.ok) return folders;
  const { editor, brand, root } = place;
  const kept = editor.workspace.getConfiguration(brand.id, root === null ? null : editor.Uri.file(root));
  const settings = await loadSettings({
    brand,
    files: createLocalSettingsFiles(folders.value),
    variables: place.variables,
    given: readEditorSettings((key) => kept.inspect<unknown>(key)),
    // A workspace that nobody trusts is looked at, and nothing else.
    flags: editor.workspace.isTrusted ? [] : ['mode=safe'],
  });
  if (!settings.ok) return settings;
  const store = createLocalStore({ home: folders.value.home, folder: sessionsFolder(folders.value) });
  const lines = composeLines(place, folders.value, settings.value);
  return succeed({
    place,
    folders: folders.value,
    settings: settings.value,
    store,
    workspace: await openWorkspace(place.editor, folders.value),
    lines,
    log: createLocalLog({
      path: join(folders.value.home, 'logs', 'editor.log'),
      level: settings.value.values['log.level'],
      redact: (text) => lines.redactor.redactText(text).text,
    }),
  });
}

/** Without a folder, sessions lie with the user. */
export function sessionsFolder({ home, workspaceFolder }: Folders): string {
  return workspaceFolder ?? join(home, 'sessions');
}

async function openWorkspace(
  editor: typeof vscode,
  { workspace, workspaceFolder }: Folders,
): Promise<Workspace | null> {
  if (workspace === null) return null;
  const { createLocalWorkspace } = await import('@rook/workspace-local');
  const own =
    workspaceFolder === null
      ? {}
      : {
          kept: createKeptBytes({ folder: workspaceFolder, name: 'folders' }),
          keptNotes: createKeptBytes({ folder: workspaceFolder, name: 'noted' }),
          clones: createFileClones({ root: workspace, folder: workspaceFolder }),
          emptyRepository: findEmptyRepository,
        };
  return createEditorWorkspace(createEditorFiles(editor), createLocalWorkspace(workspace, own));
}

function composeLines(
  { editor, variables, brand }: Place,
  { workspace, home }: Folders,
  { values }: LoadedSettings,
): LineSetting {
  const root = workspace ?? home;
  const key = variables.get(`${brand.environmentPrefix}API_KEY`);
  return {
    workspace: {
      name: basename(root),
      uri: pathToFileURL(root).href,
      trusted: editor.workspace.isTrusted,
    },
    mode: { agent_mode: null, safety: values.mode },
    redactor: createRedactor({ secrets: key === undefined || key === '' ? [] : [key] }),
  };
}

/** What lets other programs of this user send commands to the window that listens on that port. */
export function openEndpointToken({ home }: Folders, port: number): ReturnType<typeof createLocalOwnFile> {
  return createLocalOwnFile({ folder: join(home, 'endpoints'), name: `${port}.token` });
}

/** The files of the user and of the workspace that every session reads. */
export function openOwnFiles(folders: Folders): {
  readonly rules: ReturnType<typeof createLocalOwnFile>;
  readonly sealKey: ReturnType<typeof createLocalOwnFile>;
  readonly intents: ReturnType<typeof createGovernanceFile>;
  readonly ledger: ReturnType<typeof createLedgerFile>;
} {
  const { home, workspace, workspaceFolder } = folders;
  const governed = {
    folder: join(workspace ?? home, ORCHESTRATION_FOLDER),
    workspaceFolder: workspaceFolder ?? home,
  };
  return {
    rules: createLocalOwnFile({ folder: home, name: 'rules.json', isOpen: true }),
    sealKey: createLocalOwnFile({ folder: home, name: 'seal.key' }),
    intents: createGovernanceFile({ ...governed, name: INTENTS_FILE }),
    ledger: createLedgerFile({ ...governed, name: LEDGER_FILE }),
  };
}

export interface Programs {
  readonly shell: Shell;
  readonly ripgrep: () => Promise<Result<string>>;
  readonly commandShell: CommandShell;
}

/** What starts processes, loaded by the first turn that does. */
export function composePrograms({ editor, variables }: Place): Programs {
  const load = once(async () => import('@rook/shell-local'));
  const shell = once(async () => (await load()).createLocalShell());
  const commands = once(async () =>
    (await load()).createCommandShell(
      variables,
      openCommandMark,
      readProcessMemory,
      makeCacheFolders,
      setFileAside,
    ),
  );
  const packages = ['node_modules', 'node_modules.asar.unpacked'].map((name) =>
    join(editor.env.appRoot, name),
  );
  return {
    shell: {
      run: async (program, watch) => (await shell()).run(program, watch),
      open: async (program, watch) => (await shell()).open(program, watch),
    },
    ripgrep: once(async () => (await load()).findRipgrepIn(packages)),
    commandShell: {
      start: async (line, watch) => (await commands()).start(line, watch),
      environment: async (options) => (await commands()).environment(options),
      sandbox: async () => (await commands()).sandbox(),
      endMarked: async (marks) => (await commands()).endMarked(marks),
    },
  };
}

/** Pages of the web, loaded by the first turn that wants one. */
export function composeWeb(): Web {
  const load = once(async () => (await import('@rook/web-local')).createLocalWeb());
  return { fetch: async (url, limits) => (await load()).fetch(url, limits) };
}

/** Grammars of programming languages, loaded by the first turn that wants one. */
export function composeOutline(): Outline & Syntax {
  const load = once(async () => import('@rook/outline-tree-sitter'));
  const outline = once(async () => (await load()).createTreeSitterOutline());
  const syntax = once(async () => (await load()).createTreeSitterSyntax());
  return {
    outline: async (path, text) => (await outline()).outline(path, text),
    parse: async (path, text) => (await syntax()).parse(path, text),
  };
}
