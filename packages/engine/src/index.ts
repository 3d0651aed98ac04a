export type { Clock } from './ports/clock.ts';
export type { Secrets } from './ports/secrets.ts';
export type { SettingsFiles } from './ports/settings-files.ts';
export type { OutputPiece, Program, ProgramEnd, Shell } from './ports/shell.ts';
export type { Blobs, SessionWriter, Store } from './ports/store.ts';
export type { FileContent, FolderItem, Workspace } from './ports/workspace.ts';
export { editSettingsText } from './settings/edit-settings-text.ts';
export { loadSettings, refuseProblems, type LoadedSettings } from './settings/load-settings.ts';
export type { SettingsProblem, SettingSource } from './settings/settings-layer.ts';
