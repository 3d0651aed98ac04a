import { constants, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { blobOfFile } from './recover-blob.ts';
import { systemReason } from './system-reason.ts';

const CHUNK_BYTES = 1 << 20;
const DIGITS = 64;
const HEX_RUN = /[0-9a-f]{64,}/g;
const MISSING = 'no such file or folder';
/** Files move while others are looked at; who finds something else each time gives up. */
const MOST_PASSES = 10;

/** The names of all kept blobs, in hex digits. */
export async function listBlobs(blobs: string): Promise<ReadonlySet<string>> {
  const folders = await readdir(blobs).catch(() => []);
  const names = await Promise.all(folders.map(async (name) => readdir(join(blobs, name)).catch(() => [])));
  return new Set(names.flat().flatMap((name) => blobOfFile(name) ?? []));
}

/**
 * Which of the blobs the files name. Any 64 hex digits in a row that are a blob's name count, wherever they
 * stand: a blob that is kept in vain costs space, one that is missing costs work.
 */
export async function findNamedBlobs(
  files: readonly string[],
  blobs: ReadonlySet<string>,
): Promise<Result<Set<string>>> {
  const named = new Set<string>();
  if (blobs.size === 0) return succeed(named);
  for (const path of files) {
    const failure = await scanFile(path, (digits) => {
      if (blobs.has(digits)) named.add(digits);
    });
    if (failure !== undefined && failure !== MISSING)
      return fail(rookError('not_readable', `${path} cannot be read: ${failure}. Nothing was removed.`));
  }
  return succeed(named);
}

/**
 * Which of the blobs are named by any file below the folders but those that `isOwn` says. Looks again until it
 * meets no file that it has not read, because a session may move between the folders meanwhile.
 */
export async function findForeignNames(
  folders: readonly string[],
  isOwn: (path: string) => boolean,
  blobs: ReadonlySet<string>,
): Promise<Result<Set<string>>> {
  const read = new Set<string>();
  const named = new Set<string>();
  if (blobs.size === 0) return succeed(named);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const all = await Promise.all(folders.map(async (folder) => listFiles(folder)));
    // What a killed import left is no session, and nobody will ever read it.
    const unread = all.flat().filter((path) => !read.has(path) && !isOwn(path) && !path.endsWith('.draft'));
    if (unread.length === 0) return succeed(named);
    const found = await findNamedBlobs(unread, blobs);
    if (!found.ok) return found;
    for (const path of unread) read.add(path);
    for (const digits of found.value) named.add(digits);
  }
  return fail(rookError('busy', 'Sessions are being moved all the time; try again. Nothing was removed.'));
}

/** Every plain file below a folder; no link is followed. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const found = await lstat(folder).catch(() => null);
  if (found?.isFile() === true) return [folder];
  if (found?.isDirectory() !== true) return [];
  const names = await readdir(folder).catch(() => []);
  const inner = await Promise.all(names.map(async (name) => listFiles(join(folder, name))));
  return inner.flat();
}

/** Answers with why the file cannot be read, or undefined. */
async function scanFile(path: string, visit: (digits: string) => void): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => systemReason(error));
  if (typeof file === 'string') return file;
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let carried = '';
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return undefined;
      const text = carried + buffer.toString('latin1', 0, bytesRead).toLowerCase();
      for (const [run] of text.matchAll(HEX_RUN)) visitWindows(run, visit);
      carried = text.slice(1 - DIGITS);
    }
  } catch (error) {
    return systemReason(error);
  } finally {
    await file.close();
  }
}

function visitWindows(run: string, visit: (digits: string) => void): void {
  for (let start = 0; start + DIGITS <= run.length; start += 1) visit(run.slice(start, start + DIGITS));
}
