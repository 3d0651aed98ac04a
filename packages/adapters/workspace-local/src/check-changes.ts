import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { findKindChanges, foldersAbove, spellingKey, type FileWrite } from '@rook/engine';

import { isBeside } from './beside-names.ts';
import { findLeavingFolders } from './clear-folder.ts';
import { locatePath, pathInside, type Place } from './locate-path.ts';
import type { PlacedChange } from './placed-change.ts';
import { locateLink } from './read-link.ts';
import type { Refusal } from './refusal.ts';
import { comesBack, tellsApart } from './tell-spellings-apart.ts';

export interface PlacedSet {
  readonly placed: readonly PlacedChange[];
  /** Where folders lie that go with the set. */
  readonly leavingFolders: ReadonlySet<string>;
}

/** Finds where each change leads, and refuses a set whose changes are about one file, or about one inside another. */
export async function placeChanges(
  root: string,
  changes: readonly FileWrite[],
  removeFolders: readonly string[] = [],
): Promise<Result<PlacedSet, Refusal>> {
  const placed: Pick<PlacedChange, 'change' | 'place'>[] = [];
  const going = changes.filter(({ expectsLink, bytes }) => expectsLink === true && bytes === null);
  for (const change of changes) {
    const located = await locateMeant(root, change);
    const isBehind = going.some(({ path }) => change.path.startsWith(`${path}/`));
    const inside = located.ok && !isBehind ? null : await placeInside(root, change, changes);
    const place = inside === null ? located : succeed(inside);
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
  const kinds = findKindChanges(placed.map(({ place }) => place.path));
  const byPath = new Map(placed.map(({ place }) => [place.path, place]));
  const all = placed.map(({ change, place }) => ({
    change,
    place,
    outer: byPath.get(kinds.outerOf(place.path) ?? '') ?? null,
    changesKind: kinds.has(place.path),
  }));
  const leavingFolders = findLeavingFolders(root, all, removeFolders);
  const wrong = findClash({ root, removeFolders, leavingFolders }, all);
  return wrong === null ? succeed({ placed: all, leavingFolders }) : fail(wrong);
}

/** Of a link that is meant itself, where that lies, and not what it leads to. */
export async function locateMeant(root: string, { path, expectsLink }: FileWrite): Promise<Result<Place>> {
  return expectsLink === true ? locateLink(root, path) : locatePath(root, path);
}

/** Where a file would be made inside of the path of one that is removed; null where it is in no such. */
async function placeInside(
  root: string,
  { path, expected }: FileWrite,
  changes: readonly FileWrite[],
): Promise<Place | null> {
  const outer = changes.find((other) => other.bytes === null && path.startsWith(`${other.path}/`));
  if (outer === undefined || expected !== null) return null;
  const located = await locateMeant(root, outer);
  const kind = outer.expectsLink === true ? 'other' : 'file';
  if (!located.ok || located.value.kind !== kind || located.value.path !== outer.path) return null;
  const real = join(located.value.real, path.slice(outer.path.length));
  // Each folder on the way is named as it is.
  return pathInside(root, real) === path ? { path, real, kind: 'missing', bytes: null } : null;
}

/** What lies beside a file while it is changed lies in this folder, under names made from this one. */
export function besideOf({ place, outer }: Pick<PlacedChange, 'place' | 'outer'>): {
  readonly folder: string;
  readonly name: string;
} {
  const { path, real } = outer ?? place;
  const above = foldersAbove(path).at(-1);
  return {
    folder: dirname(real),
    name: above === undefined ? place.path : place.path.slice(above.length + 1),
  };
}

interface Surroundings {
  readonly root: string;
  readonly removeFolders: readonly string[];
  readonly leavingFolders: ReadonlySet<string>;
}

function findClash(
  { root, removeFolders, leavingFolders }: Surroundings,
  placed: readonly PlacedChange[],
): Refusal | null {
  const seen = new Map<string, PlacedChange[]>();
  const folders = new Map<string, string>();
  const byPath = new Map(placed.map((one) => [one.place.path, one.change]));
  for (const one of placed) {
    const key = spellingKey(one.place.path);
    const others = seen.get(key) ?? [];
    const clash = others.find((other) => isSameFile(root, one, other));
    if (clash !== undefined) return refuse(one, `is the same file as ${clash.change.path}`);
    seen.set(key, [...others, one]);
    const above = foldersAbove(one.place.path);
    const file = above.find((folder) => isInTheWay(byPath.get(folder), one.change));
    if (file !== undefined) return refuse(one, `lies inside ${file}, which is changed as a file`);
    const mayBe = (other: string, folder: string): boolean =>
      // One that goes with the set was not there beside the other.
      ![other, folder].some((path) => removeFolders.includes(path)) &&
      comesBack(one.change) &&
      tellsApart(root, folder, other);
    const twin = findFolderTwin(folders, one.place, { above, leavingFolders, mayBe });
    if (twin !== null)
      return refuse(
        one,
        `lies in a folder that differs from ${twin} only in how it is spelled`,
        `use one spelling, or move away what stays in ${twin} first`,
      );
  }
  return null;
}

/** Of a file and what lies inside of its path, one has to go when the other is made. */
function isInTheWay(outer: FileWrite | undefined, inner: FileWrite): boolean {
  if (outer === undefined) return false;
  const pairs = [
    [outer, inner],
    [inner, outer],
  ] as const;
  return !pairs.some(([made, gone]) => made.expected === null && gone.bytes === null);
}

/** Two spellings of a folder are two folders only where the system has told so: both are there, or one is and is to go, or both were there. */
function findFolderTwin(
  folders: Map<string, string>,
  { path, real }: Place,
  {
    above,
    leavingFolders,
    mayBe,
  }: {
    readonly above: readonly string[];
    readonly leavingFolders: ReadonlySet<string>;
    readonly mayBe: (other: string, folder: string) => boolean;
  },
): string | null {
  const root = real.slice(0, real.length - path.length);
  for (const folder of above) {
    const key = spellingKey(folder);
    const other = folders.get(key);
    if (other === undefined) folders.set(key, folder);
    else if (other !== folder) {
      const there = [folder, other].map((one) => join(root, one)).filter((one) => existsSync(one));
      const isOneLeaving = there.length === 1 && leavingFolders.has(there[0] ?? '');
      if (there.length < 2 && !isOneLeaving && !mayBe(other, folder)) return other;
    }
  }
  return null;
}

/** Two spellings are two files only where the system has told so: both are there, or one is and is to go, or both were there. */
function isSameFile(root: string, one: PlacedChange, other: PlacedChange): boolean {
  if (one.place.real === other.place.real) return true;
  const both = [one, other];
  const making = both.filter(({ place }) => place.kind === 'missing');
  if (making.length === 0) return false;
  if (both.every(({ change }) => comesBack(change)) && tellsApart(root, one.place.path, other.place.path))
    return false;
  return making.length === 2 || both.every(({ change }) => change.bytes !== null);
}

function refuse({ change: { path } }: PlacedChange, why: string, help = 'make it one change'): Refusal {
  return { path, error: rookError('invalid_input', `${path} ${why}; ${help}. Nothing was written.`) };
}
