import { accessSync, constants, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { foldersAbove } from '@rook/engine';

import type { PlacedChange } from './placed-change.ts';
import { systemReason } from './system-reason.ts';

/** A folder that gives way to a file, or lies in one that does. */
export interface ClearedFolder {
  readonly real: string;
  readonly path: string;
  readonly mode: number;
}

/**
 * The folder in the place of a file that is made, with all folders in it, inner ones first. Refused where anything lies there that does
 * not go with the set, or where one of them cannot be removed. Null where there is no such folder.
 */
export function findFoldersToClear(
  { change, place }: PlacedChange,
  placed: readonly PlacedChange[],
  removeFolders: readonly string[],
): Result<readonly ClearedFolder[]> | null {
  if (place.kind !== 'folder' || change.expected !== null || place.path !== change.path) return null;
  const going = goingWith(placed, removeFolders);
  if (!going.goes(place.path)) return null;
  const cleared: ClearedFolder[] = [];
  try {
    const stays = collect({ real: place.real, path: place.path }, { ...going, cleared });
    if (stays === null) return findFixed(place.path, cleared) ?? succeed(cleared);
    const reason = `${place.path} is a folder in which ${stays} stays; move that away first. Nothing was written.`;
    return fail(rookError('invalid_input', reason));
  } catch (error) {
    const reason = `${place.path} is a folder that could not be looked at: ${systemReason(error)}. Nothing was changed.`;
    return fail(rookError('not_writable', reason));
  }
}

/** Refused where one of the folders cannot be taken out of the folder that it lies in. */
function findFixed(path: string, cleared: readonly ClearedFolder[]): Result<never> | null {
  for (const folder of cleared) {
    const why = whyFixed(folder);
    if (why === null) continue;
    const what = folder.path === path ? 'and' : `in which ${folder.path}`;
    const reason = `${path} is a folder now, ${what} cannot be removed: ${why}. Nothing was changed.`;
    return fail(rookError('not_writable', reason));
  }
  return null;
}

const STICKY = 0o1000;

function whyFixed({ real, path }: ClearedFolder): string | null {
  const parent = dirname(real);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
  } catch (error) {
    const where = path.includes('/') ? `the folder ${dirname(path)}` : 'the workspace folder';
    return `${where} cannot be written to, because ${systemReason(error)}`;
  }
  const { mode, uid } = lstatSync(parent);
  const user = process.getuid?.() ?? 0;
  // In such a folder everybody removes only what is their own.
  const isOpen = (mode & STICKY) === 0 || [0, uid, lstatSync(real).uid].includes(user);
  return isOpen ? null : 'it belongs to somebody else';
}

interface Going {
  readonly files: ReadonlySet<string>;
  readonly goes: (folder: string) => boolean;
}

type GoingChange = Pick<PlacedChange, 'change' | 'place'>;

function goingWith(placed: readonly GoingChange[], removeFolders: readonly string[]): Going {
  const going = placed.filter(({ change: { bytes } }) => bytes === null).map((one) => one.place.path);
  const folders = new Set([...removeFolders, ...going.flatMap((path) => foldersAbove(path))]);
  return { files: new Set(going), goes: (folder) => folders.has(folder) };
}

/** The folders, by where they really lie, that are to be removed and of which nothing is left then: another may have their name. */
export function findLeavingFolders(
  root: string,
  placed: readonly GoingChange[],
  removeFolders: readonly string[],
): ReadonlySet<string> {
  const going = goingWith(placed, removeFolders);
  return new Set(
    removeFolders
      .map((path) => join(root, path))
      .filter((real, index) => leaves(real, removeFolders[index] ?? '', going)),
  );
}

function leaves(real: string, path: string, going: Going): boolean {
  try {
    return lstatSync(real).isDirectory() && collect({ real, path }, { ...going, cleared: [] }) === null;
  } catch {
    return false;
  }
}

interface Collecting extends Going {
  readonly cleared: ClearedFolder[];
}

/** The first that stays; null where all goes. */
function collect(folder: Pick<ClearedFolder, 'real' | 'path'>, collecting: Collecting): string | null {
  const { files, goes, cleared } = collecting;
  if (!goes(folder.path)) return folder.path;
  for (const item of readdirSync(folder.real, { withFileTypes: true })) {
    const inner = { real: join(folder.real, item.name), path: `${folder.path}/${item.name}` };
    const stays = item.isDirectory()
      ? collect(inner, collecting)
      : (item.isFile() || item.isSymbolicLink()) && files.has(inner.path)
        ? null
        : inner.path;
    if (stays !== null) return stays;
  }
  cleared.push({ ...folder, mode: lstatSync(folder.real).mode & 0o777 });
  return null;
}
