import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { spellingKey, type FileWrite } from '@rook/engine';

import { isBeside } from './beside-names.ts';
import { locatePath, type Place } from './locate-path.ts';
import type { Refusal } from './refusal.ts';

/** A change, and where its file really lies. */
export interface PlacedChange {
  readonly change: FileWrite;
  readonly place: Place;
}

/** Finds where each change leads, and refuses a set whose changes are about one file, or about one inside another. */
export async function placeChanges(
  root: string,
  changes: readonly FileWrite[],
): Promise<Result<readonly PlacedChange[], Refusal>> {
  const placed: PlacedChange[] = [];
  for (const change of changes) {
    const place = await locatePath(root, change.path);
    if (!place.ok) return fail({ path: change.path, error: place.error });
    // Also on the way: a folder of such a name would be taken for what a crash left.
    const own = place.value.path.split('/').find((part) => isBeside(part));
    if (own !== undefined) {
      const what = own === change.path ? 'is' : `holds ${own},`;
      const reason = `${change.path} ${what} a name that Rook uses for a moment while it writes; use another one. Nothing was written.`;
      return fail({ path: change.path, error: rookError('invalid_input', reason) });
    }
    if (change.expected === null && change.bytes === null) {
      const reason = `Nothing is to be done with ${change.path}: it is expected to be missing, and to stay so.`;
      return fail({ path: change.path, error: rookError('invalid_input', reason) });
    }
    placed.push({ change, place: place.value });
  }
  const wrong = findClash(placed);
  return wrong === null ? succeed(placed) : fail(wrong);
}

function findClash(placed: readonly PlacedChange[]): Refusal | null {
  const seen = new Map<string, PlacedChange[]>();
  const folders = new Map<string, string>();
  const paths = new Set(placed.map(({ place }) => place.path));
  for (const one of placed) {
    const key = spellingKey(one.place.path);
    const others = seen.get(key) ?? [];
    const clash = others.find((other) => isSameFile(one, other));
    if (clash !== undefined) return refuse(one, `is the same file as ${clash.change.path}`);
    seen.set(key, [...others, one]);
    const parts = one.place.path.split('/');
    const above = parts.slice(0, -1).map((_part, index) => parts.slice(0, index + 1).join('/'));
    const file = above.find((folder) => paths.has(folder));
    if (file !== undefined) return refuse(one, `lies inside ${file}, which is changed as a file`);
    const twin = findFolderTwin(folders, one.place, above);
    if (twin !== null)
      return refuse(one, `lies in a folder that differs from ${twin} only in how it is spelled`);
  }
  return null;
}

/** Two spellings of a folder are two folders only where both are there. */
function findFolderTwin(
  folders: Map<string, string>,
  { path, real }: Place,
  above: readonly string[],
): string | null {
  const root = real.slice(0, real.length - path.length);
  for (const folder of above) {
    const key = spellingKey(folder);
    const other = folders.get(key);
    if (other === undefined) folders.set(key, folder);
    else if (other !== folder && [folder, other].some((one) => !existsSync(join(root, one)))) return other;
  }
  return null;
}

/** Two spellings are two files only where the system has told so: both are there, or one is and is to go. */
function isSameFile(one: PlacedChange, other: PlacedChange): boolean {
  if (one.place.real === other.place.real) return true;
  const both = [one, other];
  const making = both.filter(({ place }) => place.kind === 'missing');
  if (making.length === 0) return false;
  return making.length === 2 || both.every(({ change }) => change.bytes !== null);
}

function refuse({ change: { path } }: PlacedChange, why: string): Refusal {
  return {
    path,
    error: rookError('invalid_input', `${path} ${why}; make it one change. Nothing was written.`),
  };
}
