import { succeed, type ContentHash, type Result } from '@rook/contract';

import type { BlobDraft, Blobs } from '../ports/store.ts';
import { cleanBytes, createPieceCleaner, RAW, UTF8, type PieceCleaner } from './clean-pieces.ts';
import { COMMAND_LIMITS } from './command-limits.ts';
import { collectOutput, dropMark, looksBinary, type OutputCollector } from './command-output.ts';

/** Keeps all that a command prints, without secrets, and holds its beginning and its end. */
export interface OutputKeeper {
  /** What is held of it. */
  readonly output: OutputCollector;
  /** What it answers with settles when more can be taken; undefined: at once. */
  add(bytes: Uint8Array): Promise<void> | undefined;
  /** When nothing comes any more. */
  end(): Promise<KeptOutput>;
}

export interface KeptOutput {
  /** Null where nothing was printed, or where it could not be kept. */
  readonly blob: ContentHash | null;
  /** So many bytes between its beginning and its end are not in it. */
  readonly droppedBytes: number;
}

interface KeepingWish {
  readonly blobs: Pick<Blobs, 'begin' | 'put'>;
  /** The text without what looks like a secret. */
  readonly redact: (text: string) => string;
  readonly heldBytes?: number;
  readonly keptBytes?: number;
}

/** What fits into memory is kept when it has ended; as soon as it does not, it is on its way to the disk. */
export function keepOutput({
  blobs,
  redact,
  heldBytes = COMMAND_LIMITS.heldBytesOfEach,
  keptBytes = COMMAND_LIMITS.keptBytes,
}: KeepingWish): OutputKeeper {
  const output = collectOutput(heldBytes);
  let draft: Promise<Result<BlobDraft>> | null = null;
  let tail: Promise<Result<void>> = Promise.resolve(succeed(undefined));

  /** One after the other; once it failed, nothing more is tried. */
  const pass = (bytes: Uint8Array): void => {
    tail = tail.then(async (before) => {
      if (!before.ok || bytes.length === 0) return before;
      // What begins as no text may go on as one.
      draft ??= beginClean(blobs, createPieceCleaner(redact, looksBinary(bytes) ? RAW : UTF8));
      const begun = await draft;
      return begun.ok ? begun.value.add(bytes) : begun;
    });
  };

  const keepHeld = async (): Promise<KeptOutput> => {
    const { held, isBinary, droppedBytes } = output.end();
    const kept = await blobs.put(cleanBytes(held, redact, isBinary ? RAW : UTF8));
    return { blob: kept.ok ? kept.value : null, droppedBytes };
  };

  return {
    output,
    add: (bytes) => {
      const before = output.bytes();
      output.add(bytes);
      const now = output.bytes();
      if (now <= heldBytes) return undefined;
      if (before >= keptBytes) return undefined;
      // What was held alone until now comes first.
      if (before <= heldBytes) pass(output.beginning().slice());
      const [from, to] = [Math.max(before, heldBytes), Math.min(now, keptBytes)];
      pass(bytes.subarray(from - before, to - before));
      return tail.then(() => undefined);
    },
    end: async () => {
      if (output.bytes() === 0) return { blob: null, droppedBytes: 0 };
      const beyond = Math.max(0, output.bytes() - keptBytes);
      const ending = output.ending(Math.min(beyond, heldBytes));
      const droppedBytes = beyond - ending.length;
      if (droppedBytes > 0) pass(new TextEncoder().encode(dropMark(droppedBytes)));
      pass(ending.slice());
      const passed = await tail;
      const begun = draft === null ? null : await draft;
      if (begun?.ok !== true) return keepHeld();
      const kept = passed.ok ? await begun.value.keep() : passed;
      if (kept.ok) return { blob: kept.value, droppedBytes };
      await begun.value.drop();
      return keepHeld();
    },
  };
}

/** What is added to it loses its secrets on the way. */
async function beginClean(blobs: Pick<Blobs, 'begin'>, cleaner: PieceCleaner): Promise<Result<BlobDraft>> {
  const begun = await blobs.begin();
  if (!begun.ok) return begun;
  const draft = begun.value;
  const add = async (clean: Uint8Array): Promise<Result<void>> =>
    clean.length === 0 ? succeed(undefined) : draft.add(clean);
  return succeed({
    add: async (bytes) => add(cleaner.add(bytes)),
    keep: async () => {
      const added = await add(cleaner.end());
      return added.ok ? draft.keep() : added;
    },
    drop: async () => draft.drop(),
  });
}
