import { dirname } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, type Blobs } from '@rook/engine';

import { createPackWriter } from './add-to-pack.ts';
import { createBlobFiles } from './blob-files.ts';
import { readPacks } from './blob-pack.ts';
import { beginBlob, removeUnkept } from './draft-blob.ts';
import { systemCalls, type FileCalls } from './file-calls.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { SMALL_BYTES } from './unpack-blob.ts';
import { writeOutPacks } from './write-out-packs.ts';

/** A pack that has become so large is written out before more is kept. */
const FULL_BYTES = 1024 * 1024;

/** How often a pack is tried: whoever writes one out takes it away, and the next one is new. */
const TRIES = 3;

/** Files of their own; what is kept together lies in a pack first, until somebody writes it out. */
export function createLocalBlobs(folder: string, calls: FileCalls = systemCalls): Blobs {
  const files = createBlobFiles(folder);
  const pack = createPackWriter(folder, calls);

  const addAll = async (contents: readonly Uint8Array[]): Promise<Result<void>> => {
    const ready = prepareWay(dirname(folder), folder);
    if (!ready.ok) return ready;
    if (pack.bytes() >= FULL_BYTES) await writeOutPacks(folder);
    let open = contents.map((bytes) => ({ hash: contentHash(bytes), bytes }));
    for (let tries = 0; tries < TRIES; tries += 1) {
      const missing: typeof open = [];
      for (const one of open) {
        // Most are new: those are on their way to the disk before whoever asked does anything else.
        const kept = files.has(one.hash) ? await files.keepAgain(one.hash) : succeed(false);
        if (!kept.ok) return kept;
        if (!kept.value) missing.push(one);
      }
      open = missing;
      if (open.length === 0 || (await pack.add(open))) return succeed(undefined);
    }
    return putEach(open.map(({ bytes }) => bytes));
  };
  const putEach = async (contents: readonly Uint8Array[]): Promise<Result<void>> => {
    const puts = await Promise.all(contents.map(async (bytes) => files.put(bytes)));
    return puts.find((put) => !put.ok) ?? succeed(undefined);
  };

  /** In a file of its own, or else in a pack. */
  const find = async <Value>(
    look: () => Promise<Result<Value | null>>,
    hash: ContentHash,
    unpacked: (bytes: Uint8Array) => Value,
  ): Promise<Result<Value | null>> => {
    const first = await look();
    if (first.ok ? first.value !== null : first.error.code === 'unsafe_folder') return first;
    const packed = await getPacked(folder, hash);
    if (packed?.ok === true) return succeed(unpacked(packed.value));
    // It may have been written out between the two looks.
    const second = await look();
    return second.ok && second.value === null ? (packed ?? second) : second;
  };

  return {
    begin: async () => beginBlob(folder),
    get: async (hash) =>
      find(
        async () => files.get(hash),
        hash,
        (bytes) => bytes,
      ),
    read: async (hash) => find(async () => files.read(hash), hash, onePiece),
    put: async (bytes) => files.put(bytes),
    putAll: async (contents) => {
      const done = await Promise.all([
        addAll(contents.filter((bytes) => isSmall(bytes))),
        putEach(contents.filter((bytes) => !isSmall(bytes))),
      ]);
      return done.find((one) => !one.ok) ?? succeed(undefined);
    },
    list: async () => {
      const listed = await files.list();
      if (!listed.ok) return listed;
      const packed = (await readPacks(folder)).map(({ hash, bytes }) => ({ hash, bytes: bytes.length }));
      return succeed([...new Map([...packed, ...listed.value].map((one) => [one.hash, one])).values()]);
    },
    remove: async (hashes, untouchedSince) => {
      await removeUnkept(folder);
      // What is still in a pack would come back from there.
      const left = await writeOutPacks(folder);
      return files.remove(
        hashes.filter((hash) => !left.has(hash)),
        untouchedSince,
      );
    },
  };
}

/** None where there are no bytes. */
async function* onePiece(bytes: Uint8Array): AsyncGenerator<Result<Uint8Array>> {
  if (bytes.length > 0) yield succeed(bytes);
}

function isSmall({ length }: Uint8Array): boolean {
  return length <= SMALL_BYTES;
}

/** Undefined where no pack holds it. */
async function getPacked(folder: string, hash: ContentHash): Promise<Result<Uint8Array> | undefined> {
  if (!inspectWay(dirname(folder), folder).ok) return undefined;
  const found = (await readPacks(folder)).filter((blob) => blob.hash === hash);
  for (const { bytes } of found) if (contentHash(bytes) === hash) return succeed(new Uint8Array(bytes));
  if (found.length === 0) return undefined;
  return fail(rookError('not_readable', `The kept bytes ${hash} in ${folder} are damaged.`));
}
