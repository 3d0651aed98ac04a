import { lstatSync, lutimesSync, renameSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';

import type { ContentHash } from '@rook/contract';
import { contentHash } from '@rook/engine';

import { digitsOf, listPacks, readPack, readPacks, type WholeBlob } from './blob-pack.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';
import { unpackBlob } from './unpack-blob.ts';
import { syncFolder, waitBesides } from './wait-for-disk.ts';

/** How many are written at the same time, so that the disk is waited for once for several. */
const AT_ONCE = 16;

/**
 * Gives every content that lies in a pack a file of its own, and removes the pack when all of them are on the disk. A crash
 * on the way leaves the pack, and the next one begins anew with it. Answers with what could not be written out.
 */
export async function writeOutPacks(folder: string): Promise<ReadonlySet<ContentHash>> {
  const packs = listPacks(folder);
  if (packs.length === 0 || !inspectWay(dirname(folder), folder).ok) return new Set();
  for (const path of packs) await writeOut(folder, path).catch(() => undefined);
  return new Set((await readPacks(folder)).map(({ hash }) => hash));
}

async function writeOut(folder: string, path: string): Promise<void> {
  const taken = path.replace(/\.pack$/, '.taken');
  // From here on its process adds to another one.
  if (taken !== path) renameSync(path, taken);
  const blobs = await readPack(taken);
  if (blobs === null) return;
  for (let from = 0; from < blobs.length; from += AT_ONCE) {
    const written = await Promise.all(
      blobs.slice(from, from + AT_ONCE).map(async (blob) => writeBlob(folder, blob)),
    );
    if (written.includes(false)) return;
  }
  // New folders have new names in this one.
  await syncFolder(folder, waitBesides);
  unlinkSync(taken);
}

async function writeBlob(folder: string, { hash, keptAt, bytes }: WholeBlob): Promise<boolean> {
  const digits = digitsOf(hash);
  const inner = join(folder, digits.slice(0, 2));
  const path = join(inner, `${digits}.zst`);
  const made = prepareWay(dirname(folder), inner);
  if (!made.ok) return false;
  if (await isGood(path, hash)) {
    // Somebody else may have written it a moment ago, and the pack goes only when it lasts.
    await syncFolder(inner, waitBesides);
    return markKept(path, Math.max(lstatSync(path).mtimeMs, keptAt));
  }
  const written = await replaceFile(path, zstdCompressSync(bytes), { wait: waitBesides });
  return written.ok && markKept(path, keptAt);
}

async function isGood(path: string, hash: ContentHash): Promise<boolean> {
  try {
    return contentHash(await unpackBlob(await readPlainFile(path, { noLink: true }))) === hash;
  } catch {
    return false;
  }
}

/** Says when the bytes were kept, which is not now: whoever lets go of old bytes goes by it. */
function markKept(path: string, keptAt: number): boolean {
  lutimesSync(path, keptAt / 1000, keptAt / 1000);
  return true;
}
