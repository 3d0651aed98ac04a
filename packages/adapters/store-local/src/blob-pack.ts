import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { contentHashSchema, type ContentHash } from '@rook/contract';

import { readPlainFile } from './plain-file.ts';

/** What a pack, a file of contents that were kept together, holds of each. */
export interface PackedBlob {
  readonly hash: ContentHash;
  /** In milliseconds: whoever lets go of old bytes leaves those that were kept since. */
  readonly keptAt: number;
  /** As they are, because compressing takes time while a change waits. Null: kept once more, and they stand further above. */
  readonly bytes: Uint8Array | null;
}

export type WholeBlob = PackedBlob & { readonly bytes: Uint8Array };

/** `.pack` while its process adds to it, `.taken` while somebody writes out what it holds. */
const PACK = /^[0-9a-f]{12}\.(?:pack|taken)$/;
const HEAD = /^([0-9a-f]{64}) (\d{1,15}) (\d{1,9}|again)\n/;
const MOST_HEAD_BYTES = 100;
/** None that is ours becomes so large. */
const MOST_BYTES = 64 * 1024 * 1024;
const LINE_BREAK = 0x0a;

export function packedBytes(blobs: readonly PackedBlob[]): Buffer {
  return Buffer.concat(
    blobs.flatMap(({ hash, keptAt, bytes }) => [
      Buffer.from(`${digitsOf(hash)} ${keptAt} ${bytes?.length ?? 'again'}\n`),
      bytes ?? new Uint8Array(),
      Buffer.from('\n'),
    ]),
  );
}

export function digitsOf(hash: ContentHash): string {
  return hash.slice('sha256:'.length);
}

/** Those that are there whole. What a crash tore is the end, and nobody was told that it is kept. */
function parsePack(pack: Buffer): readonly PackedBlob[] {
  const blobs: PackedBlob[] = [];
  for (let from = 0; ;) {
    const [head = '', digits, keptAt, length] =
      HEAD.exec(pack.toString('latin1', from, from + MOST_HEAD_BYTES)) ?? [];
    const start = from + head.length;
    const end = length === 'again' ? start : start + Number(length);
    if (head === '' || pack[end] !== LINE_BREAK) return blobs;
    const hash = contentHashSchema.parse(`sha256:${digits}`);
    const bytes = length === 'again' ? null : pack.subarray(start, end);
    blobs.push({ hash, keptAt: Number(keptAt), bytes });
    from = end + 1;
  }
}

/** The packs that nobody has written out yet. */
export function listPacks(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => PACK.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Null where it cannot be read, also because it was written out meanwhile. */
export async function readPack(path: string): Promise<readonly WholeBlob[] | null> {
  const rules = { noLink: true, own: true, mostBytes: MOST_BYTES };
  const bytes = await readPlainFile(path, rules).catch(() => null);
  return bytes === null ? null : mergeBlobs(parsePack(bytes));
}

/** All that lies in packs; what two processes kept lies in two of them. */
export async function readPacks(folder: string): Promise<readonly WholeBlob[]> {
  const all: WholeBlob[] = [];
  for (const path of listPacks(folder)) all.push(...((await readPack(path)) ?? []));
  return all;
}

/** Each content once, as kept last. */
function mergeBlobs(blobs: readonly PackedBlob[]): readonly WholeBlob[] {
  const merged = new Map<ContentHash, WholeBlob>();
  for (const { hash, keptAt, bytes } of blobs) {
    const known = merged.get(hash);
    const whole = bytes ?? known?.bytes;
    if (whole !== undefined)
      merged.set(hash, { hash, keptAt: Math.max(known?.keptAt ?? 0, keptAt), bytes: whole });
  }
  return [...merged.values()];
}
