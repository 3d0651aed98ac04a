import { lstatSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute, parse, relative, resolve, sep } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { LocatedPath } from '@rook/engine';

import { liesAside } from './beside-names.ts';
import { followPath } from './follow-path.ts';
import { findReserved } from './reserved-names.ts';
import { systemCode, systemReason } from './system-reason.ts';

/** Where a path lies, for this adapter: with the absolute path to open. */
export interface Place extends LocatedPath {
  readonly real: string;
}

/**
 * Finds where a path really lies. `..` is worked out on the text first, as editors do it, so that a path that climbs
 * out is refused without a look at the disk; then every link is followed. The system gives the name as it is on the disk,
 * so two spellings of one file are one path also where the letter case does not count. What the system knows of names it
 * tells faster than another thread could be asked.
 */
export async function locatePath(root: string, path: string): Promise<Result<Place>> {
  const named = readPath(root, path);
  if (!named.ok) return named;
  const real = await spelledPath(named.value);
  const full = named.value;
  if (real !== null) return describe(root, { real, full }, path);
  const followed = followPath(named.value);
  const inside = pathInside(root, followed.real);
  if (inside === null) return fail(ledOutside(root, full, path));
  switch (followed.kind) {
    case 'missing':
      if (followed.link !== null && !liesAside(followed.real))
        return fail(leadsNowhere(path, { link: pathInside(root, followed.link), target: inside }));
      return succeed({ path: inside, real: followed.real, kind: 'missing', bytes: null });
    case 'found':
      return describe(root, { real: followed.real, full }, path);
    case 'in_file':
      return fail(
        rookError(
          'not_found',
          `There is no ${path}: ${inside} is no folder; give the path of the file itself.`,
        ),
      );
    case 'failed':
      return fail(
        rookError(
          'not_readable',
          `${path} could not be looked at: ${systemReason(followed.error)}; mend that, or leave it out.`,
        ),
      );
  }
}

/** A part that is empty, `.` or `..`. */
const HAS_STEPS = /(?:^|\/)\.{0,2}(?:\/|$)/u;

/** The path relative to the root, with `/`; null when it lies outside. */
export function pathInside(root: string, real: string): string | null {
  const below = sep === '/' && real.startsWith(`${root}/`) ? real.slice(root.length + 1) : '';
  // Most paths are worked out already, and then this is all of it.
  if (below !== '' && !HAS_STEPS.test(below)) return below;
  const inside = relative(root, real);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return null;
  return sep === '/' ? inside : inside.split(sep).join('/');
}

export function outside(path: string): ReturnType<typeof rookError> {
  return rookError('outside_workspace', `${show(path)} lies outside the workspace; give a path inside it.`);
}

function ledOutside(root: string, full: string, path: string): ReturnType<typeof rookError> {
  return pathInside(root, full) === null
    ? outside(path)
    : rookError(
        'outside_workspace',
        `${show(path)} leads outside the workspace, through a link; give a path that stays inside it.`,
      );
}

/** Linux knows one spelling of a name; elsewhere the system is asked for the one on the disk. */
async function spelledPath(path: string): Promise<string | null> {
  return process.platform === 'linux' ? realPath(path) : realpath(path).catch(() => null);
}

/** Null where the way does not lead to anything. Keeps the spelling that it is given. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function readPath(root: string, path: string): Result<string> {
  if (path.includes('\0')) {
    return fail(rookError('invalid_input', `${show(path)} holds a NUL character; give the path without it.`));
  }
  const full = resolve(root, path);
  // An absolute path may name the workspace through a link.
  if (!isAbsolute(path) && pathInside(root, full) === null) return fail(outside(path));
  return process.platform === 'win32' ? judgeOnWindows(path, full) : succeed(full);
}

function judgeOnWindows(path: string, full: string): Result<string> {
  const below = full.slice(parse(full).root.length);
  if (below.includes(':')) {
    return fail(
      rookError('invalid_input', `${path} holds a colon, which names a hidden stream; leave it out.`),
    );
  }
  const reserved = findReserved(path);
  if (reserved !== null) {
    return fail(
      rookError('invalid_input', `${path} holds ${reserved}, which is no file on Windows; use another name.`),
    );
  }
  return succeed(full);
}

function describe(
  root: string,
  { real, full }: { readonly real: string; readonly full: string },
  path: string,
): Result<Place> {
  const inside = pathInside(root, real);
  if (inside === null) return fail(ledOutside(root, full, path));
  try {
    const found = lstatSync(real);
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
    if (kind !== 'file') return succeed({ path: inside, real, kind, bytes: null });
    // Windows tells of something that looks like permissions, and has others.
    const mode = process.platform === 'win32' ? {} : { mode: found.mode & 0o777 };
    return succeed({ path: inside, real, kind, bytes: found.size, names: found.nlink, ...mode });
  } catch (error) {
    // Taken away since its real path was found.
    if (systemCode(error) === 'ENOENT') return succeed({ path: inside, real, kind: 'missing', bytes: null });
    return fail(
      rookError('not_readable', `${path} could not be looked at: ${systemReason(error)}; try it again.`),
    );
  }
}

function leadsNowhere(
  path: string,
  { link, target }: { readonly link: string | null; readonly target: string },
): ReturnType<typeof rookError> {
  const which =
    link === null || link === path ? `${path} is a link` : `${path} goes through the link ${link}`;
  return rookError(
    'not_found',
    `${which} that leads to ${target}, where nothing is; name ${target} itself, or remove the link first.`,
  );
}

/** A path in a sentence: what nobody could read is written out. */
function show(path: string): string {
  return path.replaceAll('\0', '\\0');
}
