import { createHash, randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { access, constants, link, mkdir, open, realpath, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

import { expectContent, isUnchanged, stale } from './expect-content.ts';
import { locatePath, outside, pathInside, type Place } from './locate-path.ts';
import { hashOf, readWhole } from './read-file.ts';
import { removeOldDrafts } from './remove-old-drafts.ts';
import { systemCode, systemReason } from './system-reason.ts';

export interface NewContent {
  readonly bytes: Uint8Array;
  readonly expected: ContentHash | null;
}

/**
 * Replaces a file as one step: the new content is on the disk, in the same folder, before it takes the place of the old
 * one, so a crash leaves the one or the other. Mode and owner stay; folders on the way are made.
 */
export async function writeFile(
  root: string,
  path: string,
  content: NewContent,
): Promise<Result<ContentHash>> {
  const place = await locatePath(root, path);
  if (!place.ok) return place;
  const compared = await expectContent(place.value, content.expected);
  if (!compared.ok) return compared;
  const folder = dirname(place.value.real);
  const draft = join(folder, `.rook-${randomBytes(6).toString('hex')}.draft`);
  try {
    if (compared.value !== null) await access(place.value.real, constants.W_OK);
    else await mkdir(folder, { recursive: true });
    if (pathInside(root, await realpath(folder)) === null) return fail(outside(path));
    await removeOldDrafts(folder);
    await writeDraft(draft, content.bytes, compared.value);
    const placed = await putInPlace(draft, place.value, compared.value);
    if (!placed) return fail(stale(place.value));
    await syncFolder(folder);
  } catch (error) {
    return fail(
      rookError('not_writable', `${path} could not be written: ${systemReason(error)}. Nothing was changed.`),
    );
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  return readBack(root, path, content.bytes);
}

async function writeDraft(draft: string, bytes: Uint8Array, old: BigIntStats | null): Promise<void> {
  const file = await open(draft, 'wx', old === null ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (old !== null) {
      const made = await file.stat({ bigint: true });
      // Only the superuser may give a file away; for others the new file is their own, as with every editor.
      if (made.uid !== old.uid || made.gid !== old.gid)
        await file.chown(Number(old.uid), Number(old.gid)).catch(() => undefined);
      await file.chmod(Number(old.mode) & 0o777);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Answers false when somebody else was faster. */
async function putInPlace(draft: string, place: Place, compared: BigIntStats | null): Promise<boolean> {
  if (compared === null) {
    const linked = await linkNew(draft, place.real);
    if (linked !== 'unable') return linked === 'made';
  }
  if (!(await isUnchanged(place, compared))) return false;
  await rename(draft, place.real);
  return true;
}

/** A second name fails where something lies already, which renaming does not; some file systems know no second names. */
async function linkNew(draft: string, real: string): Promise<'made' | 'taken' | 'unable'> {
  try {
    await link(draft, real);
    return 'made';
  } catch (error) {
    return systemCode(error) === 'EEXIST' ? 'taken' : 'unable';
  }
}

/** Makes the new name itself durable; some systems cannot open a folder, and then it stays a moment later. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function readBack(root: string, path: string, bytes: Uint8Array): Promise<Result<ContentHash>> {
  const place = await locatePath(root, path);
  const read = place.ok ? await readWhole(place.value, { keep: false, maxBytes: bytes.length }) : place;
  if (read.ok && read.value.hash === hashOf(createHash('sha256').update(bytes)))
    return succeed(read.value.hash);
  const reason = `${path} was written, but something else is there now; read it again.`;
  return fail(rookError('stale_file', reason));
}
