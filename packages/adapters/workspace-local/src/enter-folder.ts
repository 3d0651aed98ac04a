import { lstat, mkdir, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { spellingKey } from '@rook/engine';

import { isDraft } from './beside-names.ts';
import { outside, pathInside } from './locate-path.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';
import { systemCode, systemReason } from './system-reason.ts';

/** The folders that one set of changes works in, each opened once. */
export interface FolderRoom {
  readonly root: string;
  readonly folders: Map<string, OpenFolder>;
  /** Folders that were made, outer ones first. */
  readonly made: { readonly real: string; readonly parent: OpenFolder; readonly name: string }[];
  /** What was in a folder when it was first asked for. */
  readonly names: Map<string, readonly string[]>;
}

export function createFolderRoom(root: string): FolderRoom {
  return { root, folders: new Map(), made: [], names: new Map() };
}

/** Opens a folder; with `isMade` it is made where it is not there, with those above it. */
export async function enterFolder(
  room: FolderRoom,
  real: string,
  { isMade }: { readonly isMade: boolean },
): Promise<Result<OpenFolder>> {
  const known = room.folders.get(real);
  if (known !== undefined) return succeed(known);
  if (pathInside(room.root, real) === null) return fail(outside(real));
  const found = await lstat(real).catch((error: unknown) => systemCode(error));
  const opened =
    isMade && found === 'ENOENT' && real !== room.root
      ? await makeFolder(room, real)
      : await openFolder(room.root, real);
  if (opened.ok) room.folders.set(real, opened.value);
  return opened;
}

async function makeFolder(room: FolderRoom, real: string): Promise<Result<OpenFolder>> {
  const parent = await enterFolder(room, dirname(real), { isMade: true });
  if (!parent.ok) return parent;
  const name = basename(real);
  const shown = pathInside(room.root, real) ?? name;
  const twin = await findTwin(room, parent.value, name);
  if (twin !== null) return fail(twinError(shown, twin));
  try {
    await mkdir(parent.value.at(name));
    room.made.push({ real, parent: parent.value, name });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') {
      const reason = `The folder ${shown} could not be made: ${systemReason(error)}. Nothing was changed.`;
      return fail(rookError('not_writable', reason));
    }
  }
  return openFolder(room.root, real, parent.value.at(name));
}

/** Another name in the folder that is the same one where the spelling does not count; null where there is none. */
export async function findTwin(
  room: FolderRoom,
  folder: OpenFolder,
  name: string,
  leaving: ReadonlySet<string> = new Set(),
): Promise<string | null> {
  const names = room.names.get(folder.real) ?? (await listFirst(folder));
  room.names.set(folder.real, names);
  const key = spellingKey(name);
  return names.find((other) => other !== name && !leaving.has(other) && spellingKey(other) === key) ?? null;
}

export function twinError(path: string, twin: string): ReturnType<typeof rookError> {
  return rookError(
    'invalid_input',
    `${path} differs from ${twin}, which is there, only in how it is spelled; use that name. Nothing was written.`,
  );
}

/** No draft takes this long: one that is older was left by a process that was killed. */
const OLD_MILLISECONDS = 10 * 60_000;

/** What is in a folder, without the old drafts, which are removed. What was moved aside is never removed here. */
async function listFirst(folder: OpenFolder): Promise<readonly string[]> {
  const names = await folder.names().catch(() => []);
  for (const name of names.filter((found) => isDraft(found))) {
    const found = await lstat(folder.at(name)).catch(() => null);
    if (found?.isFile() === true && Date.now() - found.mtimeMs > OLD_MILLISECONDS)
      await unlink(folder.at(name)).catch(() => undefined);
  }
  return names;
}
