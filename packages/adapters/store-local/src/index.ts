export { createLocalStore } from './create-local-store.ts';
export { inspectFolder, inspectSqlite, type FolderReport } from './inspect-machine.ts';
export { createLocalLog } from './local-log.ts';
export { createLocalSettingsFiles } from './local-settings-files.ts';
export { locateFolders, type Folders, type Surroundings } from './locate-folders.ts';
export { inspectWorkspaceFolder, type FolderState } from './own-folder.ts';
