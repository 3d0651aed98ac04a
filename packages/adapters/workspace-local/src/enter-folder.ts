import { lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { isDraft } from './beside-names.ts';
import { outside, pathInside } from './locate-path.ts';
import { bySpelling, twinAmong, type NamesBySpelling } from './names-by-spelling.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';
import { systemCode, systemReason } from './system-reason.ts';
import { tellsApart } from './tell-spellings-apart.ts';

/** The folders that one set of changes works in, each opened once. */
export interface FolderRoom {
  readonly root: string;
  readonly folders: Map<string, OpenFolder>;
  /** Folders that were made, outer ones first. */
  readonly made: { readonly real: string; readonly parent: OpenFolder; readonly name: string }[];
  /** Where folders lie that go with the set: others may have their names. */
  readonly leaving: Set<string>;
  /** What was in a folder when it was first asked for. */
  readonly names: Map<string, NamesBySpelling>;
  /** All that is made was there before, also beside names that differ only in how they are spelled. */
  comesBack: boolean;
}

export function createFolderRoom(root: string): FolderRoom {
  return { root, folders: new Map(), made: [], leaving: new Set(), names: new Map(), comesBack: false };
}

/** Opens a folder; with `isMade` it is made where it is not there, with those above it. */
export function enterFolder(
  room: FolderRoom,
  real: string,
  { isMade }: { readonly isMade: boolean },
): Result<OpenFolder> {
  const known = room.folders.get(real);
  if (known !== undefined) return succeed(known);
  if (pathInside(room.root, real) === null) return fail(outside(real));
  const opened =
    isMade && real !== room.root && isMissing(real) ? makeFolder(room, real) : openFolder(room.root, real);
  if (opened.ok) room.folders.set(real, opened.value);
  return opened;
}

function isMissing(real: string): boolean {
  try {
    return lstatSync(real, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function makeFolder(room: FolderRoom, real: string): Result<OpenFolder> {
  const parent = enterFolder(room, dirname(real), { isMade: true });
  if (!parent.ok) return parent;
  const name = basename(real);
  const shown = pathInside(room.root, real) ?? name;
  const twin = findTwin(room, parent.value, name) === null ? null : findStaying(room, parent.value, name);
  if (twin !== null) return fail(twinError(shown, twin));
  try {
    mkdirSync(parent.value.at(name));
    room.made.push({ real, parent: parent.value, name });
  } catch (error) {
    // The disk takes them for one after all.
    const same = twinAmong(namesOf(room, parent.value), name, leavingIn(room, parent.value));
    if (systemCode(error) === 'EEXIST' && same !== null) return fail(twinError(shown, same));
    if (systemCode(error) !== 'EEXIST') {
      const reason = `The folder ${shown} could not be made: ${systemReason(error)}. Nothing was changed.`;
      return fail(rookError('not_writable', reason));
    }
  }
  return openFolder(room.root, real, parent.value.at(name));
}

/** The same without the folders that go with the set. */
function findStaying(room: FolderRoom, folder: OpenFolder, name: string): string | null {
  return findTwin(room, folder, name, leavingIn(room, folder));
}

function leavingIn(room: FolderRoom, folder: OpenFolder): ReadonlySet<string> {
  const leaving = [...room.leaving].filter((one) => dirname(one) === folder.real);
  return new Set(leaving.map((one) => basename(one)));
}

/** Another name in the folder that is the same one where the spelling does not count; null where there is none. */
export function findTwin(
  room: FolderRoom,
  folder: OpenFolder,
  name: string,
  leaving: ReadonlySet<string> = new Set(),
): string | null {
  const twin = twinAmong(namesOf(room, folder), name, leaving);
  const inside = pathInside(room.root, folder.real) ?? '';
  const isOther =
    twin !== null && room.comesBack && tellsApart(room.root, join(inside, name), join(inside, twin));
  return isOther ? null : twin;
}

function namesOf(room: FolderRoom, folder: OpenFolder): NamesBySpelling {
  const names = room.names.get(folder.real) ?? bySpelling(listFirst(folder));
  room.names.set(folder.real, names);
  return names;
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
function listFirst(folder: OpenFolder): readonly string[] {
  const names = namesIn(folder);
  for (const name of names.filter((found) => isDraft(found))) removeIfOld(folder.at(name));
  return names;
}

function removeIfOld(draft: string): void {
  try {
    const found = lstatSync(draft);
    if (found.isFile() && Date.now() - found.mtimeMs > OLD_MILLISECONDS) unlinkSync(draft);
  } catch {
    // Another process has removed it, or it stays.
  }
}

function namesIn(folder: OpenFolder): readonly string[] {
  try {
    return folder.names();
  } catch {
    return [];
  }
}
