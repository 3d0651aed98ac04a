import { fail, rookError, succeed, type ContentHash, type Result, type RookError } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import { foldersAbove } from '../kind-changes.ts';
import { linkContent, linkTarget } from '../link-content.ts';
import { spellingKey } from '../spelling-key.ts';
import type { AppliedWrites, ApplyFailure, FileWrite, LocatedPath, PermissionChange } from '../workspace.ts';

/** As the user's files are made. */
export const USUAL_MODE = 0o644;

/** Whether the file goes with the set. */
export type GivesWay = (path: string) => boolean;

interface FakeFiles {
  readonly files: Map<string, Uint8Array>;
  /** The permissions of files that have not the usual ones. */
  readonly modes: Map<string, number>;
  /** Where each leads. */
  readonly links: Map<string, string>;
  /** The real path, if it has the content that is expected. */
  readonly compare: (path: string, expected: ContentHash | null, givesWay: GivesWay) => Result<string>;
  readonly locate: (path: string) => Result<LocatedPath>;
  readonly locateLink: (path: string) => string | null;
}

/** The same on a copy. */
export function rehearseOnFake(
  fake: FakeFiles,
  changes: readonly FileWrite[],
  permissions: readonly PermissionChange[],
): Result<void, ApplyFailure> {
  const copy = {
    ...fake,
    files: new Map(fake.files),
    modes: new Map(fake.modes),
    links: new Map(fake.links),
  };
  const tried = applyToFake(copy, changes, permissions);
  return tried.ok ? succeed(undefined) : tried;
}

/** All or nothing, as a real workspace does it; nobody can come in between. Folders without files do not exist here. */
export function applyToFake(
  fake: FakeFiles,
  changes: readonly FileWrite[],
  permissions: readonly PermissionChange[],
): Result<AppliedWrites, ApplyFailure> {
  const { files, modes, links } = fake;
  const planned = new Map<string, Uint8Array | null>();
  const made = new Map<string, string>();
  const given = new Map<string, number>();
  const goes = new Set(changes.filter(({ bytes }) => bytes === null).map(({ path }) => path));
  const going = changes.flatMap((one) => (one.expectsLink === true && one.bytes === null ? [one.path] : []));
  for (const change of changes) {
    const { path, expected, bytes, expectedMode, mode, makesLink } = change;
    const isBehind = going.some((link) => path.startsWith(`${link}/`));
    const real =
      isBehind && expected === null ? succeed(path) : compareOnFake(fake, change, (file) => goes.has(file));
    if (!real.ok) return refuse(path, real.error);
    const target = makesLink === true && bytes !== null ? linkTarget(bytes) : null;
    if (makesLink === true && target === null)
      return refuse(path, rookError('invalid_input', `${path} is made of what no link holds.`));
    if (target !== null) made.set(real.value, target);
    if (foldersAbove(real.value).some((folder) => files.has(folder) && !goes.has(folder)))
      return refuse(path, rookError('not_found', `${path} lies inside of a file.`));
    if (expectedMode !== undefined && modeOf(fake, real.value) !== expectedMode)
      return refuse(path, rookError('stale_file', `${path} has other permissions. Nothing was written.`));
    const isGiven = bytes !== null && (expected === null || expectedMode !== undefined);
    if (mode !== undefined && isGiven) given.set(real.value, mode);
    if (
      clashes([...planned], { path: real.value, isMade: expected === null, bytes }, files) ||
      (expected ?? bytes) === null
    )
      return refuse(path, rookError('invalid_input', `${path} cannot be changed so.`));
    planned.set(real.value, bytes?.slice() ?? null);
  }
  for (const { path, expectedMode, mode } of permissions) {
    const real = fake.locate(path);
    if (!real.ok) return refuse(path, real.error);
    const { kind, path: place } = real.value;
    if (kind === 'folder' || planned.has(place) || given.has(place))
      return refuse(path, rookError('invalid_input', `${path} cannot get permissions so.`));
    if (kind === 'missing' || modeOf(fake, place) !== expectedMode)
      return refuse(path, rookError('stale_file', `${path} has other permissions. Nothing was written.`));
    given.set(place, mode);
  }
  const staying = [...files.keys()].filter((path) => planned.get(path) !== null);
  for (const [path, bytes] of planned) {
    const isTwin = (other: string) => other !== path && spellingKey(other) === spellingKey(path);
    if (bytes !== null && !files.has(path) && staying.some(isTwin))
      return refuse(path, rookError('invalid_input', `${path} is there in another spelling.`));
  }
  const madeFolders = new Set(
    [...planned].flatMap(([path, bytes]) => (bytes === null ? [] : foldersAbove(path))),
  );
  for (const path of files.keys()) for (const folder of foldersAbove(path)) madeFolders.delete(folder);
  for (const [path, bytes] of planned) {
    const target = made.get(path);
    links.delete(path);
    if (target !== undefined) links.set(path, target);
    if (bytes === null || target !== undefined) files.delete(path);
    else files.set(path, bytes);
    if (bytes === null || target !== undefined) modes.delete(path);
  }
  for (const [path, mode] of given) modes.set(path, mode);
  const applied = changes.map(({ path, bytes }) => ({
    path,
    hash: bytes === null ? null : contentHash(bytes),
    isOverwritten: false,
  }));
  return succeed({ files: applied, madeFolders: [...madeFolders], displaced: [] });
}

function compareOnFake(
  { compare, links, locateLink }: FakeFiles,
  { path, expected, expectsLink }: FileWrite,
  givesWay: GivesWay,
): Result<string> {
  if (expectsLink !== true) return compare(path, expected, givesWay);
  const place = locateLink(path);
  const target = links.get(place ?? '');
  return place !== null && target !== undefined && contentHash(linkContent(target)) === expected
    ? succeed(place)
    : fail(rookError('stale_file', `${path} is not the link that was shown. Nothing was written.`));
}

function modeOf({ modes }: Pick<FakeFiles, 'modes'>, path: string): number {
  return modes.get(path) ?? USUAL_MODE;
}

/** A new spelling of a name that leaves is no clash. */
function clashes(
  planned: readonly (readonly [string, Uint8Array | null])[],
  {
    path,
    isMade,
    bytes,
  }: { readonly path: string; readonly isMade: boolean; readonly bytes: Uint8Array | null },
  files: ReadonlyMap<string, Uint8Array>,
): boolean {
  return planned.some(([other, others]) => {
    if (other === path) return true;
    // Of a file and what lies inside of it one is made and the other goes.
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`))
      return !(isMade && others === null) && !(bytes === null && !files.has(other));
    return spellingKey(other) === spellingKey(path) && (bytes === null) === (others === null);
  });
}

function refuse(path: string, error: RookError): Result<never, ApplyFailure> {
  return fail({ ...error, path, isUndone: true, displaced: [] });
}
