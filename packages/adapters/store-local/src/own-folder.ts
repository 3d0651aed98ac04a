import { chmodSync, lstatSync, mkdirSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';

import { isOwn, readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';

/** Whether a folder is there, and whose it is. */
export type FolderState = 'missing' | 'safe';

/** The folders inside a workspace's own folder that must be as safe as the folder itself. */
const INNER_FOLDERS = ['chats', 'blobs', 'locks', 'trash'];
const GITIGNORE = '*\n';
const GITIGNORE_LIMIT_BYTES = 64_000;

/**
 * Refuses a folder in which somebody else could steer what Rook reads or where it writes: a link, a
 * folder of another user, or something that is no folder.
 */
export function inspectWorkspaceFolder(folder: string): Result<FolderState> {
  const outer = inspectOne(folder);
  if (!outer.ok || outer.value === 'missing') return outer;
  for (const name of INNER_FOLDERS) {
    const inner = inspectOne(join(folder, name));
    if (!inner.ok) return inner;
  }
  return outer;
}

/** Makes a folder that only its owner can enter; one that exists is checked and left as it is. */
export function ensureOwnFolder(folder: string): Result<void> {
  try {
    makeOwnFolderSync(folder);
  } catch (error) {
    return fail(rookError('not_writable', `The folder ${folder} could not be made: ${systemReason(error)}.`));
  }
  return succeed(undefined);
}

/**
 * Makes the folders above first, one by one, and throws at the first that cannot be made. The recursive
 * `mkdir` of Node tries for ever where the system answers that a new folder's parent is missing although it
 * is there, as below `/proc`.
 */
export function makeOwnFolderSync(folder: string): void {
  const found = lookUp(folder);
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new Error(`${folder} is no folder`);
  if (lookUp(dirname(folder)) === undefined) makeOwnFolderSync(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (lookUp(folder)?.isDirectory() !== true) throw error;
  }
}

function lookUp(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Makes Rook's folder in a workspace, for its owner alone and invisible to git; refuses an unsafe one. */
export async function prepareWorkspaceFolder(folder: string): Promise<Result<void>> {
  const state = inspectWorkspaceFolder(folder);
  if (!state.ok) return state;
  const made = prepareWay(folder, folder);
  if (!made.ok) return advise(made.error, dirname(folder));
  const ignored = join(folder, '.gitignore');
  try {
    writeFileSync(ignored, GITIGNORE, { flag: 'wx', mode: 0o600 });
    return succeed(undefined);
  } catch (error) {
    const reason = systemReason(error);
    if (reason !== 'it exists already') {
      return advise(rookError('not_writable', `${folder} cannot be written to: ${reason}.`), folder);
    }
  }
  return (await ignoresAll(ignored)) ? succeed(undefined) : replaceFile(ignored, GITIGNORE);
}

/** Where a person may not write, only they can help: the sentence says how. */
function advise(error: RookError, place: string): Result<never> {
  if (!/permission denied|operation not permitted|read-only/.test(error.message)) return fail(error);
  const advice = `Make ${place} writable for you, or name a folder that is with --workspace.`;
  return fail({ ...error, message: `${error.message} ${advice}` });
}

/** A team may share the settings of a workspace; sessions, blobs and locks stay here. */
const SHAREABLE = new Set(['!settings.json', '!/settings.json', '!.gitignore', '!/.gitignore']);

/** Whether git would leave out what is ours alone; a file that came with the workspace may say otherwise. */
async function ignoresAll(path: string): Promise<boolean> {
  const rules = { noLink: true, mostBytes: GITIGNORE_LIMIT_BYTES };
  const bytes = await readPlainFile(path, rules).catch(() => null);
  const lines = bytes === null ? [] : bytes.toString('utf8').split(/\r?\n/);
  return lines.includes('*') && !lines.some((line) => line.startsWith('!') && !SHAREABLE.has(line));
}

/** Looks at every folder from `folder` down to `inner`, which lies in it; refuses the first unsafe one. */
export function inspectWay(folder: string, inner: string): Result<FolderState> {
  for (const part of wayTo(folder, inner)) {
    const state = inspectOne(part);
    if (!state.ok || state.value === 'missing') return state;
  }
  return succeed('safe');
}

/** Makes the folders from `folder` down to `inner` where they are missing, and closes them to others. */
export function prepareWay(folder: string, inner: string): Result<void> {
  for (const part of wayTo(folder, inner)) {
    const state = lookAtOne(part);
    if (!state.ok) return state;
    const made = state.value === null ? ensureOwnFolder(part) : succeed(undefined);
    const closed = made.ok ? closeToOthers(part, state.value?.mode) : made;
    if (!closed.ok) return closed;
  }
  return succeed(undefined);
}

function wayTo(folder: string, inner: string): readonly string[] {
  const below = inner.startsWith(folder + sep) ? inner.slice(folder.length + 1) : relative(folder, inner);
  const way = [folder];
  for (const name of below.split(sep)) if (name !== '') way.push(`${way.at(-1)}${sep}${name}`);
  return way;
}

/** Takes from others what they may do there, and from the owner nothing. A folder that all share stays. */
function closeToOthers(folder: string, known?: number): Result<void> {
  try {
    const mode = known ?? lstatSync(folder).mode;
    if ((mode & 0o077) !== 0 && (mode & 0o1000) === 0) chmodSync(folder, mode & 0o700);
    return succeed(undefined);
  } catch (error) {
    const reason = systemReason(error);
    return fail(rookError('not_writable', `The folder ${folder} cannot be closed to others: ${reason}.`));
  }
}

function inspectOne(folder: string): Result<FolderState> {
  const found = lookAtOne(folder);
  return found.ok ? succeed(found.value === null ? 'missing' : 'safe') : found;
}

/** Refuses a folder that is a link, no folder, or another user's; null where there is none. */
function lookAtOne(folder: string): Result<Stats | null> {
  let found: Stats | undefined;
  try {
    found = lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    const reason = systemReason(error);
    return fail(rookError('not_readable', `The folder ${folder} cannot be looked at: ${reason}.`));
  }
  if (found === undefined) return succeed(null);
  const refuse = (why: string) =>
    fail(rookError('unsafe_folder', `${folder} ${why}, so Rook does not work here; remove or rename it.`));
  if (found.isSymbolicLink()) return refuse('is a link');
  if (!found.isDirectory()) return refuse('is no folder');
  return isOwn(found) ? succeed(found) : refuse('belongs to another user');
}
