import { createHash } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import {
  INTENT_MAP_FILE,
  INTENTS_FILE,
  LEDGER_FILE,
  loadSettings,
  ORCHESTRATION_FOLDER,
  type LedgerFile,
  type CommandShell,
  type LoadedSettings,
  type Model,
  type Outline,
  type OwnFile,
  type ResolvedConnection,
  type Secrets,
  type SettingsFiles,
  type Shell,
  type Syntax,
  type Web,
  type Workspace,
} from '@rook/engine';
import type { OpenedSources, SourcesSetup } from '@rook/sources-mcp';
import {
  createGovernanceFile,
  findEmptyRepository,
  createFileClones,
  createKeptBytes,
  createLedgerFile,
  createLocalOwnFile,
  createLocalSettingsFiles,
  locateFolders,
  makeCacheFolders,
  openCommandMark,
  readProcessMemory,
  type Folders,
  setFileAside,
} from '@rook/store-local';

import type { CommandCall } from './command.ts';
import { systemClock } from './system-clock.ts';

export {
  checkOutput,
  createLineReader,
  createLocalLog as createLog,
  createLocalSpend as createSpend,
  createLocalStore as createStore,
  createSearchIndex,
  createWordSplitter,
  inspectFolder,
  inspectIndex,
  inspectSqlite,
  inspectWorkspaceFolder,
  keepInput,
  makeScratchFolder,
  openInputFile,
  readInputFile,
  readInputPieces,
  readLogTails,
  type ScratchFolder,
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
    governance: ORCHESTRATION_FOLDER,
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

/** The rules of the user, which lie beside the settings and never in a workspace. */
export function openRules({ home }: Folders): OwnFile {
  return createLocalOwnFile({ folder: home, name: 'rules.json', isOpen: true });
}

/** The key with which what gives a right in a journal is sealed. */
export function openSealKey({ home }: Folders): OwnFile {
  return createLocalOwnFile({ folder: home, name: 'seal.key' });
}

/** What lets other programs of this user send commands to the server on that port. */
export function openEndpointToken({ home }: Folders, port: number): OwnFile {
  return createLocalOwnFile({ folder: join(home, 'endpoints'), name: `${port}.token` });
}

/**
 * The hashes of the keys that pages have, so that a page outlives a restart of the server. Each workspace has its own: a page
 * never goes on in another one that happens to answer on the same port.
 */
export function openPageKeys({ home, workspace }: Folders): OwnFile {
  const place = createHash('sha256')
    .update(workspace ?? '')
    .digest('hex')
    .slice(0, PLACE_DIGITS);
  return createLocalOwnFile({ folder: join(home, 'endpoints'), name: `pages-${place}.json` });
}

const PLACE_DIGITS = 16;

/** The intents of the workspace, which lie in it for everybody who works there. Without a workspace nobody looks for them. */
export function openIntents({ home, workspace, workspaceFolder }: Folders): OwnFile {
  return createGovernanceFile({
    folder: join(workspace ?? home, ORCHESTRATION_FOLDER),
    name: INTENTS_FILE,
    workspaceFolder: workspaceFolder ?? home,
  });
}

/** What was done for intents, which lies beside them. */
export function openLedger({ home, workspace, workspaceFolder }: Folders): LedgerFile {
  return createLedgerFile({
    folder: join(workspace ?? home, ORCHESTRATION_FOLDER),
    name: LEDGER_FILE,
    workspaceFolder: workspaceFolder ?? home,
  });
}

/** The map of the intents, beside them. */
export function openIntentMap({ home, workspace, workspaceFolder }: Folders): OwnFile {
  return createGovernanceFile({
    folder: join(workspace ?? home, ORCHESTRATION_FOLDER),
    name: INTENT_MAP_FILE,
    workspaceFolder: workspaceFolder ?? home,
  });
}

/** The keys of the user; what keeps them is loaded when one is needed. */
export async function openSecrets({
  folders,
  settings,
}: {
  readonly folders: Folders;
  readonly settings: LoadedSettings;
}): Promise<Result<Secrets>> {
  const { openLocalSecrets } = await import('@rook/secrets-local');
  const ownFile = (name: string) => createLocalOwnFile({ folder: folders.home, name });
  return openLocalSecrets({
    place: settings.values['secrets.place'],
    home: folders.home,
    file: ownFile('credentials.enc'),
    keyFile: ownFile('credentials.key'),
  });
}

export interface OpenedModel {
  readonly model: Model;
  /** Lets go of what is open. */
  close(): void;
}

/** The model of that name behind a connection; the adapter is loaded with the first one. */
export async function openModel(
  call: CommandCall,
  resolved: Pick<ResolvedConnection, 'connection' | 'key'>,
  name: string,
): Promise<Result<OpenedModel>> {
  const opened = await openModels(call, resolved);
  return opened.ok ? succeed({ model: opened.value.model(name), close: opened.value.close }) : opened;
}

export interface OpenedModels {
  readonly model: (name: string) => Model;
  /** Lets go of what is open. */
  readonly close: () => void;
}

/** The models behind a connection, over the same sockets. */
export async function openModels(
  { surroundings }: CommandCall,
  { connection, key }: Pick<ResolvedConnection, 'connection' | 'key'>,
): Promise<Result<OpenedModels>> {
  if (connection.provider !== 'scripted') {
    const { createModel, createSockets } = await import('@rook/model-ai-sdk');
    const sockets = createSockets(Object.fromEntries(surroundings.variables));
    const { provider } = connection;
    return succeed({
      model: (name) => createModel({ ...connection, provider }, key, name, { sockets }),
      close: () => sockets.close(),
    });
  }
  if (connection.script === undefined) {
    const sentence = `The connection "${connection.name}" plays a script and names none; set ROOK_SCRIPT to its file.`;
    return fail(rookError('invalid_value', sentence));
  }
  const { createScriptedModel, readScript } = await import('@rook/model-scripted');
  const script = await readScript(resolve(surroundings.currentFolder, connection.script));
  if (!script.ok) return script;
  return succeed({
    model: (name) => createScriptedModel(script.value, { name, clock: systemClock }),
    close: () => undefined,
  });
}

/** The files of the user; what reads them is loaded by the commands that do. Those that look at all of them name the folder of Rook. */
export async function loadWorkspace(
  root: string,
  workspaceFolder: string | null = null,
  watch: (step: string) => void = () => undefined,
): Promise<Workspace> {
  const { createLocalWorkspace } = await import('@rook/workspace-local');
  if (workspaceFolder === null) return createLocalWorkspace(root, { watch });
  return createLocalWorkspace(root, {
    watch,
    kept: createKeptBytes({ folder: workspaceFolder, name: 'folders' }),
    keptNotes: createKeptBytes({ folder: workspaceFolder, name: 'noted' }),
    clones: createFileClones({ root, folder: workspaceFolder }),
    emptyRepository: findEmptyRepository,
  });
}

/** The sources that the user enabled; what speaks with them is loaded only where there are some. */
export async function loadSources(setup: SourcesSetup): Promise<OpenedSources> {
  if (setup.enabled.length === 0)
    return { sources: [], problems: [], secrets: [], close: async () => undefined };
  const { openSources } = await import('@rook/sources-mcp');
  return openSources(setup);
}

/** Pages of the web, loaded by the first turn that wants one. */
export async function loadWeb(): Promise<Web> {
  const { createLocalWeb } = await import('@rook/web-local');
  return createLocalWeb();
}

/** Grammars of programming languages, which are large; loaded by the first turn that wants an outline. */
export async function loadOutline(): Promise<Outline> {
  const { createTreeSitterOutline } = await import('@rook/outline-tree-sitter');
  return createTreeSitterOutline();
}

/** The same grammars, for the trees of files that were changed. */
export async function loadSyntax(): Promise<Syntax> {
  const { createTreeSitterSyntax } = await import('@rook/outline-tree-sitter');
  return createTreeSitterSyntax();
}

/** Programs of this machine, loaded by the commands that run one. */
export async function loadShell(): Promise<LoadedShell> {
  const { createLocalShell, findRipgrep } = await import('@rook/shell-local');
  return { shell: createLocalShell(), ripgrep: await findRipgrep() };
}

/** The shell of the user, loaded by the commands that run one. */
export async function loadCommandShell(variables: ReadonlyMap<string, string>): Promise<CommandShell> {
  const { createCommandShell } = await import('@rook/shell-local');
  return createCommandShell(variables, openCommandMark, readProcessMemory, makeCacheFolders, setFileAside);
}

interface LoadedShell {
  readonly shell: Shell;
  /** Where ripgrep is. */
  readonly ripgrep: Result<string>;
}
