import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { systemReason } from './system-reason.ts';
import { syncFolder, waitForFile } from './wait-for-disk.ts';

/** No draft takes this long: one that is older was left by a process that was killed. */
const OLD_MILLISECONDS = 60_000;

/** What is larger is written on another thread. */
const SMALL_BYTES = 256 * 1024;

const writeElsewhere = promisify(writeFile);

interface ReplaceOptions {
  /** What lies in the folder, where that is known already. */
  readonly names?: readonly string[];
  readonly wait?: DiskWait;
  /** What has to be there in the moment in which it is replaced, or null for nothing; else `stale_file`. Left out: anything. */
  readonly expects?: string | Uint8Array | null;
}

type DiskWait = (file: number) => Promise<void>;

/**
 * Replaces a file as one step: the new content is on the disk under another name before it takes the old
 * one's place, so a crash leaves the old content or the new one, never a part. Keeps the mode of the file;
 * a file made here is readable by its owner alone.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { names, wait = waitForFile, expects }: ReplaceOptions = {},
): Promise<Result<void>> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  try {
    removeOldDrafts(path, names);
    const found = statSync(path, { throwIfNoEntry: false });
    await writeDurably(draft, content, found === undefined ? 0o600 : found.mode & 0o777, wait);
    if (expects !== undefined && !isThere(path, expects)) {
      removeQuietly(draft);
      const sentence = `${path} was changed by somebody else meanwhile; try again. Nothing was changed.`;
      return fail(rookError('stale_file', sentence));
    }
    renameSync(draft, path);
    await syncFolder(dirname(path), wait);
    return succeed(undefined);
  } catch (error) {
    removeQuietly(draft);
    return fail(
      rookError('not_writable', `${path} could not be written: ${systemReason(error)}. Nothing was changed.`),
    );
  }
}

function isThere(path: string, content: string | Uint8Array | null): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return content === null;
  return content !== null && readFileSync(path).equals(Buffer.from(content));
}

/** What earlier processes left when they were killed; a young one may be another's that is just being written. */
export function removeOldDrafts(path: string, names: readonly string[] = namesBeside(path)): void {
  const folder = dirname(path);
  for (const name of names) {
    if (name.startsWith(`${basename(path)}.`) && name.endsWith('.draft')) removeIfOld(join(folder, name));
  }
}

function namesBeside(path: string): readonly string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    // Whoever writes there hears why.
    return [];
  }
}

function removeIfOld(draft: string): void {
  try {
    const found = lstatSync(draft, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs >= OLD_MILLISECONDS) removeQuietly(draft);
  } catch {
    // It stays.
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or another one has removed it.
  }
}

async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode: number,
  wait: DiskWait,
): Promise<void> {
  const file = openSync(path, 'wx', mode);
  try {
    if (content.length <= SMALL_BYTES) writeFileSync(file, content);
    else await writeElsewhere(file, content);
    fchmodSync(file, mode);
    await wait(file);
  } finally {
    closeSync(file);
  }
}
