import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  symlinkSync,
  unlinkSync,
  writeFile,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import { promisify } from 'node:util';

import { linkTarget } from '@rook/engine';

import { SMALL_BYTES } from './read-file.ts';
import { waitForDisk } from './wait-for-disk.ts';

const writeElsewhere = promisify(writeFile);

interface Permissions {
  /** The file whose owner it takes over, and whose permissions. */
  readonly like: BigIntStats | null;
  /** These permissions, whatever it is like; left out and like none: as the user's files are made. */
  readonly mode: number | undefined;
}

/** New content beside its place. */
export interface DraftFile {
  /**
   * Brings it to the disk: the file as the system knows it then, or what went wrong. Has to be called, once; is never rejected. Apart from
   * writing, because the system is slow to take anything else while it brings something to the disk.
   */
  readonly finish: () => Promise<{ readonly found: BigIntStats } | { readonly error: unknown }>;
}

/** Writes new content beside its place, and does not bring it to the disk yet. */
export async function writeDraft(
  path: string,
  bytes: Uint8Array,
  { like, mode }: Permissions,
): Promise<DraftFile> {
  const file = openSync(path, 'wx', like === null && mode === undefined ? 0o666 : 0o600);
  try {
    if (bytes.length <= SMALL_BYTES) writeFileSync(file, bytes);
    else await writeElsewhere(file, bytes);
    if (like !== null) {
      giveTo(file, like);
      fchmodSync(file, (mode ?? Number(like.mode)) & 0o777);
    } else if (mode !== undefined) fchmodSync(file, mode & 0o777);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return { finish: async () => finishDraft(file) };
}

/** Makes a link beside its place. It goes to the disk with the folder that it lies in. */
export function draftLink(path: string, content: Uint8Array): DraftFile {
  const target = linkTarget(content);
  if (target === null) throw new Error('what it shall hold is no link');
  symlinkSync(target, path);
  return { finish: async () => ({ found: lstatSync(path, { bigint: true }) }) };
}

async function finishDraft(file: number): ReturnType<DraftFile['finish']> {
  try {
    await waitForDisk(file);
    return { found: fstatSync(file, { bigint: true }) };
  } catch (error) {
    return { error };
  } finally {
    closeSync(file);
  }
}

/** What stays is found by the next `mend`. */
export function removeDraft(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}

/** Only the superuser may give a file away; for others the new file is their own, as with every editor. */
function giveTo(file: number, { uid, gid }: BigIntStats): void {
  const made = fstatSync(file, { bigint: true });
  if (made.uid === uid && made.gid === gid) return;
  try {
    fchownSync(file, Number(uid), Number(gid));
  } catch {
    // It stays their own.
  }
}
