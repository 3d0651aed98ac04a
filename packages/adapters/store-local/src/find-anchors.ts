import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { fail, rookError, sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';
import type { Anchor } from '@rook/engine';

import { parseAnchor } from './parse-anchor.ts';
import { readPlainFile } from './plain-file.ts';
import { anchorFile, anchorFolder, sessionFile, trashFile } from './session-paths.ts';
import { systemReason } from './system-reason.ts';

/** More than the longest path takes when all of it is escaped. */
const ANCHOR_LIMIT_BYTES = 64_000;
const NAME = /^[0-9a-f]{64}\.json$/;
const MISSING = 'no such file or folder';

export interface PlacedAnchor extends Anchor {
  /** The folder in which the session lies. */
  readonly place: string;
  /** The file that says so. */
  readonly path: string;
}

/** The anchors of a session, by what became of their places. */
export interface FoundAnchors {
  readonly here: readonly PlacedAnchor[];
  /** The session is no longer there. */
  readonly gone: readonly PlacedAnchor[];
  /** The session lies there too. */
  readonly elsewhere: readonly PlacedAnchor[];
}

/** Where a folder really is. */
export async function placeOf(folder: string): Promise<string> {
  return realpath(folder).catch(() => resolve(folder));
}

/** Looks at all anchors of a session; one that is damaged is no missing one. */
export async function findAnchors(
  anchors: string,
  folder: string,
  session: SessionId,
): Promise<Result<FoundAnchors>> {
  const own = anchorFolder(anchors, session);
  const names = await readdir(own).catch((error: unknown) => systemReason(error));
  if (typeof names === 'string')
    return names === MISSING ? succeed({ here: [], gone: [], elsewhere: [] }) : fail(unreadable(own, names));
  const here = await placeOf(folder);
  const found: { here: PlacedAnchor[]; gone: PlacedAnchor[]; elsewhere: PlacedAnchor[] } = {
    here: [],
    gone: [],
    elsewhere: [],
  };
  for (const name of names.filter((each) => NAME.test(each))) {
    const path = join(own, name);
    const read = await readAnchor(path);
    if (!read.ok) return read;
    // Another process may have removed it since.
    if (read.value === null) continue;
    const { place } = read.value;
    if (place === undefined || anchorFile(anchors, session, place) !== path) return fail(damaged(path));
    found[await judgePlace(place, here, session)].push({ ...read.value, place, path });
  }
  return succeed(found);
}

/** The sessions that have an anchor for the place, by the names of their files alone. */
export async function listAnchored(anchors: string, place: string): Promise<Result<readonly SessionId[]>> {
  const names = await readdir(anchors).catch((error: unknown) => systemReason(error));
  if (typeof names === 'string') return names === MISSING ? succeed([]) : fail(unreadable(anchors, names));
  const sessions = names.flatMap((name) => sessionIdSchema.safeParse(name).data ?? []);
  const there = await Promise.all(
    sessions.map(async (session) => lstat(anchorFile(anchors, session, place)).catch(() => null)),
  );
  return succeed(sessions.filter((_session, index) => there[index]?.isFile() === true));
}

/** One folder may have several paths, so it is known by its number too. */
async function judgePlace(place: string, here: string, session: SessionId): Promise<keyof FoundAnchors> {
  if (place === here) return 'here';
  const [other, own] = await Promise.all([place, here].map(async (path) => stat(path).catch(() => null)));
  if (other && own && other.ino === own.ino && other.dev === own.dev) return 'here';
  // In the trash it can still be brought back.
  const files = [sessionFile(place, session), trashFile(place, session)];
  const seen = await Promise.all(
    files.map(async (path) => lstat(path).catch((error: unknown) => systemReason(error))),
  );
  const isGone = seen.every((each) => each === MISSING || each === 'a part of the path is no folder');
  return isGone ? 'gone' : 'elsewhere';
}

/** The anchor in a file; null when there is none. */
export async function readAnchor(
  path: string,
): Promise<Result<(Anchor & { readonly place?: string }) | null>> {
  try {
    const bytes = await readPlainFile(path, { noLink: false, mostBytes: ANCHOR_LIMIT_BYTES });
    const anchor = parseAnchor(bytes.toString('utf8'));
    return anchor === undefined ? fail(damaged(path)) : succeed(anchor);
  } catch (error) {
    const reason = systemReason(error);
    return reason === MISSING ? succeed(null) : fail(unreadable(path, reason));
  }
}

function damaged(path: string): ReturnType<typeof rookError> {
  return rookError(
    'not_readable',
    `The anchor ${path} is damaged; the end of the session cannot be checked.`,
  );
}

function unreadable(path: string, reason: string): ReturnType<typeof rookError> {
  return rookError('not_readable', `The anchor ${path} cannot be read: ${reason}.`);
}
