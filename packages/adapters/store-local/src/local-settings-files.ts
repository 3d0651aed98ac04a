import { constants, open, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result, type Scope } from '@rook/contract';
import type { SettingsFiles } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { ensureOwnFolder, inspectWorkspaceFolder } from './own-folder.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';

const SETTINGS_LIMIT_BYTES = 1_000_000;

/**
 * The settings files of this machine: `<home>/settings.json` and `<workspace folder>/settings.json`. The
 * user may link their own file elsewhere; one in a workspace must be a plain file.
 */
export function createLocalSettingsFiles(folders: {
  readonly home: string;
  /** The workspace's own folder (`.rook`), or null without a workspace. */
  readonly workspaceFolder: string | null;
}): SettingsFiles {
  // Where the home folder itself is the workspace, the one file is the user's own.
  const workspaceFolder = folders.workspaceFolder === folders.home ? null : folders.workspaceFolder;
  const folderOf = (scope: Scope) => (scope === 'user' ? folders.home : workspaceFolder);
  const path = (scope: Scope) => {
    const folder = folderOf(scope);
    return folder === null ? null : join(folder, 'settings.json');
  };

  return {
    path,
    read: async (scope) => {
      const file = path(scope);
      return file === null ? succeed(null) : readSettings(file, scope);
    },
    update: async (scope, change) => {
      const [folder, file] = [folderOf(scope), path(scope)];
      if (folder === null || file === null) {
        return fail(rookError('no_workspace', 'There is no workspace here; name one with --workspace.'));
      }
      // Tried first without writing, so that a refusal leaves no folder behind.
      const before = await readSettings(file, scope);
      const wanted = before.ok ? change(before.value) : before;
      if (!wanted.ok) return wanted;
      const prepared = await prepareFolder(folder, scope);
      if (!prepared.ok) return prepared;
      return withFileLock(join(folder, 'locks', 'settings.sqlite'), async () => {
        const text = await readSettings(file, scope);
        if (!text.ok) return text;
        const changed = change(text.value);
        if (!changed.ok || changed.value === text.value) return changed.ok ? succeed(undefined) : changed;
        return replaceFile(await realpath(file).catch(() => file), changed.value);
      });
    },
  };
}

async function prepareFolder(folder: string, scope: Scope): Promise<Result<void>> {
  if (scope === 'workspace') {
    const state = await inspectWorkspaceFolder(folder);
    if (!state.ok) return state;
  }
  const made = await ensureOwnFolder(join(folder, 'locks'));
  if (!made.ok || scope === 'user') return made;
  try {
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const reason = systemReason(error);
    if (reason !== 'it exists already') {
      return fail(rookError('not_writable', `${folder} cannot be written to: ${reason}.`));
    }
  }
  return succeed(undefined);
}

async function readSettings(file: string, scope: Scope): Promise<Result<string | null>> {
  if (scope === 'workspace') {
    const folder = await inspectWorkspaceFolder(dirname(file));
    if (!folder.ok) return folder;
  }
  try {
    const bytes = await readPlainFile(file, scope === 'workspace' ? constants.O_NOFOLLOW : 0);
    return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === 'no such file or folder') return succeed(null);
    return fail(rookError('not_readable', `${file} cannot be read: ${reason}.`));
  }
}

/** Opens first and looks then, so that nobody can put another thing into its place in between. */
async function readPlainFile(path: string, flags: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('it is no plain file');
    if (found.size > SETTINGS_LIMIT_BYTES) throw new Error(`it is larger than ${SETTINGS_LIMIT_BYTES} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
