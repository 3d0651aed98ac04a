import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, unlinkSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

import { contentHashSchema, fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import type { BlobDraft, OutputDraft } from '@rook/engine';

import { digitsOf } from './blob-pack.ts';
import { livesHere } from './lives-here.ts';
import { prepareWay } from './own-folder.ts';
import { listNames } from './recover-blob.ts';
import { systemReason } from './system-reason.ts';
import { syncFolder, waitBesides } from './wait-for-disk.ts';

/** So much is packed at a time, as a part that can be unpacked on its own. */
export const PART_BYTES = 1024 * 1024;
/** Whoever unpacks a part hears at its end whether it is whole. */
const PACKING = { params: { [constants.ZSTD_c_checksumFlag]: 1 } } as const;

const compress = promisify(zstdCompress);

/**
 * A file that grows under a name of its process and takes the name of its hash when all of it is on the disk. What a killed process
 * left is removed when the next one begins.
 */
export async function beginBlob(folder: string): Promise<Result<BlobDraft>> {
  const ready = prepareWay(dirname(folder), folder);
  if (!ready.ok) return ready;
  await removeUnkept(folder);
  const path = join(folder, `${process.pid}-${randomBytes(6).toString('hex')}.growing`);
  const begun = await beginBlobAt(folder, path);
  if (!begun.ok) return begun;
  const draft = begun.value;
  return succeed({ ...draft, keep: async () => draft.keep(async () => undefined) });
}

/** The same under a path of its own, which nobody removes: what was brought there can be read after a kill. */
export async function beginBlobAt(folder: string, path: string): Promise<Result<OutputDraft>> {
  try {
    return succeed(createDraft({ folder, path, file: await open(path, 'wx', 0o600) }));
  } catch (error) {
    return fail(unwritten(path, error));
  }
}

interface DraftPlace {
  readonly folder: string;
  readonly path: string;
  readonly file: FileHandle;
}

function createDraft({ folder, path, file }: DraftPlace): OutputDraft {
  const hash = createHash('sha256');
  const part = new Uint8Array(PART_BYTES);
  let [filled, parts] = [0, 0];
  let isOpen = true;
  let tail: Promise<Result<unknown>> = Promise.resolve(succeed(undefined));

  /** One after the other, and nothing after a failure. */
  const inTurn = async <Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    const mine = tail.then(async (before) => (before.ok ? work() : before));
    tail = mine;
    return mine;
  };
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await file.close().catch(() => undefined);
  };
  const giveUp = async (error: unknown): Promise<Result<never>> => {
    await close();
    removeQuietly(path);
    return fail(unwritten(path, error));
  };
  const writePart = async (): Promise<void> => {
    // The room is filled again only when this has ended.
    await file.appendFile(await compress(part.subarray(0, filled), PACKING));
    [filled, parts] = [0, parts + 1];
  };

  return {
    add: async (bytes) =>
      inTurn(async () => {
        if (!isOpen) return giveUp(new Error('it was ended'));
        try {
          hash.update(bytes);
          for (let from = 0; from < bytes.length;) {
            const some = bytes.subarray(from, from + PART_BYTES - filled);
            part.set(some, filled);
            [filled, from] = [filled + some.length, from + some.length];
            if (filled === PART_BYTES) await writePart();
          }
          return succeed(undefined);
        } catch (error) {
          return giveUp(error);
        }
      }),
    waiting: async () =>
      inTurn(async () => {
        if (!isOpen) return giveUp(new Error('it was ended'));
        // Only whole parts are written before the end: a shorter one would end the blob for who reads it as a stream.
        return succeed({ found: parts * PART_BYTES, behind: part.slice(0, filled) });
      }),
    keep: async (named) =>
      inTurn(async () => {
        if (!isOpen) return giveUp(new Error('it was ended'));
        try {
          if (filled > 0 || parts === 0) await writePart();
          // A purge leaves what was touched since it began.
          const now = new Date();
          await file.utimes(now, now);
          await file.sync();
          await close();
          const kept = contentHashSchema.parse(`sha256:${hash.digest('hex')}`);
          await takeName({ folder, path }, kept, named);
          return succeed(kept);
        } catch (error) {
          return giveUp(error);
        }
      }),
    drop: async () => {
      await inTurn(async () => {
        if (isOpen) await giveUp(new Error('it was let go of'));
        return succeed(undefined);
      });
    },
  };
}

/** Throws where it cannot. */
async function takeName(
  { folder, path }: Omit<DraftPlace, 'file'>,
  hash: ContentHash,
  named: (hash: ContentHash) => Promise<void>,
): Promise<void> {
  const digits = digitsOf(hash);
  const inner = join(folder, digits.slice(0, 2));
  const made = prepareWay(dirname(folder), inner);
  if (!made.ok) throw new Error(made.error.message);
  await named(hash);
  await rename(path, join(inner, `${digits}.zst`));
  for (const one of [inner, folder, dirname(folder)]) await syncFolder(one, waitBesides);
}

function unwritten(path: string, error: unknown): ReturnType<typeof rookError> {
  return rookError('not_writable', `${path} could not be written: ${systemReason(error)}.`);
}

const DRAFT = /^(\d{1,10})-[0-9a-f]{12}\.growing$/;
/** Where processes of another machine or container write here too, theirs are not seen to live. */
const QUIET_MILLISECONDS = 600_000;
/** After so long nobody adds to it, also where the system does not show its processes. */
const LONGEST_MILLISECONDS = 7 * 86_400_000;

/** Removes what dead processes were adding to, where it was not changed for so long. */
export async function removeUnkept(folder: string, quiet = QUIET_MILLISECONDS): Promise<void> {
  for (const name of listNames(folder)) {
    const [, owner] = DRAFT.exec(name) ?? [];
    if (owner === undefined) continue;
    const path = join(folder, name);
    const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age < quiet) continue;
    if (age < LONGEST_MILLISECONDS && (await livesHere(Number(owner)))) continue;
    removeQuietly(path);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone, or stays until the next one looks.
  }
}
