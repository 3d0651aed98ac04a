import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

import { fail, rookError, succeed, type Result, type Scope } from '@rook/contract';
import type { SettingsFiles } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { ensureOwnFolder, inspectWorkspaceFolder, prepareWorkspaceFolder } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { systemReason } from './system-reason.ts';
import { updateFile } from './update-file.ts';

const SETTINGS_LIMIT_BYTES = 1_000_000;
const MOST_LINKS = 40;

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
        return fail(rookError('no_workspace', noWorkspace(folders)));
      }
      // Tried first without writing, so that a refusal leaves no folder behind.
      const before = await readSettings(file, scope);
      const wanted = before.ok ? change(before.value) : before;
      if (!wanted.ok) return wanted;
      const prepared = await (scope === 'workspace' ? prepareWorkspaceFolder : ensureOwnFolder)(folder);
      const locks = prepared.ok ? ensureOwnFolder(join(folder, 'locks')) : prepared;
      if (!locks.ok) return locks;
      return withFileLock(join(folder, 'locks', 'settings.sqlite'), async () =>
        updateFile({
          read: async () => readSettings(file, scope),
          change: async (text) => {
            const changed = change(text);
            return changed.ok && changed.value === text ? succeed(null) : changed;
          },
          place: async () => followLinks(file),
        }),
      );
    },
  };
}

function noWorkspace({ home, workspaceFolder }: { home: string; workspaceFolder: string | null }): string {
  return workspaceFolder === null
    ? 'There is no workspace here; name one with --workspace.'
    : `This workspace has no settings of its own, because ${join(home, 'settings.json')} is your own file.`;
}

/**
 * The file to write when `file` is to be changed: itself, or what it links to, which need not exist yet. The
 * folder of that must exist, because where a link should lead is not ours to decide.
 */
async function followLinks(file: string, left = MOST_LINKS): Promise<Result<string>> {
  const real = await realpath(file).catch(() => null);
  if (real !== null) return succeed(real);
  const folder = await realpath(dirname(file)).catch(() => null);
  if (folder === null) {
    const message = `The settings file is a link to ${file}, whose folder is missing; make the folder, or remove the link.`;
    return fail(rookError('not_writable', `${message} Nothing was written.`));
  }
  const target = await readlink(file).catch(() => null);
  if (target === null || left === 0) return succeed(join(folder, basename(file)));
  // Not joined: that would take `..` for the folder before it in the text, which may itself be a link.
  return followLinks(isAbsolute(target) ? target : `${folder}/${target}`, left - 1);
}

async function readSettings(file: string, scope: Scope): Promise<Result<string | null>> {
  if (scope === 'workspace') {
    const folder = inspectWorkspaceFolder(dirname(file));
    if (!folder.ok) return folder;
  }
  try {
    const bytes = await readPlainFile(file, {
      noLink: scope === 'workspace',
      mostBytes: SETTINGS_LIMIT_BYTES,
    });
    return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === 'no such file or folder') return succeed(null);
    return fail(rookError('not_readable', `${file} cannot be read: ${reason}.`));
  }
}
